package dev.penstock.local;

import static dev.penstock.local.LocalClients.streamName;
import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.storage.v1.WriteStream;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import io.grpc.Status;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The calls below {@code /_penstock/}. */
class AdminTest {
  private static final DescriptorProto ID = schema("id:INT64");
  private static final ObjectMapper JSON = new ObjectMapper();

  private static LocalClients clients;
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @BeforeAll
  static void start() throws IOException {
    clients = LocalClients.inMemory();
    clients.createTable("t", Field.of("id", StandardSQLTypeName.INT64));
  }

  @AfterEach
  void clear() {
    clients.local.faults().clear();
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  private static HttpResponse<String> send(
      String method, String path, String body, String... header)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(clients.local.restUrl() + "/_penstock/" + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    if (header.length > 0) {
      request.headers(header);
    }
    return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static JsonNode json(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpResponse<String> answer = send(method, path, body, "Content-Type", "application/json");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  @Test
  void addsListsAndRemovesFaults() throws IOException, InterruptedException {
    JsonNode added =
        json(
            "POST",
            "faults",
            """
            {"description": "a table that is denied once",
             "rules": [{"method": "tables.get", "table": "t", "fault": "deny",
                        "permission": "bigquery.tables.get"}]}
            """);
    assertThat(added.toString())
        .isEqualTo(
            "{\"rules\":[{\"method\":\"tables.get\",\"table\":\"t\",\"from\":1,\"to\":1,"
                + "\"fault\":\"deny\",\"permission\":\"bigquery.tables.get\",\"resource\":\"\","
                + "\"calls\":0,\"met\":0}]}");
    HttpResponse<String> denied =
        HTTP.send(
            HttpRequest.newBuilder(
                    URI.create(
                        clients.local.restUrl() + "/bigquery/v2/projects/p/datasets/d/tables/t"))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(denied.statusCode()).isEqualTo(403);
    assertThat(JSON.readTree(denied.body()).at("/error/message").asText())
        .isEqualTo(
            "Access Denied: Table p:d.t: Permission bigquery.tables.get denied on Table p:d.t (or"
                + " it may not exist).");
    assertThat(clients.rest.getTable(TableId.of("d", "t"))).isNotNull();
    JsonNode met = json("GET", "faults", "").at("/rules/0");
    assertThat(met.get("calls").asInt()).isEqualTo(2);
    assertThat(met.get("met").asInt()).isEqualTo(1);

    assertThat(json("DELETE", "faults", "").at("/rules")).isEmpty();
  }

  @Test
  void aScriptWithABadRuleAddsNothingAndNamesIt() throws IOException, InterruptedException {
    HttpResponse<String> refused =
        send(
            "POST",
            "faults",
            """
            {"rules": [{"method": "tables.get", "fault": "hang"},
                       {"method": "tables.get", "fault": "hang", "delya": "PT1S"}]}
            """,
            "Content-Type",
            "application/json");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(JSON.readTree(refused.body()).at("/error/message").asText())
        .isEqualTo(
            "rules[1]: delya: unknown (expected: one of method, table, from, lasting, to, fault, after)");
    assertThat(clients.local.faults().rules()).isEmpty();
  }

  @Test
  void aFailureThatWasAskedForLeavesNoTrace() throws IOException, InterruptedException {
    PrintStream before = System.err;
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
    try {
      clients
          .local
          .faults()
          .add("{\"rules\": [{\"method\":\"projects.list\",\"fault\":\"fail\",\"code\":\"503\"}]}");
      HttpResponse<String> failed =
          HTTP.send(
              HttpRequest.newBuilder(
                      URI.create(clients.local.restUrl() + "/bigquery/v2/projects?x=asked"))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(failed.statusCode()).isEqualTo(503);
    } finally {
      System.setErr(before);
      clients.local.faults().clear();
    }
    assertThat(told.toString(StandardCharsets.UTF_8)).doesNotContain("x=asked");
  }

  @Test
  void aResetStreamIsCancelled() throws InterruptedException {
    clients
        .local
        .faults()
        .add("{\"rules\": [{\"method\": \"AppendRows\", \"fault\": \"resetStream\"}]}");
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("t"), ID, row(1L)));
      Status status = Status.fromThrowable((Throwable) connection.next());
      assertThat(status.getCode()).isEqualTo(Status.Code.CANCELLED);
      assertThat(status.getDescription()).contains("RST_STREAM");
    }
  }

  @Test
  void theClockMovesForwardForAll() throws IOException, InterruptedException {
    String stream = Streams.create(clients, "t", WriteStream.Type.BUFFERED);
    Instant before = clients.local.now();
    json("POST", "clock", "{\"advance\": \"P7DT1M\"}");
    assertThat(Duration.between(before, clients.local.now())).isGreaterThan(Duration.ofDays(7));
    assertThat(json("GET", "clock", "").get("ahead").asText()).isEqualTo("PT168H1M");
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(stream, ID, row(1L)));
      assertThat(Status.fromThrowable((Throwable) connection.next()).getCode())
          .isEqualTo(Status.Code.NOT_FOUND);
    }
    HttpResponse<String> back =
        send("POST", "clock", "{\"advance\": \"PT-1S\"}", "Content-Type", "application/json");
    assertThat(back.body()).contains("advance: PT-1S (expected: zero or more)");
  }

  @Test
  void ackOnlyModeStoresNothingWhileItIsOn() throws Exception {
    clients.createTable("acked", Field.of("id", StandardSQLTypeName.INT64));
    json("POST", "ack-only", "{\"on\": true}");
    append("acked", 1);
    assertThat(json("POST", "ack-only", "{\"on\": false}").get("on").asBoolean()).isFalse();
    append("acked", 2);
    assertThat(clients.rows("acked")).containsExactly("2");
  }

  private static void append(String table, long id) throws InterruptedException {
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName(table), ID, row(id)));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }
  }

  @Test
  void appliesChangesAndShowsStreamsAndCounters() throws Exception {
    clients.createKeyedTable("keyed", List.of("id"), Field.of("id", StandardSQLTypeName.INT64));
    try (RawConnection connection = new RawConnection(clients.local)) {
      DescriptorProto change = schema("id:INT64", "_CHANGE_TYPE:STRING");
      connection.send(request(streamName("keyed"), change, row(1L, "UPSERT")));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }
    String buffered = Streams.create(clients, "keyed", WriteStream.Type.BUFFERED);

    assertThat(json("POST", "apply-changes", "{\"table\": \"p.d.keyed\"}").toString())
        .isEqualTo("{\"applied\":[\"p.d.keyed\"]}");
    JsonNode table = json("GET", "streams?table=p.d.keyed", "").at("/tables/0");
    assertThat(table.get("upserts").asInt()).isEqualTo(1);
    assertThat(buffered).endsWith(table.at("/streams/0/id").asText());
    assertThat(table.at("/streams/0/kind").asText()).isEqualTo("BUFFERED");
    JsonNode calls = json("GET", "counters", "").get("calls");
    assertThat(calls.get("CreateWriteStream").asInt()).isPositive();
  }

  @Test
  void refusesRequestsThatAnotherSitesPageCanSend() throws IOException, InterruptedException {
    HttpResponse<String> plain =
        send("POST", "clock", "advance=PT1S", "Content-Type", "text/plain");
    assertThat(plain.statusCode()).isEqualTo(403);
    assertThat(plain.body()).contains("Content-Type text/plain may come from a page of another");
    HttpResponse<String> bare = send("DELETE", "faults", "");
    assertThat(bare.statusCode()).isEqualTo(403);
    assertThat(bare.body()).contains("A call without Content-Type may come from a page of another");
    assertThat(send("DELETE", "faults", "", "X-Penstock", "1").statusCode()).isEqualTo(200);
  }

  @Test
  void refusesANameOfAnotherSiteThatLeadsHere() throws IOException {
    assertThat(statusLine("rebound.example.com")).contains(" 403 ");
    assertThat(statusLine("localhost:" + port())).contains(" 200 ");
    assertThat(statusLine("[::1]")).contains(" 200 ");
  }

  private static int port() {
    return URI.create(clients.local.restUrl()).getPort();
  }

  private static String statusLine(String host) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      socket
          .getOutputStream()
          .write(
              ("GET /_penstock/ HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
          .readLine();
    }
  }

  @Test
  void refusesBodiesThatDoNotSayOneThing() throws IOException, InterruptedException {
    String now = json("GET", "clock", "").get("ahead").textValue();
    assertThat(refusal("clock", "{\"advance\": \"P99999999999D\"}"))
        .isEqualTo("advance: P99999999999D (expected: until 9999-01-01T00:00:00Z)");
    assertThat(refusal("clock", "{\"advance\": \"PT9223372036854775807S\"}"))
        .endsWith("(expected: until 9999-01-01T00:00:00Z)");
    assertThat(refusal("clock", "{\"advance\": \"PT1S\"} x"))
        .isEqualTo("The body is no JSON object: the text at line 1, column 21 is no JSON");
    assertThat(refusal("clock", "{"))
        .isEqualTo("The body is no JSON object: it ends too early, at line 1, column 2");
    assertThat(refusal("faults", "{\"rules\": [nul]}"))
        .isEqualTo("The fault script is no JSON: the text at line 1, column 12 is no JSON");
    assertThat(refusal("clock", "{\"advance\": \"PT1S\", \"advance\": \"PT1S\"}"))
        .isEqualTo("The body is no JSON object: member advance comes twice, at line 1, column 30");
    assertThat(refusal("apply-changes", "{\"tabel\": \"p.d.t\"}"))
        .isEqualTo("tabel: means nothing here (expected: table)");
    assertThat(refusal("quotas", "{\"enforce\": \"true\"}"))
        .isEqualTo("enforce: true (expected: true or false)");
    assertThat(json("GET", "clock", "").get("ahead").textValue()).isEqualTo(now);
    assertThat(send("POST", "clock", "{}", "Content-Type", "application/jsonp").statusCode())
        .isEqualTo(403);
  }

  private static String refusal(String path, String body) throws IOException, InterruptedException {
    HttpResponse<String> answer = send("POST", path, body, "Content-Type", "application/json");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    return JSON.readTree(answer.body()).at("/error/message").textValue();
  }
}
