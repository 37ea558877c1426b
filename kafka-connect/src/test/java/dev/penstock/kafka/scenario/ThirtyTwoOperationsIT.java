package dev.penstock.kafka.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.Clustering;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardTableDefinition;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The 32 operations under every way to configure source and sink; each operation is a test that
 * needs those before it.
 */
class ThirtyTwoOperationsIT {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets();

  private @Nullable ProfileRun run;
  private @Nullable CapturedLog log;

  @AfterEach
  void stop() {
    if (run != null) {
      run.close();
    }
    if (log != null) {
      log.close();
    }
  }

  @TestFactory
  Stream<DynamicTest> fullImagesOrderedByOffset() {
    return Stream.concat(operations("F"), tables("F"));
  }

  @TestFactory
  Stream<DynamicTest> envelopesWithoutTransform() {
    return Stream.concat(
        operations("F", "envelopes", ScenarioConfig::withoutTransform), tables("envelopes"));
  }

  @TestFactory
  Stream<DynamicTest> fullImagesOrderedByLogPosition() {
    return Stream.concat(operations("L"), tables("L"));
  }

  @TestFactory
  Stream<DynamicTest> fullImagesOrderedByVersion() {
    return Stream.concat(operations("V"), tables("V"));
  }

  @TestFactory
  Stream<DynamicTest> tombstonesUnderDefaultIdentity() {
    return Stream.concat(operations("T"), tables("T"));
  }

  @TestFactory
  Stream<DynamicTest> versionUnderDefaultIdentityDivergesByTheColumnDefault() {
    return Stream.concat(operations("D1"), Stream.concat(tables("D1"), warning("D1")));
  }

  @TestFactory
  Stream<DynamicTest> versionUnderDefaultIdentityDivergesByTheTypeFallback() {
    return Stream.concat(operations("D0"), Stream.concat(tables("D0"), warning("D0")));
  }

  private Stream<DynamicTest> operations(String profile) {
    return operations(profile, profile, config -> config.as(profile));
  }

  private Stream<DynamicTest> operations(
      String profile, String dataset, UnaryOperator<ScenarioConfig> change) {
    log = new CapturedLog();
    ProfileRun started = new ProfileRun(BIGQUERY, profile, dataset, change);
    run = started;
    return started.operations().stream()
        .map(
            operation ->
                DynamicTest.dynamicTest(
                    String.format("%02d %s", operation.number(), operation.title()),
                    () -> started.play(operation)));
  }

  private static Stream<DynamicTest> tables(String dataset) {
    return Stream.of(
        DynamicTest.dynamicTest(
            "customers has the source's columns and nothing else",
            () ->
                assertThat(columns(dataset, "customers"))
                    .containsExactly(
                        "id INTEGER REQUIRED",
                        "name STRING NULLABLE",
                        "email STRING NULLABLE",
                        "version1 INTEGER NULLABLE",
                        "balance NUMERIC NULLABLE",
                        "updated_at TIMESTAMP NULLABLE",
                        "created_ts TIMESTAMP NULLABLE",
                        "birth DATE NULLABLE",
                        "wake TIME NULLABLE",
                        "active BOOLEAN NULLABLE",
                        "profile STRING NULLABLE",
                        "tags STRING REPEATED",
                        "uid STRING NULLABLE",
                        "score FLOAT NULLABLE",
                        "photo BYTES NULLABLE",
                        "bio STRING NULLABLE",
                        "phone STRING NULLABLE")),
        DynamicTest.dynamicTest(
            "tables are keyed and clustered by the source's primary key",
            () -> {
              assertThat(key(dataset, "customers")).containsExactly("id");
              assertThat(key(dataset, "order_lines")).containsExactly("order_id", "line_no");
              assertThat(key(dataset, "codes")).containsExactly("code");
              assertThat(clustering(dataset, "order_lines")).containsExactly("order_id", "line_no");
            }));
  }

  private Stream<DynamicTest> warning(String dataset) {
    return Stream.of(
        DynamicTest.dynamicTest(
            "a warning for each table names the cure",
            () ->
                assertThat(Objects.requireNonNull(log).lines("WARN", "ALTER TABLE"))
                    .allMatch(line -> line.contains("REPLICA IDENTITY FULL"))
                    // Once a table and task; three tasks were started twice.
                    .hasSizeLessThanOrEqualTo(18)
                    .extracting(line -> line.replaceAll(".*penstock-test.(\\S+) .*", "$1"))
                    .contains(
                        dataset + ".customers", dataset + ".order_lines", dataset + ".codes")));
  }

  private static List<String> columns(String dataset, String table) {
    Schema schema = Objects.requireNonNull(definition(dataset, table).getSchema());
    return schema.getFields().stream()
        .map(
            field ->
                field.getName()
                    + " "
                    + field.getType().name()
                    + " "
                    + (field.getMode() == null ? "NULLABLE" : field.getMode().name()))
        .toList();
  }

  private static List<String> key(String dataset, String table) {
    return Objects.requireNonNull(definition(dataset, table).getTableConstraints())
        .getPrimaryKey()
        .getColumns();
  }

  private static List<String> clustering(String dataset, String table) {
    Clustering clustering = Objects.requireNonNull(definition(dataset, table).getClustering());
    return clustering.getFields();
  }

  private static StandardTableDefinition definition(String dataset, String table) {
    return BIGQUERY.table(dataset, table).metadata().getDefinition();
  }
}
