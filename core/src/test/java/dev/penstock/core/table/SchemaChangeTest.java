package dev.penstock.core.table;

import static dev.penstock.core.table.TablesFixture.COLUMNS;
import static dev.penstock.core.table.TablesFixture.T;
import static dev.penstock.core.table.TablesFixture.existing;
import static dev.penstock.core.table.TablesFixture.field;
import static dev.penstock.core.table.TablesFixture.may;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.services.bigquery.model.TableFieldSchema;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a table that exists gets other columns. */
class SchemaChangeTest {
  private final TablesFixture tables = new TablesFixture();

  @AfterEach
  void close() {
    tables.close();
  }

  @Test
  void relaxesRequiredColumnsOutsideTheKeyOnlyWhenAllowed() {
    tables.server.put(
        "t",
        existing(
            List.of("a"), field("a", "INTEGER", "REQUIRED"), field("b", "STRING", "REQUIRED")));

    tables.admin.ensure(T, may(true, false, false, "a"), COLUMNS, true);
    assertThat(tables.live().getSchema().getFields().get(1).getMode()).isEqualTo("REQUIRED");

    tables.admin.ensure(T, may(true, true, false, "a"), COLUMNS, true);
    assertThat(tables.live().getSchema().getFields())
        .extracting(TableFieldSchema::getMode)
        .containsExactly("REQUIRED", "NULLABLE");
  }

  @Test
  void addsColumnsAtTheEndAndKeepsWhatItDoesNotKnow() {
    tables.server.put(
        "t",
        existing(
            List.of("a"),
            field("a", "INTEGER", "REQUIRED").setDescription("the key"),
            field("s", "RECORD", "NULLABLE")
                .setFields(new ArrayList<>(List.of(field("x", "STRING", "NULLABLE"))))));

    LiveTable table =
        tables.admin.addColumns(
            T,
            List.of(
                new NewColumn(List.of(), Column.of("n", ColumnType.INT64, ColumnMode.REQUIRED)),
                new NewColumn(List.of("S"), Column.nullable("y", ColumnType.DATE)),
                new NewColumn(List.of(), Column.nullable("A", ColumnType.STRING))));

    assertThat(table.schema().columns())
        .containsExactly(
            Column.of("a", ColumnType.INT64, ColumnMode.REQUIRED),
            Column.struct(
                "s",
                ColumnMode.NULLABLE,
                List.of(
                    Column.nullable("x", ColumnType.STRING),
                    Column.nullable("y", ColumnType.DATE))),
            Column.nullable("n", ColumnType.INT64));
    assertThat(tables.live().getSchema().getFields().get(0).getDescription()).isEqualTo("the key");
    assertThat(tables.live().getTableConstraints()).isNotNull();
  }

  /** Whoever loses a race loses it to one of the five others, and each of them writes once. */
  @Test
  void sixTasksAddSixColumnsAtOnce() throws ExecutionException, InterruptedException {
    tables.server.put("t", existing(List.of("a"), field("a", "INTEGER", "REQUIRED")));
    ExecutorService tasks = Executors.newFixedThreadPool(6);
    try {
      List<Future<LiveTable>> results =
          IntStream.range(0, 6)
              .mapToObj(
                  task ->
                      tasks.submit(
                          () ->
                              tables.admin.addColumns(
                                  T,
                                  List.of(
                                      new NewColumn(
                                          List.of(),
                                          Column.nullable("c" + task, ColumnType.STRING))))))
              .toList();
      for (Future<LiveTable> result : results) {
        result.get();
      }
    } finally {
      tasks.shutdownNow();
    }

    assertThat(tables.live().getSchema().getFields())
        .extracting(TableFieldSchema::getName)
        .containsExactlyInAnyOrder("a", "c0", "c1", "c2", "c3", "c4", "c5");
  }

  @Test
  void readsAgainAfterAConflictWithinHalfASecond() {
    tables.server.put("t", existing(List.of("a"), field("a", "INTEGER", "REQUIRED")));
    tables.server.failNext("PATCH", 412, "conditionNotMet", "Precondition check failed.");

    tables.admin.addColumns(
        T, List.of(new NewColumn(List.of(), Column.nullable("n", ColumnType.STRING))));

    assertThat(tables.server.calls()).containsExactly("GET t", "PATCH t", "GET t", "PATCH t");
    assertThat(tables.time.sleptMillis()).isLessThan(500);
  }

  private void addN() {
    tables.admin.addColumns(
        T, List.of(new NewColumn(List.of(), Column.nullable("n", ColumnType.STRING))));
  }

  @ParameterizedTest
  @CsvSource({"409, duplicate", "403, rateLimitExceeded"})
  void readsAgainWhenManyChangeTheTable(int status, String reason) {
    tables.server.put("t", existing(List.of("a"), field("a", "INTEGER", "REQUIRED")));
    tables.server.failNext("PATCH", status, reason, "too many at once");

    addN();

    assertThat(tables.server.calls()).containsExactly("GET t", "PATCH t", "GET t", "PATCH t");
  }

  @Test
  void givesUpAfterFiveLostRaces() {
    tables.server.put("t", existing(List.of("a"), field("a", "INTEGER", "REQUIRED")));
    for (int race = 0; race < 6; race++) {
      tables.server.failNext("PATCH", 412, "conditionNotMet", "Precondition check failed.");
    }

    assertThatThrownBy(this::addN)
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
    assertThat(tables.server.calls()).hasSize(12);
    assertThat(tables.time.sleptMillis()).isLessThan(2_500);
  }

  @Test
  void changesNothingLaterWhenTheQuotaOfTheDayIsSpent() {
    tables.server.put("t", existing(List.of("a"), field("a", "INTEGER", "REQUIRED")));
    tables.server.failNext("PATCH", 403, "quotaExceeded", "Quota exceeded");

    assertThatThrownBy(this::addN)
        .hasMessage(
            "Changing the schema of table p.d.t failed: Quota exceeded. Try later, or ask for more"
                + " quota.");
    assertThat(tables.server.calls()).hasSize(2);
  }

  @Test
  void refusesToAddAFieldToAColumnThatIsNoStruct() {
    tables.server.put("t", existing(List.of("a"), field("a", "INTEGER", "REQUIRED")));

    assertThatThrownBy(
            () ->
                tables.admin.addColumns(
                    T, List.of(new NewColumn(List.of("a"), Column.nullable("x", ColumnType.DATE)))))
        .hasMessage(
            "Column 'a.x' cannot be added to p.d.t: 'a' is not a STRUCT there. Change the column's"
                + " type, or map the field to another column.");
  }

  @Test
  void unitesColumnsInOneCallAndKeepsWhatItDoesNotKnow() {
    tables.server.put(
        "t",
        existing(
            List.of("a"),
            field("a", "INTEGER", "REQUIRED").setDescription("the key"),
            field("n", "NUMERIC", "NULLABLE").setPrecision(10L).setScale(2L),
            field("s", "RECORD", "REQUIRED")
                .setDescription("inner")
                .setFields(new ArrayList<>(List.of(field("x", "STRING", "REQUIRED"))))));
    TablePolicy policy =
        TablePolicy.builder().addColumns(true).relaxRequired(true).widenTypes(true).build();

    LiveTable table =
        tables.admin.unite(
            T,
            new TableSchema(
                List.of(
                    Column.nullable("a", ColumnType.INT64),
                    new Column(
                        "n", ColumnType.NUMERIC, ColumnMode.NULLABLE, List.of(), 12, 4, null),
                    Column.struct(
                        "s",
                        ColumnMode.NULLABLE,
                        List.of(
                            Column.nullable("x", ColumnType.STRING),
                            Column.nullable("y", ColumnType.DATE))))),
            policy);

    assertThat(table.schema().columns())
        .containsExactly(
            Column.of("a", ColumnType.INT64, ColumnMode.REQUIRED),
            new Column("n", ColumnType.NUMERIC, ColumnMode.NULLABLE, List.of(), 12, 4, null),
            Column.struct(
                "s",
                ColumnMode.NULLABLE,
                List.of(
                    Column.nullable("x", ColumnType.STRING),
                    Column.nullable("y", ColumnType.DATE))));
    assertThat(tables.live().getSchema().getFields())
        .extracting(TableFieldSchema::getDescription)
        .containsExactly("the key", null, "inner");
    assertThat(tables.server.calls()).containsExactly("GET t", "PATCH t");
  }

  @Test
  void unitesAgainAfterALostRaceAndFailsWhenTheOtherChoseAnotherType() {
    tables.server.put("t", existing(List.of("a"), field("a", "INTEGER", "REQUIRED")));
    tables.server.failNext("PATCH", 412, "conditionNotMet", "Precondition check failed.");
    TablePolicy policy = TablePolicy.builder().addColumns(true).build();
    TableSchema rows =
        new TableSchema(
            List.of(
                Column.of("a", ColumnType.INT64, ColumnMode.REQUIRED),
                Column.nullable("n", ColumnType.INT64)));

    assertThat(tables.admin.unite(T, rows, policy).schema()).isEqualTo(rows);
    assertThatThrownBy(
            () ->
                tables.admin.unite(
                    T, new TableSchema(List.of(Column.nullable("n", ColumnType.STRING))), policy))
        .hasMessage(
            "Table p.d.t does not hold the rows: column 'n' is INT64 there and STRING in the rows."
                + " Change the type on one side, or write to another table.");
  }

  @Test
  void addsNoColumnsThatTheServiceRefuses() {
    tables.server.put("t", existing(null, field("a", "INTEGER", "NULLABLE")));
    List<NewColumn> many =
        IntStream.range(0, 10_000)
            .mapToObj(i -> new NewColumn(List.of(), Column.nullable("c" + i, ColumnType.STRING)))
            .toList();

    assertThatThrownBy(() -> tables.admin.addColumns(T, many))
        .hasMessage("Table p.d.t has 10001 columns, nested ones counted (expected: at most 10000)");
    assertThatThrownBy(
            () ->
                tables.admin.addColumns(
                    T, List.of(new NewColumn(List.of(), Column.nullable("x.y", ColumnType.DATE)))))
        .hasMessage(
            "Table p.d.t has the column 'x.y' (expected: a name without !\"$()*,./;?@[\\]^`{}~)");
    assertThat(tables.server.calls()).containsOnly("GET t");
  }
}
