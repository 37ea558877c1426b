package dev.penstock.kafka.task;

import static dev.penstock.kafka.task.RunningTask.KEY;
import static dev.penstock.kafka.task.RunningTask.key;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.QueryJobConfiguration;
import dev.penstock.local.FaultScript.Fault;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The task while the service has faults. */
class SinkFaultsIT {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets();

  @AfterEach
  void healService() {
    BIGQUERY.faults().clear();
  }

  private static List<Object> ids(String dataset) {
    return BIGQUERY.table(dataset, "t").rows().stream().map(row -> row.get("id")).toList();
  }

  @Test
  void survivesUnavailability() {
    String dataset = BIGQUERY.createDataset("unavailable");
    try (RunningTask task = RunningTask.start(BIGQUERY, dataset)) {
      task.putUpserts(0, 10);
      task.awaitCommitted();
      BIGQUERY.faults().add("AppendRows", "t", 1, 4, new Fault.Fail("UNAVAILABLE", "later"));
      task.putUpserts(10, 20);
      task.awaitCommitted();
    }
    assertThat(ids(dataset)).hasSize(20);
  }

  @Test
  void losesNothingWhenConnectionsAreCut() {
    String dataset = BIGQUERY.createDataset("cut");
    try (RunningTask task = RunningTask.start(BIGQUERY, dataset)) {
      BIGQUERY.faults().add("AppendRows", "t", 2, 2, new Fault.CutBeforeCommit());
      BIGQUERY.faults().add("AppendRows", "t", 4, 4, new Fault.CutAfterCommit());
      for (int i = 0; i < 100; i += 10) {
        task.putUpserts(i, i + 10);
      }
      task.awaitCommitted();
    }
    assertThat(ids(dataset)).hasSize(100);
  }

  @Test
  void failsWithinSecondsWhenPermissionIsLost() {
    String dataset = BIGQUERY.createDataset("denied");
    try (RunningTask task = RunningTask.start(BIGQUERY, dataset)) {
      task.putUpserts(0, 10);
      task.awaitCommitted();
      BIGQUERY.faults().add("AppendRows", "t", 1, 1000, new Fault.Fail("PERMISSION_DENIED", "no"));
      task.putUpserts(10, 20);
      assertThat(task.awaitFailure())
          .isInstanceOf(ConnectException.class)
          .hasMessageStartingWith("PERMISSION_DENIED: ")
          .hasMessageContaining("penstock-test.denied.t")
          .hasMessageContaining("roles/bigquery.dataEditor");
    }
    BIGQUERY.faults().clear();
    try (RunningTask again = RunningTask.start(BIGQUERY, dataset)) {
      again.putUpserts(0, 20);
      again.awaitCommitted();
    }
    assertThat(ids(dataset)).hasSize(20);
  }

  @Test
  void keepsRecordsWhileMetadataCannotBeRead() {
    String dataset = BIGQUERY.createDataset("metadata");
    BIGQUERY.faults().add("tables.get", null, 1, 3, new Fault.Fail("503", "backendError"));
    try (RunningTask task = RunningTask.start(BIGQUERY, dataset)) {
      task.putUpserts(0, 5);
      task.awaitCommitted();
    }
    assertThat(ids(dataset)).hasSize(5);
  }

  @Test
  void goesOnWhenStalenessMayNotBeSet() {
    String dataset = BIGQUERY.createDataset("staleness");
    BIGQUERY.faults().add("jobs.insert", null, 1, 100, new Fault.Fail("403", "accessDenied"));
    BIGQUERY.faults().add("jobs.query", null, 1, 100, new Fault.Fail("403", "accessDenied"));
    try (RunningTask task = RunningTask.start(BIGQUERY, dataset, "tableMaxStaleness", "600")) {
      task.putUpserts(0, 5);
      task.awaitCommitted();
    }
    assertThat(ids(dataset)).hasSize(5);
  }

  @Test
  void setsStalenessOnceForAllTasksAndRestarts() {
    String dataset = BIGQUERY.createDataset("once");
    for (int start = 0; start < 2; start++) {
      try (RunningTask one = RunningTask.start(BIGQUERY, dataset, "tableMaxStaleness", "600");
          RunningTask other =
              RunningTask.start(BIGQUERY, dataset, "tableMaxStaleness", "600", "taskId", "1")) {
        one.putUpserts(0, 1);
        one.awaitCommitted();
        other.putUpserts(1, 2);
        other.awaitCommitted();
      }
    }
    assertThat(statements(dataset)).filteredOn(sql -> sql.startsWith("ALTER TABLE")).hasSize(1);
  }

  private static List<String> statements(String dataset) {
    List<String> statements = new ArrayList<>();
    BIGQUERY
        .client()
        .listJobs()
        .iterateAll()
        .forEach(
            job -> {
              if (job.getConfiguration() instanceof QueryJobConfiguration query
                  && query.getQuery().contains(dataset)) {
                statements.add(query.getQuery());
              }
            });
    return statements;
  }

  @Test
  void addsTheColumnsOfTwoTasksAtOnce() {
    String dataset = BIGQUERY.createDataset("columns");
    try (RunningTask one = RunningTask.start(BIGQUERY, dataset, "allowNewBigQueryFields", "true");
        RunningTask other =
            RunningTask.start(BIGQUERY, dataset, "allowNewBigQueryFields", "true", "taskId", "1")) {
      one.putUpserts(0, 1);
      other.putUpserts(1, 2);
      one.awaitCommitted();
      other.awaitCommitted();
      one.put(with(one, 2, "phone"));
      other.put(with(other, 3, "fax"));
      one.awaitCommitted();
      other.awaitCommitted();
    }
    assertThat(BIGQUERY.table(dataset, "t").rows())
        .allSatisfy(row -> assertThat(row).containsOnlyKeys("id", "name", "phone", "fax"));
    assertThat(ids(dataset)).containsExactlyInAnyOrder(0L, 1L, 2L, 3L);
  }

  private static org.apache.kafka.connect.sink.SinkRecord with(
      RunningTask task, long id, String column) {
    Schema schema =
        SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("name", Schema.OPTIONAL_STRING_SCHEMA)
            .field(column, Schema.OPTIONAL_STRING_SCHEMA)
            .build();
    return task.record(KEY, key(id), schema, new Struct(schema).put("id", id).put(column, "x"));
  }
}
