package dev.penstock.local;

import static dev.penstock.local.LocalClients.streamName;
import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static dev.penstock.local.Streams.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteGrpc;
import com.google.cloud.bigquery.storage.v1.CreateWriteStreamRequest;
import com.google.cloud.bigquery.storage.v1.FlushRowsRequest;
import com.google.cloud.bigquery.storage.v1.WriteStream;
import com.google.protobuf.Int64Value;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kill -9 of a server's process loses no acknowledged row. */
class KillIT {
  private static final Pattern READY = Pattern.compile("penstock local: REST (\\S+) gRPC (\\S+)");

  /** A server process. */
  private record Server(Process process, String rest, String grpc) {
    static Server start(Path directory) throws IOException {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx256m",
                  "-cp",
                  System.getProperty("java.class.path"),
                  LocalMain.class.getName(),
                  "--data-dir",
                  directory.toString(),
                  "--exit-with-parent")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      BufferedReader out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        Matcher ready = READY.matcher(line);
        if (ready.matches()) {
          return new Server(process, ready.group(1), ready.group(2));
        }
      }
      throw new IOException("the server did not start");
    }

    String call(String method, String path, String body) throws IOException, InterruptedException {
      HttpResponse<String> answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create(rest + "/bigquery/v2/projects/p/" + path))
                      .method(method, HttpRequest.BodyPublishers.ofString(body))
                      .build(),
                  HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      return answer.body();
    }

    void createTable() throws IOException, InterruptedException {
      call("POST", "datasets", "{\"datasetReference\":{\"datasetId\":\"d\"}}");
      call(
          "POST",
          "datasets/d/tables",
          "{\"tableReference\":{\"tableId\":\"t\"},\"schema\":{\"fields\":["
              + "{\"name\":\"id\",\"type\":\"INT64\"}]}}");
    }

    /** How many rows the table shows; each must be there once. */
    long rowCount() throws IOException, InterruptedException {
      List<String> ids =
          Pattern.compile("\\{\"v\":\"(\\d+)\"\\}")
              .matcher(call("GET", "datasets/d/tables/t/data?maxResults=100000", ""))
              .results()
              .map(id -> id.group(1))
              .toList();
      assertThat(ids).doesNotHaveDuplicates();
      return ids.size();
    }

    String createStream() {
      return callWrites(
          writes ->
              writes
                  .createWriteStream(
                      CreateWriteStreamRequest.newBuilder()
                          .setParent(Streams.tableName("t"))
                          .setWriteStream(
                              WriteStream.newBuilder().setType(WriteStream.Type.BUFFERED))
                          .build())
                  .getName());
    }

    long flush(String stream, long offset) {
      return callWrites(
          writes ->
              writes
                  .flushRows(
                      FlushRowsRequest.newBuilder()
                          .setWriteStream(stream)
                          .setOffset(Int64Value.of(offset))
                          .build())
                  .getOffset());
    }

    private <T> T callWrites(Function<BigQueryWriteGrpc.BigQueryWriteBlockingStub, T> call) {
      ManagedChannel channel = NettyChannelBuilder.forTarget(grpc).usePlaintext().build();
      try {
        return call.apply(BigQueryWriteGrpc.newBlockingStub(channel));
      } finally {
        channel.shutdownNow();
      }
    }

    /** Where a stream that holds some rows ends, as its refusal of an old offset tells. */
    long endOf(String stream, long atLeast) throws InterruptedException {
      try (RawConnection connection = new RawConnection(grpc)) {
        connection.send(at(atLeast - 1, request(stream, schema("id:INT64"), row(0L))));
        String message = connection.response().getError().getMessage();
        Matcher end = Pattern.compile("expected offset (\\d+)").matcher(message);
        assertThat(end.find()).isTrue();
        return Long.parseLong(end.group(1));
      }
    }

    int status(String path) throws IOException, InterruptedException {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create(rest + "/bigquery/v2/projects/p/" + path)).build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    }

    void kill() throws InterruptedException {
      process.destroyForcibly().waitFor();
    }
  }

  private static final int LOADED_ROWS = 20_000;

  @TempDir private Path root;

  @Test
  void everyAcknowledgedRowIsThereAfterKill() throws IOException, InterruptedException {
    Path directory = root.resolve("data");
    directory.toFile().mkdir();
    Server server = Server.start(directory);
    server.createTable();
    List<Long> acknowledged = new ArrayList<>();
    long next = 0;
    for (int round = 0; round < 2; round++) {
      next = appendUntilKilled(server, next, acknowledged);
      server = Server.start(directory);
      String rows = server.call("GET", "datasets/d/tables/t/data?maxResults=100000", "");
      for (long id : acknowledged) {
        assertThat(rows).contains("{\"v\":\"" + id + "\"}");
      }
    }
    server.kill();

    assertThat(acknowledged).hasSizeGreaterThan(100);
  }

  /** Sends one row a request, kills the server in the middle; the first id not sent. */
  private static long appendUntilKilled(Server server, long first, List<Long> acknowledged)
      throws InterruptedException {
    long sent = first;
    try (RawConnection connection = new RawConnection(server.grpc())) {
      connection.send(request(streamName("t"), schema("id:INT64"), row(sent++)));
      for (int i = 0; i < 400; i++) {
        connection.send(request(null, null, row(sent++)));
      }
      long id = first;
      for (Object answer = connection.next();
          answer instanceof AppendRowsResponse;
          answer = connection.next()) {
        acknowledged.add(id++);
        if (id == first + 150) {
          server.kill();
        }
      }
    }
    return sent;
  }

  @Test
  @Fact({"WA-033", "WA-073", "WA-082"})
  void aStreamGoesOnAfterItsLastAcknowledgedRow() throws IOException, InterruptedException {
    Path directory = root.resolve("streams");
    directory.toFile().mkdir();
    Server server = Server.start(directory);
    server.createTable();
    String stream = server.createStream();
    long next = 0;
    for (int round = 0; round < 2; round++) {
      long acknowledged = appendWithOffsetsUntilKilled(server, stream, next);
      server = Server.start(directory);
      long end = server.endOf(stream, acknowledged);
      assertThat(end).isGreaterThanOrEqualTo(acknowledged);
      assertThat(server.flush(stream, end - 1)).isEqualTo(end - 1);
      assertThat(server.rowCount()).isEqualTo(end);
      next = end;
    }
    server.kill();

    assertThat(next).isGreaterThan(100);
  }

  /** Sends one row a request at its offset, kills the server in the middle; the known end. */
  private static long appendWithOffsetsUntilKilled(Server server, String stream, long first)
      throws InterruptedException {
    long acknowledged = first;
    try (RawConnection connection = new RawConnection(server.grpc())) {
      connection.send(at(first, request(stream, schema("id:INT64"), row(first))));
      for (long offset = first + 1; offset < first + 400; offset++) {
        connection.send(at(offset, request(null, null, row(offset))));
      }
      for (Object answer = connection.next();
          answer instanceof AppendRowsResponse response;
          answer = connection.next()) {
        assertThat(response.getAppendResult().getOffset().getValue()).isEqualTo(acknowledged);
        acknowledged++;
        if (acknowledged == first + 150) {
          server.kill();
        }
      }
    }
    return acknowledged;
  }

  @Test
  @Fact({"RT-069", "RT-089"})
  void aLoadJobIsDoneWithItsRowsOrUnknownWithoutThem() throws IOException, InterruptedException {
    Path directory = root.resolve("jobs");
    directory.toFile().mkdir();
    Server server = Server.start(directory);
    server.createTable();
    long expected = 0;
    for (int round = 0; round < 3; round++) {
      byte[] lines =
          IntStream.range(round * LOADED_ROWS, (round + 1) * LOADED_ROWS)
              .mapToObj(id -> "{\"id\":" + id + "}\n")
              .collect(Collectors.joining())
              .getBytes(StandardCharsets.UTF_8);
      assertThat(load(server, "job" + round, lines)).isEqualTo(200);
      // Later and later, from before the first row is read to after the end of the job.
      for (int poll = 0; poll < 20 * round * round; poll++) {
        assertThat(server.status("jobs/job" + round)).isEqualTo(200);
      }
      server.kill();
      server = Server.start(directory);
      boolean known = server.status("jobs/job" + round) == 200;
      expected += known ? LOADED_ROWS : 0;
      assertThat(server.rowCount()).isEqualTo(expected);
      if (known) {
        assertThat(server.call("GET", "jobs/job" + round, "")).contains("\"state\":\"DONE\"");
        assertThat(load(server, "job" + round, lines)).isEqualTo(409);
      }
    }
    server.kill();
  }

  @Test
  @Tag("sql")
  @Fact({"SQ-043", "SQ-049"})
  void aTransactionIsThereWholeOrNotAtAll() throws IOException, InterruptedException {
    Path directory = root.resolve("transactions");
    directory.toFile().mkdir();
    Server server = Server.start(directory);
    server.createTable();
    String insert = "INSERT INTO d.t VALUES (1); INSERT INTO d.t VALUES (2); ";

    runUntilKilled(server, "open", "BEGIN TRANSACTION; " + insert);
    server = Server.start(directory);
    assertThat(server.rowCount()).isZero();
    assertThat(server.status("jobs/open")).isEqualTo(404);

    runUntilKilled(server, "committed", "BEGIN TRANSACTION; " + insert + "COMMIT TRANSACTION; ");
    server = Server.start(directory);
    assertThat(server.rowCount()).isEqualTo(2);
    assertThat(server.call("GET", "jobs?parentJobId=committed", "")).contains("COMMIT_TRANSACTION");
    server.kill();
  }

  /** Runs a script that does not end, and kills the server when the given part is behind it. */
  private static void runUntilKilled(Server server, String id, String script)
      throws IOException, InterruptedException {
    server.call(
        "POST",
        "jobs",
        ("{\"jobReference\":{\"jobId\":\"%s\"},\"configuration\":{\"query\":{"
                + "\"useLegacySql\":false,\"query\":\"%sLOOP SELECT 1; END LOOP;\"}}}")
            .formatted(id, script));
    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () ->
                server
                    .call("GET", "jobs?parentJobId=" + id, "")
                    .contains("\"statementType\":\"SELECT\""));
    server.kill();
  }

  private static int load(Server server, String id, byte[] lines)
      throws IOException, InterruptedException {
    String job =
        ("{\"jobReference\":{\"jobId\":\"%s\"},\"configuration\":{\"load\":{\"sourceFormat\":"
                + "\"NEWLINE_DELIMITED_JSON\",\"destinationTable\":{\"datasetId\":\"d\","
                + "\"tableId\":\"t\"}}}}")
            .formatted(id);
    return new Uploader(server.rest()).multipart(job, lines, "\r\n", "\r\n").statusCode();
  }
}
