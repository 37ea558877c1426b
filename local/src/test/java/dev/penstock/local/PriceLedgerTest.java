package dev.penstock.local;

import static dev.penstock.local.LocalClients.streamName;
import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.cloud.bigquery.CopyJobConfiguration;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.InsertAllRequest;
import com.google.cloud.bigquery.JobInfo;
import com.google.cloud.bigquery.QueryJobConfiguration;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.storage.v1.WriteStream;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the service would bill, at {@code /_penstock/cost}. */
class PriceLedgerTest {
  private static final DescriptorProto ID = schema("id:INT64");
  private static final DescriptorProto CHANGE = schema("id:INT64", "_CHANGE_TYPE:STRING");

  private static LocalClients clients;
  private static RestJson rest;

  @BeforeAll
  static void start() throws IOException {
    clients = LocalClients.inMemory();
    rest = new RestJson(clients.local);
    clients.createTable("t", Field.of("id", StandardSQLTypeName.INT64));
    clients.createKeyedTable("keyed", List.of("id"), Field.of("id", StandardSQLTypeName.INT64));
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  @BeforeEach
  void reset() throws Exception {
    rest.send("POST", "/_penstock/cost", "{\"reset\": true}");
  }

  private static JsonNode line(String path) throws Exception {
    for (JsonNode line : rest.get("/_penstock/cost").path("paths")) {
      if (line.path("path").asText().equals(path)) {
        return line;
      }
    }
    throw new AssertionError(path);
  }

  private static void append(String stream, DescriptorProto schema, Object... values)
      throws InterruptedException {
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(stream, schema, row(values)));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }
  }

  @Test
  void billsTheSerializedRowsOfAcknowledgedAppendsByTheKindOfTheirStream() throws Exception {
    append(streamName("t"), ID, 1L);
    append(streamName("t"), ID, 300L);
    append(Streams.create(clients, "t", WriteStream.Type.COMMITTED), ID, 2L);
    append(Streams.create(clients, "t", WriteStream.Type.BUFFERED), ID, 3L);
    append(Streams.create(clients, "t", WriteStream.Type.PENDING), ID, 4L);
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("t"), schema("id:INT64", "other:INT64"), row(1L, 2L)));
      assertThat(connection.response().hasError()).isTrue();
    }

    JsonNode plain = line("write.default");
    assertThat(plain.path("calls").asLong()).isEqualTo(2);
    assertThat(plain.path("bytes").asLong()).isEqualTo(2 + 3);
    assertThat(plain.path("price").asText()).isEqualTo("0.025");
    assertThat(plain.path("unit").asText()).isEqualTo("GiB");
    assertThat(plain.path("amount").asText()).isEqualTo("0.000000000116");
    assertThat(plain.path("date").asText()).isEqualTo("2026-08-22");
    for (String kind : List.of("committed", "buffered", "pending")) {
      assertThat(line("write." + kind).path("bytes").asLong()).isEqualTo(2);
    }
  }

  @Test
  @Fact({"CDC-064", "PR-008"})
  void billsChangesAsTheWriteApiWithTheirPseudoColumnsAndTellsThatAppliesArePaidToo()
      throws Exception {
    append(streamName("keyed"), CHANGE, 1L, "UPSERT");
    JsonNode changes = line("write.changes");
    assertThat(changes.path("bytes").asLong()).isEqualTo(2 + 2 + "UPSERT".length());
    assertThat(changes.path("price").asText()).isEqualTo("0.025");
    assertThat(line("write.default").path("bytes").asLong()).isZero();

    JsonNode apply = line("applyChanges");
    assertThat(apply.path("unit").asText()).isEqualTo("slot hour");
    assertThat(apply.get("price").isNull()).isTrue();
    assertThat(apply.get("amount").isNull()).isTrue();
    assertThat(apply.path("note").asText()).contains("no price for bytes is stated");
  }

  @Test
  void billsAtLeastOneKilobyteForEachRowOfInsertAll() throws Exception {
    clients.createTable("inserted", Field.of("s", StandardSQLTypeName.STRING));
    clients.rest.insertAll(
        InsertAllRequest.newBuilder(TableId.of("d", "inserted"))
            .addRow("1", Map.of("s", "short"))
            .addRow("1", Map.of("s", "short"))
            .addRow("2", Map.of("s", "x".repeat(2000)))
            .build());
    JsonNode inserted = line("insertAll");
    assertThat(inserted.path("bytes").asLong()).isEqualTo(1024 + 2002);
    assertThat(inserted.path("unit").asText()).isEqualTo("200 MiB");
    assertThat(inserted.path("amount").asText()).isEqualTo("0.000000144291");
  }

  @Test
  @Fact("RT-122")
  void loadsAndCopiesAreFree() throws Exception {
    String job =
        "{\"configuration\":{\"load\":{\"sourceFormat\":\"NEWLINE_DELIMITED_JSON\","
            + "\"destinationTable\":{\"datasetId\":\"d\",\"tableId\":\"t\"}}}}";
    String answer =
        new Uploader(clients.local)
            .multipart(job, "{\"id\":7}\n".getBytes(StandardCharsets.UTF_8), "\r\n", "\r\n")
            .body();
    String id = answer.replaceAll("(?s).*\"jobId\":\"([^\"]+)\".*", "$1");
    clients.awaitEnd(com.google.cloud.bigquery.JobId.of("p", id));
    clients
        .rest
        .create(
            JobInfo.of(CopyJobConfiguration.of(TableId.of("d", "copied"), TableId.of("d", "t"))))
        .waitFor();
    assertThat(line("load").path("calls").asLong()).isEqualTo(1);
    assertThat(line("load").path("bytes").asLong()).isEqualTo(9);
    assertThat(line("copy").path("calls").asLong()).isEqualTo(1);
    assertThat(line("copy").path("amount").asText()).isEqualTo("0");
    assertThat(rest.get("/_penstock/cost").path("total").asText()).isEqualTo("0");
  }

  @Test
  void billsTheBytesThatReadRowsGave() throws Exception {
    clients.createTable("read", Field.of("id", StandardSQLTypeName.INT64));
    append(streamName("read"), ID, 1L);
    try (TableReads reads = new TableReads(clients.local)) {
      assertThat(reads.rows(reads.create("read"))).hasSize(1);
    }
    assertThat(line("read").path("bytes").asLong()).isEqualTo(2);
    assertThat(line("read").path("price").asText()).isEqualTo("1.10");
  }

  @Test
  @Tag("sql")
  @Fact("CDC-040")
  void queriesThatMergeChangesAreBilledForTheWholeBase() throws Exception {
    clients
        .rest
        .create(
            JobInfo.of(
                QueryJobConfiguration.of(
                    "CREATE TABLE d.days (id INT64, day DATE, PRIMARY KEY (id) NOT ENFORCED)"
                        + " PARTITION BY day AS SELECT 1 AS id, DATE '2026-01-01' AS day UNION ALL"
                        + " SELECT 2, '2026-01-02'")))
        .waitFor();
    String sql = "SELECT id FROM d.days WHERE day = '2026-01-02'";
    assertThat(processed(sql)).isEqualTo(16);
    append(streamName("days"), CHANGE, 3L, "UPSERT");
    assertThat(processed(sql)).isEqualTo(32);
    clients.local.applyChanges(new dev.penstock.local.catalog.TableId("p", "d", "days"));
    reset();
    clients.rest.query(QueryJobConfiguration.of(sql));
    assertThat(line("query").path("bytes").asLong()).isEqualTo(10 << 20);
    assertThat(line("query").path("amount").asText()).isEqualTo("0.000059604645");
  }

  private static long processed(String sql) throws Exception {
    String body = "{\"query\": \"" + sql + "\", \"useLegacySql\": false, \"dryRun\": true}";
    return rest.send("POST", "queries", body).path("totalBytesProcessed").asLong();
  }
}
