package dev.penstock.benchmarks.soak;

import com.google.cloud.bigquery.storage.v1.BigQueryReadGrpc;
import com.google.cloud.bigquery.storage.v1.BigQueryReadGrpc.BigQueryReadBlockingStub;
import com.google.cloud.bigquery.storage.v1.CreateReadSessionRequest;
import com.google.cloud.bigquery.storage.v1.DataFormat;
import com.google.cloud.bigquery.storage.v1.ReadRowsRequest;
import com.google.cloud.bigquery.storage.v1.ReadRowsResponse;
import com.google.cloud.bigquery.storage.v1.ReadSession;
import com.google.cloud.bigquery.storage.v1.ReadStream;
import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import dev.penstock.benchmarks.client.Appends;
import dev.penstock.benchmarks.client.GoneException;
import dev.penstock.benchmarks.client.Rest;
import dev.penstock.benchmarks.client.Server;
import dev.penstock.benchmarks.client.WireRow;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * One thread's turns of everything: appends, changes, a load, queries, DML, a copy, a read session.
 * Its tables are truncated now and then, so that only what the server forgets to give back grows.
 * One owner thread.
 */
final class Load {
  private static final DescriptorProto PLAIN = WireRow.schema("id:INT64", "name:STRING");
  private static final DescriptorProto CHANGES =
      WireRow.schema(
          "id:INT64", "name:STRING", "_CHANGE_TYPE:STRING", "_CHANGE_SEQUENCE_NUMBER:STRING");
  private static final int ROWS = 1_000;
  private static final int REQUESTS = 20;
  private static final int TRUNCATE_EVERY = 10;
  private static final long POLL_MILLIS = 5;

  private final Server server;
  private final Rest rest;
  private final String plain;
  private final String changed;
  private long turn;
  private long jobs;

  Load(Server server, int number) {
    this.server = server;
    this.rest = server.rest();
    this.plain = "plain" + number;
    this.changed = "changed" + number;
  }

  /** Makes the tables. */
  void prepare() throws GoneException, InterruptedException {
    rest.createTable(plain, false, "id:INT64", "name:STRING");
    rest.createTable(changed, true, "id:INT64", "name:STRING");
  }

  /** Does everything once; how many calls that took. */
  long turn() throws GoneException, InterruptedException {
    turn++;
    append(plain, PLAIN, false);
    append(changed, CHANGES, true);
    load();
    query("SELECT name, COUNT(*) AS n FROM d." + changed + " GROUP BY name ORDER BY n LIMIT 5");
    query("SELECT COUNT(*) FROM d." + plain + " WHERE id > " + turn);
    copy();
    read();
    if (turn % TRUNCATE_EVERY == 0) {
      // Rows that were just streamed cannot be removed by DML, so the tables go.
      for (String table : List.of(plain, changed)) {
        rest.must("DELETE", "datasets/d/tables/" + table, "");
      }
      prepare();
    } else {
      query("UPDATE d.copy_" + plain + " SET name = 'turn " + turn + "' WHERE TRUE");
    }
    return 2 * REQUESTS + 6;
  }

  private void append(String table, DescriptorProto schema, boolean changes)
      throws GoneException, InterruptedException {
    Appends appends = new Appends(server.channel(), Appends.defaultStream(table), schema);
    for (int i = 0; i < REQUESTS; i++) {
      long from = (long) i * ROWS;
      appends.send(
          null, LongStream.range(from, from + ROWS).mapToObj(id -> row(id, changes)).toList());
    }
    for (int i = 0; i < REQUESTS; i++) {
      appends.offset();
    }
    appends.end();
  }

  private ByteString row(long id, boolean change) {
    String name = "name " + id % 97 + " of turn " + turn;
    return change
        ? WireRow.of(id, name, id % 11 == 0 ? "DELETE" : "UPSERT", Long.toHexString(turn))
        : WireRow.of(id, name);
  }

  private String id() {
    return plain + "_job_" + jobs++;
  }

  private void load() throws GoneException, InterruptedException {
    String id = id();
    String lines =
        LongStream.range(0, ROWS)
            .mapToObj(row -> "{\"id\":" + row + ",\"name\":\"loaded\"}\n")
            .collect(Collectors.joining());
    rest.upload(
        "{\"jobReference\":{\"jobId\":\"%s\"},\"configuration\":{\"load\":{\"sourceFormat\":"
                .formatted(id)
            + "\"NEWLINE_DELIMITED_JSON\",\"destinationTable\":"
            + table(plain)
            + "}}}",
        lines);
    await(id);
  }

  private void copy() throws GoneException, InterruptedException {
    String id = id();
    rest.must(
        "POST",
        "jobs",
        "{\"jobReference\":{\"jobId\":\"%s\"},\"configuration\":{\"copy\":{\"sourceTable\":%s,"
                .formatted(id, table(plain))
            + "\"destinationTable\":"
            + table("copy_" + plain)
            + ",\"writeDisposition\":\"WRITE_TRUNCATE\"}}}");
    await(id);
  }

  private static String table(String name) {
    return "{\"projectId\":\"p\",\"datasetId\":\"d\",\"tableId\":\"" + name + "\"}";
  }

  private void query(String sql) throws GoneException, InterruptedException {
    rest.must("POST", "queries", "{\"useLegacySql\":false,\"query\":\"" + sql + "\"}");
  }

  private void await(String id) throws GoneException, InterruptedException {
    while (!rest.must("GET", "jobs/" + id, "")
        .path("status")
        .path("state")
        .asText()
        .equals("DONE")) {
      Thread.sleep(POLL_MILLIS);
    }
  }

  private void read() {
    BigQueryReadBlockingStub reads = BigQueryReadGrpc.newBlockingStub(server.channel());
    ReadSession session =
        reads.createReadSession(
            CreateReadSessionRequest.newBuilder()
                .setParent("projects/p")
                .setReadSession(
                    ReadSession.newBuilder()
                        .setTable("projects/p/datasets/d/tables/" + changed)
                        .setDataFormat(turn % 2 == 0 ? DataFormat.AVRO : DataFormat.ARROW))
                .build());
    List<Long> counts = new ArrayList<>();
    for (ReadStream stream : session.getStreamsList()) {
      Iterator<ReadRowsResponse> answers =
          reads.readRows(ReadRowsRequest.newBuilder().setReadStream(stream.getName()).build());
      answers.forEachRemaining(answer -> counts.add(answer.getRowCount()));
    }
    long rows = counts.stream().mapToLong(Long::longValue).sum();
    long expected = LongStream.range(0, (long) ROWS * REQUESTS).filter(id -> id % 11 != 0).count();
    if (rows != expected) {
      throw new IllegalStateException(changed + " has " + rows + " rows instead of " + expected);
    }
  }
}
