package dev.penstock.core.publish;

import static dev.penstock.core.publish.PublishFixture.PEOPLE;
import static dev.penstock.core.publish.PublishFixture.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.PartitionSpec;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.model.TableSpec;
import dev.penstock.core.table.LiveTable;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Plans carried out on a local BigQuery, by both methods. */
@Tag("sql")
class PublishIT {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets();

  private static final AtomicInteger DATASETS = new AtomicInteger();
  private static final Strategy REPLACE = new Strategy.Replace(false);
  private static final Strategy APPEND = new Strategy.Append();
  private static final Strategy MERGE = new Strategy.Merge();

  private static final ValueRow ANN = ValueRow.of(1L, "Ann", new BigDecimal("10.50"));
  private static final ValueRow BOB = ValueRow.of(2L, "Bob", null);

  private final String dataset = "publish" + DATASETS.incrementAndGet();
  @TempDir private Path journals;
  private PublishFixture user;

  @BeforeEach
  void start() {
    user = new PublishFixture(BIGQUERY, BIGQUERY.createDataset(dataset), journals);
  }

  @AfterEach
  void stop() {
    user.close();
    BIGQUERY.faults().clear();
  }

  private List<List<Object>> rows(String table) {
    return BIGQUERY.table(dataset, table).rows().stream()
        .map(row -> Arrays.asList(row.values().toArray()))
        .sorted((a, b) -> a.toString().compareTo(b.toString()))
        .toList();
  }

  private PublishReport run(Strategy strategy, LoadMethod method, String[] key, ValueRow... rows) {
    return user.run(user.plan("t", strategy, spec(PEOPLE, key), method), PEOPLE, rows);
  }

  private static String[] key(String... names) {
    return names;
  }

  private void leavesNothingBehind(String... tables) {
    assertThat(BIGQUERY.tables(dataset)).containsExactly(tables);
    assertThat(journals).isEmptyDirectory();
  }

  @ParameterizedTest
  @EnumSource(LoadMethod.class)
  void replacesAllRows(LoadMethod method) {
    run(REPLACE, method, key(), ANN, ANN);

    PublishReport report = run(REPLACE, method, key(), BOB);

    assertThat(rows("t")).containsExactly(Arrays.asList(2L, "Bob", null));
    assertThat(report.inserted()).isEqualTo(1);
    assertThat(report.rowsLoaded()).isEqualTo(1);
    leavesNothingBehind("t");
  }

  private PublishReport repeat(Strategy strategy, String[] key, ValueRow... rows) {
    PublishPlan plan =
        user.plan("t", strategy, spec(PEOPLE, key), LoadMethod.LOAD_JOB, null, "again_" + dataset);
    return user.run(plan, PEOPLE, rows);
  }

  @Test
  void anAppendThatIsRepeatedAddsNothingThoughItMadeTheTable() {
    PublishReport first = repeat(APPEND, key(), ANN, BOB);
    PublishReport second = repeat(APPEND, key(), ANN, BOB);

    assertThat(rows("t")).hasSize(2);
    assertThat(first)
        .extracting(PublishReport::rowsRead, PublishReport::inserted, PublishReport::alreadyLoaded)
        .containsExactly(2L, 2L, 0L);
    assertThat(second)
        .extracting(
            PublishReport::rowsRead,
            PublishReport::rowsLoaded,
            PublishReport::bytesLoaded,
            PublishReport::inserted,
            PublishReport::alreadyLoaded)
        .containsExactly(0L, 0L, 0L, 0L, 2L);
    assertThat(second.jobs()).hasSize(1);
    leavesNothingBehind("t");
  }

  @Test
  void aReplaceOfARunIdIsNoAppendOfIt() {
    repeat(REPLACE, key(), ANN);
    run(REPLACE, LoadMethod.LOAD_JOB, key(), BOB);

    assertThatThrownBy(() -> repeat(APPEND, key(), ANN))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RUN_ID_USED));

    assertThat(rows("t")).containsExactly(Arrays.asList(2L, "Bob", null));
  }

  @Test
  void anAppendIsNotTakenForDoneInATableThatWasMadeLater() {
    repeat(APPEND, key(), ANN);
    user.tables.drop(user.table("t"));
    run(APPEND, LoadMethod.LOAD_JOB, key(), BOB);

    assertThatThrownBy(() -> repeat(APPEND, key(), ANN))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RUN_ID_USED))
        .hasMessageContaining("and the table is gone: the one of its name was made later. Nothing");

    assertThat(rows("t")).containsExactly(Arrays.asList(2L, "Bob", null));
  }

  @Test
  void mergesIntoATableWithColumnsOfAnyName() {
    SourceSchema letters =
        new SourceSchema(
            List.of(
                SourceField.of("id", ValueKind.LONG, true),
                SourceField.of("t", ValueKind.TEXT, true),
                SourceField.of("S", ValueKind.TEXT, true)));
    for (String text : List.of("old", "new")) {
      user.run(
          user.plan("letters", MERGE, spec(letters, "id"), LoadMethod.LOAD_JOB),
          letters,
          ValueRow.of(1L, text, text));
    }

    assertThat(rows("letters")).containsExactly(List.of(1L, "new", "new"));
  }

  @Test
  void anAppendOfOtherRowsUnderAUsedIdIsRefusedBeforeAnythingIsChanged() {
    repeat(APPEND, key(), ANN);
    SourceSchema wider =
        new SourceSchema(
            List.of(
                SourceField.of("id", ValueKind.LONG, true),
                SourceField.of("extra", ValueKind.TEXT, true)));
    PublishPlan plan =
        user.plan("t", APPEND, spec(wider), LoadMethod.LOAD_JOB, null, "again_" + dataset);

    assertThatThrownBy(() -> user.run(plan, wider, ValueRow.of(7L, "x")))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RUN_ID_USED))
        .hasMessageMatching(
            "Run again_\\w+ into \\S+\\.t is refused: a run of this id loaded other rows before, or"
                + " rows into another table or with other options: job penstock_again_\\w+_1_load\\."
                + " Nothing was changed\\. Give this run an id of its own\\.");

    assertThat(rows("t")).hasSize(1).allMatch(row -> row.size() == 3);
    leavesNothingBehind("t");
  }

  @Test
  void anAppendIsNotTakenForDoneWhenItsTableIsGone() {
    repeat(APPEND, key(), ANN);
    user.tables.drop(user.table("t"));

    assertThatThrownBy(() -> repeat(APPEND, key(), ANN))
        .hasMessageContaining("loaded these rows before by job")
        .hasMessageContaining("and the table is gone");

    leavesNothingBehind();
  }

  @Test
  void aReplacementThatIsRepeatedByAnotherWayPublishesItsRows() {
    repeat(REPLACE, key("id"), ANN, BOB);

    repeat(REPLACE, key(), ANN, BOB);
    assertThat(rows("t")).hasSize(2);

    repeat(REPLACE, key("id"), BOB);
    assertThat(rows("t")).containsExactly(Arrays.asList(2L, "Bob", null));
    leavesNothingBehind("t");
  }

  @Test
  void aCopyHandsNothingOnFromStagingButRows() {
    run(REPLACE, LoadMethod.LOAD_JOB, key(), ANN);

    LiveTable live = user.tables.find(user.table("t")).orElseThrow();
    assertThat(live.labels()).isEmpty();
    assertThat(live.expirationMillis()).isZero();
  }

  @Test
  void d16AnEmptySourceEmptiesTheTargetWhereItMay() {
    run(REPLACE, LoadMethod.STREAMS, key(), ANN);

    PublishReport report = run(new Strategy.Replace(true), LoadMethod.STREAMS, key());

    assertThat(rows("t")).isEmpty();
    assertThat(report.inserted()).isZero();
    leavesNothingBehind("t");
  }

  @ParameterizedTest
  @EnumSource(LoadMethod.class)
  void replacesByOneRowAKeyTheLastOfTheSource(LoadMethod method) {
    ValueRow later = ValueRow.of(1L, "Anna", null);

    PublishReport report = run(REPLACE, method, key("id"), ANN, BOB, later);

    assertThat(rows("t"))
        .containsExactly(Arrays.asList(1L, "Anna", null), Arrays.asList(2L, "Bob", null));
    assertThat(report.inserted()).isEqualTo(2);
    assertThat(report.duplicates()).isEqualTo(1);
    LiveTable live = user.tables.find(user.table("t")).orElseThrow();
    assertThat(live.primaryKey()).containsExactly("id");
    assertThat(live.clustering()).containsExactly("id");
    assertThat(live.schema().find("id").orElseThrow().mode()).isEqualTo(ColumnMode.REQUIRED);
    assertThat(live.schema().find(PublishPlan.SEQUENCE_COLUMN)).isEmpty();
    leavesNothingBehind("t");
  }

  @ParameterizedTest
  @EnumSource(LoadMethod.class)
  void appendsToATableThatItMakes(LoadMethod method) {
    run(APPEND, method, key(), ANN);
    PublishReport report = run(APPEND, method, key(), BOB, ANN);

    assertThat(rows("t")).hasSize(3);
    assertThat(report.inserted()).isEqualTo(2);
    leavesNothingBehind("t");
  }

  @ParameterizedTest
  @EnumSource(LoadMethod.class)
  void mergesAgainWithoutChangingAnything(LoadMethod method) {
    run(MERGE, method, key("id"), ANN, BOB);

    PublishReport again = run(MERGE, method, key("id"), ANN, BOB);

    assertThat(again.inserted()).isZero();
    assertThat(again.updated()).isZero();
    assertThat(again.unchanged()).isEqualTo(2);
    assertThat(rows("t")).hasSize(2);
    leavesNothingBehind("t");
  }

  @ParameterizedTest
  @EnumSource(LoadMethod.class)
  void mergesChangedAndNewRows(LoadMethod method) {
    run(MERGE, method, key("id"), ANN, BOB);

    PublishReport report =
        run(
            MERGE,
            method,
            key("id"),
            ValueRow.of(1L, "Ann", new BigDecimal("11.50")),
            BOB,
            ValueRow.of(3L, null, null));

    assertThat(report.inserted()).isEqualTo(1);
    assertThat(report.updated()).isEqualTo(1);
    assertThat(report.unchanged()).isEqualTo(1);
    assertThat(rows("t"))
        .containsExactly(
            Arrays.asList(1L, "Ann", new BigDecimal("11.5")),
            Arrays.asList(2L, "Bob", null),
            Arrays.asList(3L, null, null));
  }

  @Test
  void theGreatestOfAColumnWinsAndThenTheLastRow() {
    run(MERGE, LoadMethod.STREAMS, key("id"), ANN);
    PublishPlan plan = user.plan("t", MERGE, spec(PEOPLE, "id"), LoadMethod.STREAMS, "credit");

    PublishReport report =
        user.run(
            plan,
            PEOPLE,
            ValueRow.of(1L, "first of the greatest", new BigDecimal("9.00")),
            ValueRow.of(1L, "last of the greatest", new BigDecimal("9.00")),
            ValueRow.of(1L, "less", new BigDecimal("8.00")),
            ValueRow.of(1L, "none", null));

    assertThat(rows("t").get(0)).containsExactly(1L, "last of the greatest", new BigDecimal("9"));
    assertThat(report.updated()).isEqualTo(1);
    assertThat(report.duplicates()).isEqualTo(3);
  }

  @Test
  void aMissingKeyMeetsAMissingKey() {
    user.tables.create(user.table("t"), spec(PEOPLE));
    ValueRow nobody = ValueRow.of(null, "nobody", null);
    run(MERGE, LoadMethod.STREAMS, key("id"), nobody, ANN);

    PublishReport report =
        run(MERGE, LoadMethod.STREAMS, key("id"), ValueRow.of(null, "somebody", null), ANN);

    assertThat(report.updated()).isEqualTo(1);
    assertThat(report.unchanged()).isEqualTo(1);
    assertThat(rows("t"))
        .containsExactly(
            Arrays.asList(1L, "Ann", new BigDecimal("10.5")),
            Arrays.asList(null, "somebody", null));
  }

  @Test
  void aMissingKeyIsRefusedInItsRowWhereTheTargetHasNone() {
    assertThatThrownBy(
            () -> run(MERGE, LoadMethod.STREAMS, key("id"), ANN, ValueRow.of(null, "x", null)))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ROW_INVALID))
        .hasMessageContaining("'id'");

    leavesNothingBehind();
  }

  @ParameterizedTest
  @EnumSource(LoadMethod.class)
  void mergesIntoATableWithFewerAndStricterColumns(LoadMethod method) {
    user.tables.create(
        user.table("t"),
        new TableSpec(
            new TableSchema(
                List.of(
                    PlanCases.required("id", ColumnType.INT64),
                    PlanCases.required("name", ColumnType.STRING),
                    PlanCases.required("country", ColumnType.STRING))),
            List.of("id"),
            null,
            List.of()));

    run(MERGE, method, key(), ANN, ValueRow.of(2L, null, null));

    assertThat(BIGQUERY.table(dataset, "t").rows())
        .containsExactlyInAnyOrder(row("Ann", 1L, new BigDecimal("10.5")), row(null, 2L, null));
  }

  private static Map<String, @Nullable Object> row(
      @Nullable String name, long id, @Nullable BigDecimal credit) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("id", id);
    row.put("name", name);
    row.put("country", null);
    row.put("credit", credit);
    return row;
  }

  @Test
  void keepsThePartitioningOfWhatItReplaces() {
    SourceSchema dated =
        new SourceSchema(
            List.of(
                SourceField.of("id", ValueKind.LONG, false),
                SourceField.of("day", ValueKind.DATE, true)));
    TableSpec byDay =
        new TableSpec(
            spec(dated).schema(),
            List.of("id"),
            new PartitionSpec.ByTime(PartitionSpec.Granularity.DAY, "day"),
            List.of("id"));
    user.run(user.plan("t", REPLACE, byDay, LoadMethod.STREAMS), dated, ValueRow.of(1L, 20_000L));

    user.run(
        user.plan("t", REPLACE, spec(dated, "id"), LoadMethod.STREAMS),
        dated,
        ValueRow.of(2L, 20_001L));

    LiveTable live = user.tables.find(user.table("t")).orElseThrow();
    assertThat(live.partition()).contains(byDay.partition());
    assertThat(live.clustering()).containsExactly("id");
    assertThat(rows("t")).hasSize(1);
  }

  @Test
  void convertsToTheTypesOfTheTable() {
    Column wide =
        new Column("n", ColumnType.BIGNUMERIC, ColumnMode.NULLABLE, List.of(), 58, 20, null);
    user.tables.create(
        user.table("t"),
        new TableSpec(
            new TableSchema(List.of(PlanCases.required("id", ColumnType.INT64), wide)),
            List.of("id"),
            null,
            List.of()));
    SourceSchema numbers =
        new SourceSchema(
            List.of(
                SourceField.of("id", ValueKind.LONG, false),
                SourceField.decimal("n", true, 58, 20)));
    BigDecimal value =
        new BigDecimal("12345678901234567890123456789012345678.12345678901234567891");

    user.run(
        user.plan("t", MERGE, spec(numbers), LoadMethod.STREAMS), numbers, ValueRow.of(1L, value));

    assertThat(rows("t")).containsExactly(List.of(1L, value));
  }
}
