package dev.penstock.core.table;

import static dev.penstock.core.table.TablesFixture.T;
import static dev.penstock.core.table.TablesFixture.existing;
import static dev.penstock.core.table.TablesFixture.field;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.services.bigquery.model.TableFieldSchema;
import dev.penstock.core.connection.SchemaForms;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of a table's columns when rows have others. */
class SchemaUnionTest {
  private static final TablePolicy FIXED = TablePolicy.asItIs();
  private static final TablePolicy ADDS = TablePolicy.builder().addColumns(true).build();
  private static final TablePolicy RELAXES = TablePolicy.builder().relaxRequired(true).build();
  private static final TablePolicy WIDENS = TablePolicy.builder().widenTypes(true).build();

  private static LiveTable table(TableFieldSchema... fields) {
    return new LiveTable(T, existing(List.of("id"), fields));
  }

  private static TableFieldSchema struct(String name, String mode, TableFieldSchema... fields) {
    return field(name, "RECORD", mode).setFields(List.of(fields));
  }

  private static List<String> steps(LiveTable live, TablePolicy policy, Column... rows) {
    return SchemaUnion.plan(live, List.of(rows), policy).steps().stream()
        .map(Object::toString)
        .toList();
  }

  private static void conflicts(LiveTable live, TablePolicy policy, Column row, String message) {
    assertThatThrownBy(() -> steps(live, policy, row))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SCHEMA_MISMATCH))
        .hasMessage(message);
  }

  /** A type such as {@code NUMERIC(10,2)} or {@code STRING(5)} of a column n. */
  private static Column column(String type) {
    String[] parts = type.split("[(,)]", -1);
    ColumnType name = ColumnType.valueOf(parts[0]);
    boolean text = name == ColumnType.STRING || name == ColumnType.BYTES;
    @Nullable Integer first = parts.length > 1 ? Integer.valueOf(parts[1]) : null;
    @Nullable Integer second = parts.length > 3 ? Integer.valueOf(parts[2]) : null;
    return new Column(
        "n",
        name,
        ColumnMode.NULLABLE,
        List.of(),
        text ? null : first,
        text ? null : second,
        text && first != null ? Long.valueOf(first) : null);
  }

  private static LiveTable tableOf(Column column) {
    return table(SchemaForms.toRest(column));
  }

  @Test
  void aTableWithMoreIsFine() {
    LiveTable live =
        table(
            field("ID", "INTEGER", "REQUIRED"),
            field("other", "DATE", "NULLABLE"),
            struct("s", "NULLABLE", field("x", "STRING", ""), field("y", "STRING", "")));
    Column id = Column.of("id", ColumnType.INT64, ColumnMode.REQUIRED);
    Column inner =
        Column.struct("S", ColumnMode.NULLABLE, List.of(Column.nullable("Y", ColumnType.STRING)));

    assertThat(live.holds(new TableSchema(List.of(id, inner)))).isTrue();
    assertThat(steps(live, ADDS, id, inner)).isEmpty();
  }

  @Test
  void addsColumnsAtAllLevelsAsNullable() {
    LiveTable live =
        table(
            field("id", "INTEGER", "REQUIRED"),
            struct("s", "REPEATED", struct("t", "NULLABLE", field("x", "STRING", "NULLABLE"))));
    Column rows =
        Column.struct(
            "s",
            ColumnMode.REPEATED,
            List.of(
                Column.struct(
                    "t",
                    ColumnMode.NULLABLE,
                    List.of(Column.of("y", ColumnType.DATE, ColumnMode.REQUIRED)))));
    Column list = Column.of("tags", ColumnType.STRING, ColumnMode.REPEATED);

    SchemaPlan plan = SchemaUnion.plan(live, List.of(rows, list), ADDS);

    assertThat(plan.steps())
        .containsExactly(
            new SchemaPlan.Step.Add(
                new NewColumn(List.of("s", "t"), Column.nullable("y", ColumnType.DATE))),
            new SchemaPlan.Step.Add(new NewColumn(List.of(), list)));
    assertThat(steps(live, FIXED, rows, list)).isEmpty();
  }

  @Test
  void relaxesWhatRowsMayLeaveEmptyAtAllLevelsButNoKey() {
    LiveTable live =
        table(
            field("id", "INTEGER", "REQUIRED"),
            field("absent", "STRING", "REQUIRED"),
            field("filled", "STRING", "REQUIRED").setDefaultValueExpression("'x'"),
            field("never", "STRING", "REQUIRED"),
            struct(
                "s",
                "REQUIRED",
                field("x", "STRING", "REQUIRED"),
                field("gone", "STRING", "REQUIRED"),
                field("y", "STRING", "REQUIRED")));
    Column[] rows = {
      Column.nullable("id", ColumnType.INT64),
      Column.of("never", ColumnType.STRING, ColumnMode.REQUIRED),
      Column.struct(
          "s",
          ColumnMode.REQUIRED,
          List.of(
              Column.nullable("x", ColumnType.STRING),
              Column.of("y", ColumnType.STRING, ColumnMode.REQUIRED)))
    };

    assertThat(steps(live, RELAXES, rows))
        .containsExactly("relax s.x", "relax s.gone", "relax absent");
    assertThat(steps(live, ADDS, rows)).isEmpty();
  }

  @Test
  void neverTightens() {
    LiveTable live = table(field("id", "INTEGER", "REQUIRED"), field("a", "STRING", "NULLABLE"));

    assertThat(
            steps(
                live,
                RELAXES,
                Column.of("id", ColumnType.INT64, ColumnMode.REQUIRED),
                Column.of("a", ColumnType.STRING, ColumnMode.REQUIRED)))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INT64 | NUMERIC | change n from INT64 to NUMERIC",
        "INT64 | NUMERIC(10,2) | change n from INT64 to NUMERIC(21, 2)",
        "INT64 | BIGNUMERIC | change n from INT64 to BIGNUMERIC",
        "INT64 | FLOAT64 | change n from INT64 to FLOAT64",
        "NUMERIC | BIGNUMERIC | change n from NUMERIC to BIGNUMERIC",
        "NUMERIC(10,2) | BIGNUMERIC(40,20) | change n from NUMERIC(10, 2) to BIGNUMERIC(40, 20)",
        "NUMERIC | FLOAT64 | change n from NUMERIC to FLOAT64",
        "STRING(5) | STRING(9) | resize n to STRING(9)",
        "BYTES(5) | BYTES(9) | resize n to BYTES(9)",
        "NUMERIC(10,2) | NUMERIC(12,5) | resize n to NUMERIC(13, 5)",
        "NUMERIC(10) | NUMERIC(6,3) | resize n to NUMERIC(13, 3)",
        "BIGNUMERIC(40,2) | BIGNUMERIC(60,30) | resize n to BIGNUMERIC(68, 30)"
      })
  void widensWhereAllowed(String live, String rows, String step) {
    assertThat(steps(tableOf(column(live)), WIDENS, column(rows))).containsExactly(step);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "STRING(9) | STRING(5)",
        "STRING(9) | STRING",
        "STRING | STRING(5)",
        "NUMERIC | NUMERIC(10,2)",
        "NUMERIC(10,2) | NUMERIC",
        "NUMERIC(12,3) | NUMERIC(11,2)"
      })
  void leavesRoomAsItIsWhereNothingIsKnownToBeLonger(String live, String rows) {
    assertThat(steps(tableOf(column(live)), WIDENS, column(rows))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "BIGNUMERIC | FLOAT64",
        "FLOAT64 | NUMERIC",
        "NUMERIC | INT64",
        "STRING(9) | BYTES",
        "INT64 | STRING",
        "TIMESTAMP | DATETIME"
      })
  void refusesOtherTypesByBothAndThePath(String live, String rows) {
    conflicts(
        tableOf(column(live)),
        WIDENS,
        column(rows),
        "Table p.d.t does not hold the rows: column 'n' is "
            + live
            + " there and "
            + rows
            + " in the rows. Change the type on one side, or write to another table.");
  }

  @Test
  void changesNoTypesUnlessAllowed() {
    conflicts(
        tableOf(column("INT64")),
        ADDS,
        column("NUMERIC"),
        "Table p.d.t does not hold the rows: column 'n' is INT64 there and NUMERIC in the rows."
            + " Change the type on one side, or write to another table.");
    assertThat(steps(tableOf(column("STRING(5)")), ADDS, column("STRING(9)"))).isEmpty();
  }

  @Test
  void changesNoTypesInsideOfStructsAndNoArrays() {
    conflicts(
        table(struct("s", "NULLABLE", field("n", "INTEGER", "NULLABLE"))),
        WIDENS,
        Column.struct("s", ColumnMode.NULLABLE, List.of(Column.nullable("n", ColumnType.NUMERIC))),
        "Table p.d.t does not hold the rows: column 's.n' is INT64 there and NUMERIC in the rows."
            + " Change the type on one side, or write to another table.");
    conflicts(
        table(field("n", "INTEGER", "NULLABLE")),
        WIDENS,
        Column.of("n", ColumnType.INT64, ColumnMode.REPEATED),
        "Table p.d.t does not hold the rows: column 'n' is INT64 there and ARRAY<INT64> in the"
            + " rows. Change the type on one side, or write to another table.");
  }

  @Test
  void tellsWhyATableIsNotWhatIsWanted() {
    LiveTable live =
        table(
            field("id", "INTEGER", "REQUIRED"),
            field("more", "STRING", "REQUIRED"),
            field("n", "STRING", "NULLABLE").setMaxLength(5L),
            struct("s", "NULLABLE", field("x", "STRING", "NULLABLE")));

    assertThat(
            SchemaUnion.differences(
                live,
                new TableSchema(
                    List.of(
                        Column.nullable("id", ColumnType.STRING),
                        Column.nullable("n", ColumnType.STRING),
                        Column.struct(
                            "s",
                            ColumnMode.NULLABLE,
                            List.of(Column.nullable("y", ColumnType.DATE)))))))
        .containsExactly(
            "'id' is INT64 and not STRING",
            "'n' is STRING(5) and not STRING",
            "'s.y' is missing",
            "'more' is REQUIRED");
  }
}
