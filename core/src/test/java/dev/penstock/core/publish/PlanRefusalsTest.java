package dev.penstock.core.publish;

import static dev.penstock.core.publish.PlanCases.BY_DAY;
import static dev.penstock.core.publish.PlanCases.ROWS;
import static dev.penstock.core.publish.PlanCases.TARGET;
import static dev.penstock.core.publish.PlanCases.existing;
import static dev.penstock.core.publish.PlanCases.request;
import static dev.penstock.core.publish.PlanCases.required;
import static dev.penstock.core.publish.PlanCases.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.PartitionSpec;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.model.TableSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is refused before anything is loaded, each time in words that tell what to do. */
class PlanRefusalsTest {
  private static final Strategy REPLACE = new Strategy.Replace(false);
  private static final Strategy APPEND = new Strategy.Append();
  private static final Strategy MERGE = new Strategy.Merge();

  private static void refuses(PublishRequest request, ErrorCode code, String message) {
    assertThatThrownBy(() -> PublishPlanner.plan(request))
        .isInstanceOfSatisfying(IngestException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessage(message);
  }

  private static TableSpec plain(Column... columns) {
    return spec(new TableSchema(List.of(columns)), List.of(), null, List.of());
  }

  private static PublishRequest into(TableSpec live, TableSpec rows, boolean relax) {
    return new PublishRequest(
        TARGET, APPEND, rows, existing(live), LoadMethod.LOAD_JOB, relax, null, "r1");
  }

  private static Column text(String name, @Nullable Long length) {
    return new Column(name, ColumnType.STRING, ColumnMode.NULLABLE, List.of(), null, null, length);
  }

  private static Column decimal(String name, ColumnType type, Integer precision, Integer scale) {
    return new Column(name, type, ColumnMode.NULLABLE, List.of(), precision, scale, null);
  }

  @Test
  void refusesAnotherPartitioning() {
    refuses(
        request(
            REPLACE,
            spec(
                ROWS,
                List.of(),
                new PartitionSpec.ByTime(PartitionSpec.Granularity.MONTH, "joined"),
                List.of()),
            existing(spec(ROWS, List.of(), BY_DAY, List.of())),
            LoadMethod.LOAD_JOB),
        ErrorCode.NOT_SUPPORTED,
        "Table shop.crm.customers is partitioned by DAY of joined, and the partitioning asked for is"
            + " MONTH of joined. BigQuery changes the partitioning of no table in place, and this"
            + " release does not build it anew; a later one will. Nothing was loaded. Ask for no"
            + " partitioning to keep what the table has, load into another table, or drop this one"
            + " first.");
  }

  @Test
  void refusesPartitioningOfATableWithout() {
    refuses(
        request(
            APPEND,
            spec(ROWS, List.of(), BY_DAY, List.of()),
            existing(spec(ROWS, List.of(), null, List.of())),
            LoadMethod.LOAD_JOB),
        ErrorCode.NOT_SUPPORTED,
        "Table shop.crm.customers is not partitioned, and the partitioning asked for is DAY of"
            + " joined. BigQuery changes the partitioning of no table in place, and this release"
            + " does not build it anew; a later one will. Nothing was loaded. Ask for no"
            + " partitioning to keep what the table has, load into another table, or drop this one"
            + " first.");
  }

  @Test
  void refusesAnotherOrderOfClustering() {
    refuses(
        request(
            MERGE,
            spec(ROWS, List.of("id"), null, List.of("name", "id")),
            existing(spec(ROWS, List.of("id"), null, List.of("id", "name"))),
            LoadMethod.LOAD_JOB),
        ErrorCode.NOT_SUPPORTED,
        "Table shop.crm.customers is clustered by [id, name], and the clustering asked for is [name,"
            + " id]. BigQuery changes the clustering of no table in place, and this release does"
            + " not build it anew; a later one will. Nothing was loaded. Ask for no clustering to"
            + " keep what the table has, load into another table, or drop this one first.");
  }

  @Test
  void refusesRowsWithoutTheColumnThatTheTableIsPartitionedBy() {
    refuses(
        request(
            REPLACE,
            plain(required("id", ColumnType.INT64)),
            existing(spec(ROWS, List.of(), BY_DAY, List.of())),
            LoadMethod.LOAD_JOB),
        ErrorCode.SCHEMA_MISMATCH,
        "Table shop.crm.customers is partitioned by 'joined' DATE, and the rows lack that column."
            + " Nothing was loaded. Give the rows that column, load into another table, or drop"
            + " this one first.");
  }

  @Test
  void refusesAStatementOnATablePartitionedByIngestion() {
    PartitionSpec byIngestion = new PartitionSpec.ByTime(PartitionSpec.Granularity.DAY, null);

    refuses(
        request(
            REPLACE,
            spec(ROWS, List.of(), null, List.of()),
            existing(spec(ROWS, List.of(), byIngestion, List.of())),
            LoadMethod.STREAMS),
        ErrorCode.NOT_SUPPORTED,
        "Table shop.crm.customers is to be partitioned by the time a row came in, which no CREATE"
            + " TABLE … AS SELECT can make, and one is needed: rows of write streams lie in a"
            + " buffer at first, which a copy job does not see. Nothing was loaded. Partition by a"
            + " column, or have no key, use a load job, and wait until the target has no streaming"
            + " buffer.");
  }

  @Test
  void refusesAMergeThatNeedsAPartitionFilter() {
    refuses(
        request(
            MERGE,
            spec(ROWS, List.of("id"), null, List.of()),
            new ExistingTable(
                spec(ROWS, List.of("id"), BY_DAY, List.of()), List.of(), true, false, List.of()),
            LoadMethod.LOAD_JOB),
        ErrorCode.TABLE_UNSUITABLE,
        "Table shop.crm.customers answers only queries that name partitions"
            + " (require_partition_filter), and a merge must look for its keys in all. Nothing was"
            + " loaded. Switch the option off for the run, or replace the table.");
  }

  @Test
  void namesEveryColumnThatDoesNotFit() {
    refuses(
        into(
            plain(
                text("code", 3L),
                decimal("price", ColumnType.NUMERIC, 10, 2),
                Column.nullable("tags", ColumnType.STRING),
                Column.nullable("born", ColumnType.DATE)),
            plain(
                text("code", 5L),
                decimal("price", ColumnType.NUMERIC, 10, 3),
                Column.of("tags", ColumnType.STRING, ColumnMode.REPEATED),
                Column.nullable("born", ColumnType.STRING)),
            true),
        ErrorCode.SCHEMA_MISMATCH,
        "The rows do not fit table shop.crm.customers: 'code' is STRING(5) in the source and"
            + " STRING(3) in the table (the table's column is shorter); 'price' is NUMERIC(10, 3)"
            + " in the source and NUMERIC(10, 2) in the table (the table's column has fewer"
            + " digits); 'tags' is ARRAY<STRING> in the source and STRING in the table (one is"
            + " repeated and the other is not); 'born' is STRING in the source and DATE in the"
            + " table (no value of the one is a value of the other). Nothing was loaded. Change the"
            + " source's columns or the table's, or load into another table.");
  }

  @Test
  void refusesAMissingRequiredColumnByNameWhereNothingMayBeRelaxed() {
    refuses(
        into(
            plain(required("id", ColumnType.INT64), required("country", ColumnType.STRING)),
            plain(required("id", ColumnType.INT64)),
            false),
        ErrorCode.SCHEMA_MISMATCH,
        "The rows do not fit table shop.crm.customers: the table's column 'country' is REQUIRED, and"
            + " the rows lack it. Nothing was loaded. Change the source's columns or the table's,"
            + " or load into another table.");
  }

  @Test
  void neverRelaxesAKeyColumn() {
    refuses(
        request(
            APPEND,
            plain(Column.nullable("name", ColumnType.STRING)),
            existing(spec(ROWS, List.of("id"), null, List.of())),
            LoadMethod.LOAD_JOB),
        ErrorCode.SCHEMA_MISMATCH,
        "The rows do not fit table shop.crm.customers: the table's column 'id' is REQUIRED and of its"
            + " key, and the rows lack it. Nothing was loaded. Change the source's columns or the"
            + " table's, or load into another table.");
  }

  @Test
  void refusesFewerDigitsBehindAnotherType() {
    refuses(
        into(
            plain(decimal("big", ColumnType.NUMERIC, 29, 0)),
            plain(decimal("big", ColumnType.BIGNUMERIC, 38, 0)),
            true),
        ErrorCode.SCHEMA_MISMATCH,
        "The rows do not fit table shop.crm.customers: 'big' is BIGNUMERIC(38, 0) in the source and"
            + " NUMERIC(29, 0) in the table (the table's column has fewer digits). Nothing was"
            + " loaded. Change the source's columns or the table's, or load into another table.");
  }

  @Test
  void refusesAFieldOfAStructByItsPath() {
    refuses(
        into(
            plain(
                Column.struct(
                    "at",
                    ColumnMode.NULLABLE,
                    List.of(
                        Column.nullable("zip", ColumnType.INT64),
                        required("town", ColumnType.STRING)))),
            plain(
                Column.struct(
                    "at", ColumnMode.NULLABLE, List.of(Column.nullable("zip", ColumnType.STRING)))),
            true),
        ErrorCode.SCHEMA_MISMATCH,
        "The rows do not fit table shop.crm.customers: 'at.zip' is STRING in the source and INT64 in"
            + " the table (no value of the one is a value of the other); the table's field"
            + " 'at.town' is REQUIRED and the rows lack it. Nothing was loaded. Change the source's"
            + " columns or the table's, or load into another table.");
  }

  @Test
  void refusesAMergeWithoutAKey() {
    refuses(
        request(
            MERGE,
            spec(ROWS, List.of(), null, List.of()),
            existing(spec(ROWS, List.of(), null, List.of())),
            LoadMethod.LOAD_JOB),
        ErrorCode.INVALID_OPTION,
        "primary key: none (expected: the columns that tell rows apart, which merge needs)");
  }

  @Test
  void refusesAKeyThatIsNoColumn() {
    refuses(
        request(REPLACE, spec(ROWS, List.of("number"), null, List.of()), null, LoadMethod.LOAD_JOB),
        ErrorCode.INVALID_OPTION,
        "primary key: number (expected: a column of the rows, which have [id, name, credit,"
            + " joined])");
  }

  @Test
  void refusesAKeyByWhichNothingCanBeToldApart() {
    refuses(
        request(
            MERGE,
            spec(
                new TableSchema(List.of(Column.nullable("body", ColumnType.JSON))),
                List.of("body"),
                null,
                List.of()),
            null,
            LoadMethod.LOAD_JOB),
        ErrorCode.INVALID_OPTION,
        "primary key: body (expected: a column by which BigQuery can tell rows apart, not JSON)");
  }

  @Test
  void refusesAPartitioningThatItsColumnCannotHave() {
    refuses(
        request(
            REPLACE,
            spec(
                ROWS,
                List.of(),
                new PartitionSpec.ByTime(PartitionSpec.Granularity.HOUR, "joined"),
                List.of()),
            null,
            LoadMethod.LOAD_JOB),
        ErrorCode.INVALID_OPTION,
        "partitioning: HOUR of joined, which is DATE (expected: HOUR of TIMESTAMP or DATETIME; DAY,"
            + " MONTH or YEAR of those or of DATE; ranges of INT64)");
  }

  @Test
  void refusesClusteringByTooManyColumns() {
    TableSchema wide =
        new TableSchema(
            List.of("a", "b", "c", "d", "e").stream()
                .map(name -> Column.nullable(name, ColumnType.STRING))
                .toList());

    refuses(
        request(
            REPLACE,
            spec(wide, List.of(), null, List.of("a", "b", "c", "d", "e")),
            null,
            LoadMethod.LOAD_JOB),
        ErrorCode.INVALID_OPTION,
        "clustering: a,b,c,d,e (expected: at most 4 columns)");
  }

  @Test
  void refusesAColumnOfTheNameThatNumbersRows() {
    refuses(
        request(
            APPEND,
            plain(Column.nullable("__PENSTOCK_SEQ", ColumnType.INT64)),
            null,
            LoadMethod.STREAMS),
        ErrorCode.SCHEMA_MISMATCH,
        "The source has a column '__penstock_seq', which numbers rows while they are loaded. Give it"
            + " another name.");
  }

  @Test
  void refusesToChooseTheNewestWhereEveryRowIsKept() {
    refuses(
        newest(APPEND, List.of("id")),
        ErrorCode.INVALID_OPTION,
        "newest by: joined (expected: none with append, which keeps every row)");
    refuses(
        newest(REPLACE, List.of()),
        ErrorCode.INVALID_OPTION,
        "newest by: joined (expected: primary key too, for without a key every row is kept)");
  }

  private static PublishRequest newest(Strategy strategy, List<String> key) {
    return new PublishRequest(
        TARGET,
        strategy,
        spec(ROWS, key, null, List.of()),
        null,
        LoadMethod.STREAMS,
        true,
        "joined",
        "r1");
  }
}
