package dev.penstock.local;

import static dev.penstock.local.AvroBytes.field;
import static dev.penstock.local.AvroBytes.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.gax.rpc.NotFoundException;
import com.google.cloud.bigquery.BigQueryException;
import com.google.cloud.bigquery.CopyJobConfiguration;
import com.google.cloud.bigquery.DatasetInfo;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.JobId;
import com.google.cloud.bigquery.JobInfo;
import com.google.cloud.bigquery.JobStatistics;
import com.google.cloud.bigquery.JobStatistics.CopyStatistics;
import com.google.cloud.bigquery.JobStatistics.LoadStatistics;
import com.google.cloud.bigquery.JobStatistics.QueryStatistics;
import com.google.cloud.bigquery.QueryJobConfiguration;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.storage.v1.CreateReadSessionRequest;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs after a restart. */
@Tag("sql")
class DurableJobsTest {
  private static final byte[] ROWS =
      AvroBytes.file(record(field("id", "long")), List.of(1L), List.of(2L));

  @TempDir private Path directory;

  private static HttpResponse<String> load(LocalClients clients, String id, String table)
      throws IOException, InterruptedException {
    String job =
        ("{\"jobReference\":{\"jobId\":\"%s\"},\"configuration\":{\"labels\":{\"run\":\"7\"},"
                + "\"load\":{\"sourceFormat\":\"AVRO\",\"destinationTable\":{\"datasetId\":\"d\","
                + "\"tableId\":\"%s\"}}}}")
            .formatted(id, table);
    return new Uploader(clients.local).multipart(job, ROWS, "\r\n", "\r\n");
  }

  private static Job end(LocalClients clients, String id) {
    return clients.awaitEnd(JobId.of("p", id));
  }

  private static void query(LocalClients clients, String id, String sql) {
    clients.rest.create(JobInfo.of(JobId.of("p", id), QueryJobConfiguration.of(sql)));
    Job unused = end(clients, id);
  }

  private static List<Long> ends(LocalClients clients) {
    return Stream.of("loaded", "refused", "copied", "changed", "created", "read")
        .map(id -> endTime(end(clients, id)))
        .toList();
  }

  private static Long endTime(Job job) {
    JobStatistics statistics = job.getStatistics();
    return statistics.getEndTime();
  }

  private static void runOneOfEach(LocalClients clients) throws IOException, InterruptedException {
    clients.rest.create(DatasetInfo.of("d"));
    clients.createTable("other", Field.of("name", StandardSQLTypeName.STRING));
    load(clients, "loaded", "t");
    load(clients, "refused", "other");
    assertThat(end(clients, "loaded").getStatus().getError()).isNull();
    assertThat(end(clients, "refused").getStatus().getError()).isNotNull();
    clients.rest.create(
        JobInfo.of(
            JobId.of("p", "copied"),
            CopyJobConfiguration.of(TableId.of("d", "t2"), TableId.of("d", "t"))));
    Job unused = end(clients, "copied");
    query(clients, "changed", "UPDATE d.t SET id = 3 WHERE id = 2");
    query(clients, "created", "CREATE OR REPLACE TABLE d.t3 AS SELECT * FROM d.t");
    query(clients, "read", "SELECT id FROM d.t");
  }

  @Test
  @Fact({"RT-069", "RT-071", "RT-072", "RT-106", "RT-124", "RT-136", "RT-138"})
  void jobsAreKnownWithTheirStatisticsAndErrors() throws IOException, InterruptedException {
    List<Long> ends = new ArrayList<>();
    long modified;
    try (LocalClients clients = new LocalClients(LocalOptions.in(directory))) {
      runOneOfEach(clients);
      ends.addAll(ends(clients));
      modified = clients.rest.getTable("d", "t").getLastModifiedTime();
      assertThat(modified).isGreaterThan(clients.rest.getTable("d", "t").getCreationTime());
    }

    try (LocalClients clients = new LocalClients(LocalOptions.in(directory))) {
      assertThat(ends(clients)).isEqualTo(ends);
      assertThat(clients.rest.getTable("d", "t").getLastModifiedTime()).isEqualTo(modified);
      LoadStatistics loaded = end(clients, "loaded").getStatistics();
      assertThat(loaded.getOutputRows()).isEqualTo(2);
      assertThat(loaded.getInputBytes()).isEqualTo(ROWS.length);
      Job job = end(clients, "loaded");
      assertThat(job.getJobId().getLocation()).isEqualTo("US");
      assertThat(end(clients, "refused").getStatus().getError().getMessage())
          .contains("Provided Schema does not match Table p:d.other.");
      CopyStatistics copied = end(clients, "copied").getStatistics();
      assertThat(copied.getCopiedRows()).isEqualTo(2);
      QueryStatistics changed = end(clients, "changed").getStatistics();
      assertThat(changed.getNumDmlAffectedRows()).isEqualTo(1);
      assertThat(changed.getDmlStats().getUpdatedRowCount()).isEqualTo(1);
      assertThat(changed.getDmlStats().getInsertedRowCount()).isZero();
      assertThat(((QueryStatistics) end(clients, "created").getStatistics()).getDdlTargetTable())
          .isEqualTo(TableId.of("p", "d", "t3"));
      assertThatThrownBy(() -> end(clients, "read").getQueryResults())
          .isInstanceOf(BigQueryException.class)
          .hasMessageContaining("Not found: Table p:_penstock_results.anon_read");
      CreateReadSessionRequest.Builder session = TableReads.request("anon_read");
      session
          .getReadSessionBuilder()
          .setTable("projects/p/datasets/_penstock_results/tables/anon_read");
      try (TableReads reads = new TableReads(clients.local)) {
        assertThatThrownBy(() -> reads.create(session)).isInstanceOf(NotFoundException.class);
      }

      assertThat(load(clients, "loaded", "t").statusCode()).isEqualTo(409);
      assertThat(load(clients, "refused", "other").statusCode()).isEqualTo(409);
      assertThat(clients.rows("t")).containsExactly("1", "3");
      assertThat(clients.rows("t3")).containsExactly("1", "3");
      List<String> ids = new ArrayList<>();
      clients.rest.listJobs().iterateAll().forEach(known -> ids.add(known.getJobId().getJob()));
      assertThat(ids)
          .containsExactlyInAnyOrder("loaded", "refused", "copied", "changed", "created", "read");
    }
  }
}
