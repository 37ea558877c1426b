package dev.penstock.local;

import static dev.penstock.local.LocalClients.streamName;
import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.cloud.bigquery.CopyJobConfiguration;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.JobInfo;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.storage.v1.WriteStream;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a server holds in one answer, at {@code /_penstock/dump}. */
class DumpTest {
  private static LocalClients clients;
  private static RestJson rest;

  @BeforeAll
  static void start() throws Exception {
    clients = LocalClients.inMemory();
    rest = new RestJson(clients.local);
    clients.createKeyedTable(
        "t",
        List.of("id"),
        Field.of("id", StandardSQLTypeName.INT64),
        Field.of("tags", StandardSQLTypeName.STRUCT, Field.of("x", StandardSQLTypeName.BOOL)));
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("t"), schema("id:INT64"), row(1L), row(2L)));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }
    Streams.create(clients, "t", WriteStream.Type.PENDING);
    CopyJobConfiguration copy =
        CopyJobConfiguration.of(TableId.of("d", "secret"), TableId.of("d", "absent"));
    clients.awaitEnd(clients.rest.create(JobInfo.of(copy)).getJobId());
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  @Test
  void tellsDatasetsTablesStreamsAndJobsButNotWhatClientsSent() throws Exception {
    JsonNode dump = rest.get("/_penstock/dump");
    assertThat(dump.at("/datasets/0/dataset").asText()).isEqualTo("p.d");
    JsonNode table = dump.at("/tables/0");
    assertThat(table.path("table").asText()).isEqualTo("p.d.t");
    assertThat(table.path("rows").asInt()).isEqualTo(2);
    assertThat(table.path("rowsInStreamingBuffer").asInt()).isEqualTo(2);
    assertThat(table.at("/fields/1").toString())
        .isEqualTo(
            "{\"name\":\"tags\",\"type\":\"STRUCT\",\"mode\":\"NULLABLE\","
                + "\"fields\":[{\"name\":\"x\",\"type\":\"BOOL\",\"mode\":\"NULLABLE\"}]}");
    assertThat(table.path("primaryKey").toString()).isEqualTo("[\"id\"]");
    assertThat(table.at("/streams/0/kind").asText()).isEqualTo("PENDING");
    assertThat(table.has("firstRows")).isFalse();
    JsonNode job = dump.at("/jobs/0");
    assertThat(job.path("type").asText()).isEqualTo("COPY");
    assertThat(job.path("state").asText()).isEqualTo("DONE");
    assertThat(job.at("/error/message").asText()).isEqualTo("Not found: Table p:d.absent");
    assertThat(job.has("configuration")).isFalse();
    assertThat(dump.path("tablesLeftOut").asInt()).isZero();
  }

  @Test
  void tellsTheFirstRowsOfATableWhenAsked() throws Exception {
    JsonNode table = rest.get("/_penstock/dump?table=p.d.t&rows=1").at("/tables/0");
    assertThat(table.path("firstRows").toString()).isEqualTo("[{\"id\":\"1\",\"tags\":null}]");
    assertThat(rest.get("/_penstock/dump?table=p.d.t&rows=1001").at("/error/message").asText())
        .isEqualTo("rows: 1001 (expected: 0 to 1000)");
    assertThat(rest.get("/_penstock/dump?rows=5").at("/error/message").asText())
        .isEqualTo("rows: 5 (expected: with table=project.dataset.table)");
    assertThat(rest.get("/_penstock/dump?table=p.d.no").at("/error/message").asText())
        .isEqualTo("Not found: Table p:d.no");
  }
}
