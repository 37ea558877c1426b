package dev.penstock.core.publish;

import static dev.penstock.core.publish.PlanCases.BY_DAY;
import static dev.penstock.core.publish.PlanCases.ROWS;
import static dev.penstock.core.publish.PlanCases.existing;
import static dev.penstock.core.publish.PlanCases.request;
import static dev.penstock.core.publish.PlanCases.required;
import static dev.penstock.core.publish.PlanCases.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.PartitionSpec;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.model.TableSpec;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How key, layout, columns and types are chosen. */
class PlannerRulesTest {
  private static final Strategy REPLACE = new Strategy.Replace(false);
  private static final Strategy MERGE = new Strategy.Merge();

  private static TableSpec created(PublishPlan plan) {
    return plan.steps().stream()
        .filter(Step.CreateTable.class::isInstance)
        .map(step -> ((Step.CreateTable) step).spec())
        .findFirst()
        .orElseThrow();
  }

  private static String statement(PublishPlan plan) {
    return plan.steps().stream()
        .filter(Step.RunQuery.class::isInstance)
        .map(step -> ((Step.RunQuery) step).sql())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void clustersANewTableByTheFirstFourKeyColumnsThatCanBe() {
    TableSchema schema =
        new TableSchema(
            List.of(
                required("a", ColumnType.BYTES),
                required("b", ColumnType.STRING),
                required("c", ColumnType.TIME),
                required("d", ColumnType.DATE),
                required("e", ColumnType.INT64),
                required("f", ColumnType.BOOL),
                required("g", ColumnType.NUMERIC)));

    PublishPlan plan =
        PublishPlanner.plan(
            request(
                REPLACE,
                spec(schema, List.of("a", "b", "c", "d", "e", "f", "g"), null, List.of()),
                null,
                LoadMethod.LOAD_JOB));

    assertThat(statement(plan)).contains("CLUSTER BY `b`, `d`, `e`, `f`\n");
  }

  @Test
  void declaresNoKeyOfMoreThanSixteenColumnsAndStillTellsRowsApart() {
    List<String> names = IntStream.rangeClosed(1, 17).mapToObj(i -> "k" + i).toList();
    TableSchema schema =
        new TableSchema(names.stream().map(name -> required(name, ColumnType.INT64)).toList());

    PublishPlan plan =
        PublishPlanner.plan(
            request(REPLACE, spec(schema, names, null, List.of()), null, LoadMethod.LOAD_JOB));

    assertThat(statement(plan)).doesNotContain("PRIMARY KEY").contains("PARTITION BY `k1`, `k2`");
    assertThat(plan.warnings())
        .containsExactly(
            "the key has 17 columns and BigQuery declares at most 16 as PRIMARY KEY: a new table"
                + " declares none, rows are told apart all the same");
  }

  @Test
  void declaresAKeyOfSixteenColumns() {
    List<String> names = IntStream.rangeClosed(1, 16).mapToObj(i -> "k" + i).toList();
    TableSchema schema =
        new TableSchema(names.stream().map(name -> required(name, ColumnType.INT64)).toList());

    PublishPlan plan =
        PublishPlanner.plan(
            request(REPLACE, spec(schema, names, null, List.of()), null, LoadMethod.LOAD_JOB));

    assertThat(statement(plan)).contains("`k16`) NOT ENFORCED");
    assertThat(plan.warnings()).isEmpty();
  }

  @Test
  void makesKeyColumnsOfANewTableRequired() {
    TableSchema schema = new TableSchema(List.of(Column.nullable("ID", ColumnType.STRING)));

    PublishPlan plan =
        PublishPlanner.plan(
            request(MERGE, spec(schema, List.of("id"), null, List.of()), null, LoadMethod.STREAMS));

    assertThat(created(plan).schema().columns().get(0))
        .isEqualTo(required("ID", ColumnType.STRING));
    assertThat(statement(plan)).contains("`ID` STRING NOT NULL,\n  PRIMARY KEY (`ID`)");
  }

  @Test
  void mergesByTheKeyOfTheTargetWhereNoneIsNamed() {
    PublishPlan plan =
        PublishPlanner.plan(
            request(
                MERGE,
                spec(ROWS, List.of(), null, List.of()),
                existing(spec(ROWS, List.of("id"), null, List.of())),
                LoadMethod.LOAD_JOB));

    assertThat(statement(plan)).contains("ON T.`id` = S.`id`\n");
  }

  @Test
  void comparesKeysBareWhereOnlyOneSideCanBeNull() {
    TableSchema nullable = new TableSchema(List.of(Column.nullable("id", ColumnType.INT64)));
    TableSchema fixed = new TableSchema(List.of(required("id", ColumnType.INT64)));

    assertThat(statement(keyed(fixed, nullable))).contains("ON T.`id` = S.`id`\n");
    assertThat(statement(keyed(nullable, fixed))).contains("ON T.`id` = S.`id`\n");
    assertThat(statement(keyed(nullable, nullable)))
        .contains("ON (T.`id` = S.`id` OR (T.`id` IS NULL AND S.`id` IS NULL))\n");
  }

  private static PublishPlan keyed(TableSchema rows, TableSchema live) {
    return PublishPlanner.plan(
        request(
            MERGE,
            spec(rows, List.of("id"), null, List.of()),
            existing(spec(live, List.of(), null, List.of())),
            LoadMethod.LOAD_JOB));
  }

  @Test
  void insertsOnlyWhereEveryColumnIsOfTheKey() {
    TableSchema schema = new TableSchema(List.of(required("id", ColumnType.INT64)));

    assertThat(statement(keyed(schema, schema))).doesNotContain("WHEN MATCHED");
  }

  @Test
  void adoptsTheLayoutOfATableThatIsReplaced() {
    PublishPlan plan =
        PublishPlanner.plan(
            request(
                REPLACE,
                spec(ROWS, List.of(), null, List.of()),
                existing(spec(ROWS, List.of(), BY_DAY, List.of("name"))),
                LoadMethod.LOAD_JOB));

    assertThat(created(plan).partition()).isEqualTo(BY_DAY);
    assertThat(created(plan).clusterBy()).containsExactly("name");
    assertThat(plan.reasons())
        .contains(
            "the target is partitioned by DAY of joined, and stays so",
            "the target is clustered by [name], and stays so");
  }

  @Test
  void takesTheSameLayoutInOtherLettersForTheSame() {
    PartitionSpec shouted = new PartitionSpec.ByTime(PartitionSpec.Granularity.DAY, "JOINED");

    PublishPlan plan =
        PublishPlanner.plan(
            request(
                REPLACE,
                spec(ROWS, List.of(), shouted, List.of("NAME")),
                existing(spec(ROWS, List.of(), BY_DAY, List.of("name"))),
                LoadMethod.LOAD_JOB));

    assertThat(created(plan).partition()).isEqualTo(BY_DAY);
  }

  @Test
  void neverClustersAnExistingTableByDefault() {
    PublishPlan plan =
        PublishPlanner.plan(
            request(
                REPLACE,
                spec(ROWS, List.of("id"), null, List.of()),
                existing(spec(ROWS, List.of(), null, List.of())),
                LoadMethod.LOAD_JOB));

    assertThat(statement(plan)).doesNotContain("CLUSTER BY");
  }

  @Test
  void writesEachKindOfPartitioning() {
    TableSchema schema =
        new TableSchema(
            List.of(
                Column.nullable("d", ColumnType.DATE),
                Column.nullable("dt", ColumnType.DATETIME),
                Column.nullable("ts", ColumnType.TIMESTAMP),
                Column.nullable("n", ColumnType.INT64)));

    assertThat(partitionClause(schema, byTime(PartitionSpec.Granularity.DAY, "d")))
        .isEqualTo("PARTITION BY `d`");
    assertThat(partitionClause(schema, byTime(PartitionSpec.Granularity.MONTH, "d")))
        .isEqualTo("PARTITION BY DATE_TRUNC(`d`, MONTH)");
    assertThat(partitionClause(schema, byTime(PartitionSpec.Granularity.YEAR, "dt")))
        .isEqualTo("PARTITION BY DATETIME_TRUNC(`dt`, YEAR)");
    assertThat(partitionClause(schema, byTime(PartitionSpec.Granularity.HOUR, "ts")))
        .isEqualTo("PARTITION BY TIMESTAMP_TRUNC(`ts`, HOUR)");
    assertThat(partitionClause(schema, new PartitionSpec.ByRange("n", 0, 1000, 10)))
        .isEqualTo("PARTITION BY RANGE_BUCKET(`n`, GENERATE_ARRAY(0, 1000, 10))");
  }

  private static PartitionSpec byTime(PartitionSpec.Granularity granularity, String column) {
    return new PartitionSpec.ByTime(granularity, column);
  }

  private static String partitionClause(TableSchema schema, PartitionSpec partition) {
    PublishPlan plan =
        PublishPlanner.plan(
            request(
                REPLACE, spec(schema, List.of(), partition, List.of()), null, LoadMethod.STREAMS));
    return statement(plan).lines().filter(line -> line.startsWith("PARTITION")).findFirst().get();
  }

  @Test
  void relaxesWhatTheRowsMayLeaveNullButNoKey() {
    TableSchema live =
        new TableSchema(
            List.of(
                required("id", ColumnType.INT64),
                required("name", ColumnType.STRING),
                required("kept", ColumnType.STRING)));
    TableSchema rows =
        new TableSchema(
            List.of(
                Column.nullable("id", ColumnType.INT64),
                Column.nullable("name", ColumnType.STRING),
                required("kept", ColumnType.STRING)));

    PublishPlan plan = keyed(rows, live);

    assertThat(plan.steps())
        .filteredOn(Step.RelaxColumns.class::isInstance)
        .containsExactly(new Step.RelaxColumns(PlanCases.TARGET, List.of("name")));
    assertThat(created(plan).schema().columns())
        .startsWith(
            required("id", ColumnType.INT64),
            Column.nullable("name", ColumnType.STRING),
            required("kept", ColumnType.STRING));
  }

  @Test
  void leavesColumnsWithADefaultToTheService() {
    TableSchema live =
        new TableSchema(
            List.of(required("id", ColumnType.INT64), required("made", ColumnType.TIMESTAMP)));
    TableSchema rows = new TableSchema(List.of(required("id", ColumnType.INT64)));

    PublishPlan plan =
        PublishPlanner.plan(
            request(
                new Strategy.Append(),
                spec(rows, List.of(), null, List.of()),
                new ExistingTable(
                    spec(live, List.of(), null, List.of()),
                    List.of("made"),
                    false,
                    false,
                    List.of()),
                LoadMethod.LOAD_JOB));

    assertThat(plan.steps()).hasSize(1);
  }

  @Test
  void addsFieldsInsideAStruct() {
    TableSchema live =
        new TableSchema(
            List.of(
                required("id", ColumnType.INT64),
                Column.struct(
                    "at",
                    ColumnMode.NULLABLE,
                    List.of(Column.nullable("town", ColumnType.STRING)))));
    TableSchema rows =
        new TableSchema(
            List.of(
                required("id", ColumnType.INT64),
                Column.struct(
                    "at",
                    ColumnMode.NULLABLE,
                    List.of(
                        Column.nullable("zip", ColumnType.STRING),
                        Column.nullable("town", ColumnType.STRING)))));

    PublishPlan plan = keyed(rows, live);

    assertThat(created(plan).schema().columns().get(1).sqlType())
        .isEqualTo("STRUCT<`town` STRING, `zip` STRING>");
    assertThat(plan.text()).contains("add columns to the target:\n       at.zip STRING\n");
  }

  @Test
  void quotesNamesByOneRule() {
    TableSchema schema =
        new TableSchema(
            List.of(required("a`b", ColumnType.INT64), Column.nullable("order", ColumnType.INT64)));

    PublishPlan plan =
        PublishPlanner.plan(
            request(
                REPLACE, spec(schema, List.of("a`b"), null, List.of()), null, LoadMethod.STREAMS));

    assertThat(statement(plan)).contains("SELECT `a\\`b`, `order`\n");
  }
}
