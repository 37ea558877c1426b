package dev.penstock.core.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.BigQuery;
import com.google.cloud.bigquery.FieldValueList;
import com.google.cloud.bigquery.QueryJobConfiguration;
import dev.penstock.core.table.ChangeProvisioning;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.local.FaultScript.Fault;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** max_staleness by SQL, on a local BigQuery. */
@Tag("sql")
class LocalStalenessIT {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets("stale");

  @AfterEach
  void clear() {
    BIGQUERY.faults().clear();
  }

  private static TablePolicy policy(Duration maxStaleness) {
    return TablePolicy.forChanges(List.of("id")).toBuilder()
        .clustering(List.of())
        .maxStaleness(maxStaleness)
        .build();
  }

  private static LocalWriters write(String table, Duration maxStaleness, long id) {
    LocalWriters task = new LocalWriters(BIGQUERY);
    task.upsert(task.writer("stale", table, policy(maxStaleness)), 1, id, "a");
    task.drain(1);
    return task;
  }

  private static List<String> statementsFor(String table) {
    List<String> statements = new ArrayList<>();
    BIGQUERY
        .client()
        .listJobs(BigQuery.JobListOption.allUsers())
        .iterateAll()
        .forEach(
            job -> {
              if (job.getConfiguration() instanceof QueryJobConfiguration query
                  && query.getQuery().startsWith("ALTER TABLE")
                  && query.getQuery().contains(table)) {
                statements.add(query.getQuery());
              }
            });
    return statements;
  }

  private static List<String> option(String table) throws InterruptedException {
    List<String> values = new ArrayList<>();
    for (FieldValueList row :
        BIGQUERY
            .client()
            .query(
                QueryJobConfiguration.of(
                    "SELECT option_value FROM stale.INFORMATION_SCHEMA.TABLE_OPTIONS WHERE"
                        + " table_name = '"
                        + table
                        + "' AND option_name = 'max_staleness'"))
            .iterateAll()) {
      values.add(row.get(0).getStringValue());
    }
    return values;
  }

  @Test
  void isSetOnceForManyTasksAndNotAgainWhenEqual() throws Exception {
    // The table is there first, so that all tasks see it alike.
    write("many", Duration.ofMinutes(10), 0).close();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<List<String>>> results =
          IntStream.rangeClosed(1, 4)
              .mapToObj(
                  id ->
                      threads.submit(
                          () -> {
                            try (LocalWriters task = write("many", Duration.ofMinutes(10), id)) {
                              return task.metrics.failures;
                            }
                          }))
              .toList();
      for (Future<List<String>> result : results) {
        assertThat(result.get()).isEmpty();
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(option("many")).containsExactly("0-0 0 0:10:0");
    assertThat(statementsFor("many"))
        .containsExactly(
            "ALTER TABLE `penstock-test.stale.many` SET OPTIONS (max_staleness = INTERVAL 600000000"
                + " MICROSECOND)");
  }

  @Test
  void isChangedWhenItDiffers() throws InterruptedException {
    write("differs", Duration.ofMinutes(10), 1).close();
    write("differs", Duration.ofSeconds(90), 2).close();

    assertThat(option("differs")).containsExactly("0-0 0 0:1:30");
    assertThat(statementsFor("differs")).hasSize(2);
  }

  @Test
  void aDenialIsToldAndRowsAreWrittenAllTheSame() {
    BIGQUERY
        .faults()
        .add("jobs.insert", null, 1, 100, new Fault.Fail("403 accessDenied", "no jobs"));

    try (LocalWriters task = write("denied", Duration.ofMinutes(10), 1)) {
      assertThat(task.metrics.failures).singleElement().asString().contains("no jobs");
      assertThat(BIGQUERY.table("stale", "denied").rows()).hasSize(1);
    }
  }

  @Test
  void aDifferenceEndsAWriterThatVerifiesBeforeItsFirstRow() {
    write("verified", Duration.ofMinutes(10), 1).close();
    TablePolicy verifies =
        policy(Duration.ofMinutes(5)).toBuilder()
            .provisioning(ChangeProvisioning.VERIFY_ONLY)
            .build();

    try (LocalWriters task = new LocalWriters(BIGQUERY)) {
      TableWriter writer = task.writer("stale", "verified", verifies);
      assertThatThrownBy(() -> task.upsert(writer, 1, 2, "b"))
          .hasMessageContaining("its max_staleness is PT10M and not PT5M");
      assertThat(task.completions.acknowledged).isEmpty();
    }
  }
}
