package dev.penstock.flink.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.flink.CapturedLog;
import java.util.stream.Stream;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the planner refuses about a table: no file, no network. */
class TableOptionsTest {
  private static final String WHERE = "'project'='p', 'dataset'='d', 'table'='t'";

  private static void plan(String columns, String options) {
    String unused =
        tables(columns, options).explainSql("INSERT INTO sink (id) SELECT id FROM numbers");
  }

  private static TableEnvironment tables(String columns, String options) {
    TableEnvironment tables =
        TableEnvironment.create(EnvironmentSettings.newInstance().inStreamingMode().build());
    tables.executeSql(
        "CREATE TABLE sink (" + columns + ") WITH ('connector'='bigquery', " + options + ")");
    tables.executeSql(
        "CREATE TABLE numbers (id BIGINT NOT NULL) WITH ('connector'='datagen',"
            + " 'number-of-rows'='1')");
    return tables;
  }

  private static Arguments refused(String options, String message) {
    return Arguments.of("id BIGINT NOT NULL", options, message);
  }

  static Stream<Arguments> refusals() {
    String exactlyOnce = WHERE + ", 'sink.write-method'='storage-api-exactly-once'";
    return Stream.of(
        refused("'project'='p', 'dataset'='d'", "table"),
        refused(WHERE + ", 'sink.colour'='red'", "sink.colour"),
        refused(
            "'project'='p', 'dataset'='my-dataset', 'table'='t'",
            "dataset: 'my-dataset' (expected: letters, digits and underscores)"),
        refused(WHERE + ", 'sink.location'=' '", "location: '' (expected: a location such as EU)"),
        refused(WHERE + ", 'sink.write-method'='telepathy'", "telepathy"),
        refused(
            WHERE + ", 'sink.buffered-stream.max-append-request-bytes'='1 mb'",
            "Option 'sink.buffered-stream.max-append-request-bytes' is set, and sink.write-method"
                + " is storage-api-at-least-once"),
        refused(
            exactlyOnce + ", 'sink.default-stream.flush-interval'='1 s'",
            "Option 'sink.default-stream.flush-interval' is set, and sink.write-method is"
                + " storage-api-exactly-once"),
        refused(
            exactlyOnce + ", 'sink.cdc.enabled'='true'",
            "sink.cdc.enabled is true, and sink.write-method is storage-api-exactly-once"),
        refused(
            WHERE + ", 'sink.cdc.enabled'='true'",
            "sink.cdc.enabled is true, and the table has no PRIMARY KEY"),
        refused(
            WHERE + ", 'sink.cdc.max-staleness'='1 min'",
            "Option 'sink.cdc.max-staleness' is set, and sink.cdc.enabled is false"),
        refused(
            WHERE + ", 'sink.table-create.time-partitioning.field'='id'",
            "Option 'sink.table-create.time-partitioning.field' is set, and"
                + " sink.table-create.time-partitioning.type is not set"),
        refused(
            WHERE + ", 'sink.default-stream.max-inflight-requests'='0'",
            "maxInflightRequests: 0 (expected: 1..10000)"),
        refused(
            WHERE + ", 'sink.default-stream.max-append-request-bytes'='3 gb'",
            "maxAppendRequestBytes: 2147483647 (expected: 1..20000000)"),
        refused(
            WHERE + ", 'service-account-key-file'='/k.json', 'emulator-endpoint'='h:1'",
            "serviceAccountKeyFile and an emulator endpoint are both set"),
        Arguments.of(
            "id BIGINT NOT NULL, PRIMARY KEY (id) NOT ENFORCED",
            WHERE
                + ", 'sink.cdc.enabled'='true', 'sink.cdc.max-staleness'='1 min',"
                + " 'sink.cdc.clear-max-staleness'='true'",
            "sink.cdc.max-staleness and sink.cdc.clear-max-staleness are both set"),
        Arguments.of(
            "id BIGINT NOT NULL, place ROW<ids ARRAY<BIGINT>>",
            WHERE,
            "Column 'place.ids' of type ARRAY<BIGINT> cannot be written: its elements may be NULL,"
                + " and an array of BigQuery holds no NULL. Declare ARRAY<BIGINT NOT NULL>."),
        Arguments.of(
            "id BIGINT NOT NULL, ids ARRAY<ROW<few ARRAY<INT>>>",
            WHERE,
            "Column 'ids.few' of type ARRAY<INT> cannot be written: its elements may be NULL"),
        Arguments.of(
            "id BIGINT NOT NULL, ids ARRAY<ARRAY<BIGINT>>",
            WHERE,
            "Column 'ids' of type ARRAY<ARRAY<BIGINT>> cannot be written: an array of BigQuery"
                + " holds no arrays, which MAP and MULTISET are too. Wrap the elements in a ROW."),
        Arguments.of(
            "id BIGINT NOT NULL, wall TIMESTAMP(9)",
            WHERE,
            "Column 'wall' of type TIMESTAMP(9) cannot be written: BigQuery keeps fewer"
                + " digits of a second. Declare TIMESTAMP(6), and CAST to it in the query."),
        Arguments.of(
            "id BIGINT NOT NULL, moment TIMESTAMP_LTZ(9)",
            WHERE,
            "Declare TIMESTAMP_LTZ(6), and CAST to it in the query."));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void refusesWhatIsMissingUnknownOrDoesNotGoTogether(
      String columns, String options, String message) {
    assertThatThrownBy(() -> plan(columns, options)).hasStackTraceContaining(message);
  }

  @Test
  void refusesAQueryThatUpdatesItsRowsWithTheOptionThatTakesIt() {
    TableEnvironment tables = tables("id BIGINT NOT NULL", WHERE);

    assertThatThrownBy(
            () -> tables.explainSql("INSERT INTO sink SELECT COUNT(*) FROM numbers GROUP BY id"))
        .hasStackTraceContaining(
            "The query updates or deletes rows it gave before, and table p.d.t takes new rows only,"
                + " because sink.cdc.enabled is false. Set 'sink.cdc.enabled' = 'true' and declare"
                + " PRIMARY KEY (...) NOT ENFORCED, or write a query that only adds rows.");
  }

  @Test
  void warnsOnceOfAKeyThatDoesNothing() {
    String key = "id BIGINT NOT NULL, PRIMARY KEY (id) NOT ENFORCED";
    try (CapturedLog log = new CapturedLog()) {
      plan(key, WHERE);

      assertThat(log.warnings(TableSinkPlan.class.getName()))
          .containsExactly(
              "Table p.d.t declares PRIMARY KEY [id], and sink.cdc.enabled is false: the key is"
                  + " ignored, every row is appended, also under a key that is there already. Set"
                  + " 'sink.cdc.enabled' = 'true' to replace rows by their key, or drop the key.");
    }
    try (CapturedLog log = new CapturedLog()) {
      assertThatCode(
              () ->
                  tables(key, WHERE + ", 'sink.cdc.enabled'='true'")
                      .explainSql("INSERT INTO sink SELECT id FROM numbers GROUP BY id"))
          .doesNotThrowAnyException();

      assertThat(log.warnings(TableSinkPlan.class.getName())).isEmpty();
    }
  }

  @Test
  void plansWithAKeyThatDoesNotExist() {
    assertThatCode(
            () ->
                plan(
                    "id BIGINT NOT NULL",
                    WHERE + ", 'service-account-key-file'='/does/not/exist/key.json'"))
        .doesNotThrowAnyException();
  }
}
