package dev.penstock.core.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Destination;
import dev.penstock.core.time.FakeTime;
import dev.penstock.core.time.RetrySchedule;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JobsTest {
  private static final String DUPLICATE =
      "409 {\"error\":{\"code\":409,\"message\":\"Already Exists:"
          + " Job\",\"errors\":[{\"reason\":\"duplicate\"}]}}";
  private static final String FAILED =
      "{\"jobReference\":{\"projectId\":\"p\",\"jobId\":\"id_1\"},\"status\":{\"state\":\"DONE\",\"errorResult\":{\"reason\":\"invalidQuery\",\"message\":\"Syntax"
          + " error at [1:1]\"}}}";
  private static final QueryJob JOB =
      new QueryJob("id_1", "SELECT 1", "US", Map.of("a", "b"), Duration.ofSeconds(30));

  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final FakeTime time = new FakeTime();
  private volatile UnaryOperator<String> answers = call -> state("DONE");
  private volatile String lastBody = "";
  private HttpServer server;
  private BigQueryConnection connection;
  private Jobs jobs;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
    URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    connection = BigQueryConnection.open(new Endpoint.Emulator(uri, "127.0.0.1:1"), "p", "test/1");
    jobs =
        new Jobs(connection, new RestCalls(connection.rest(), time, Duration.ofSeconds(60)), time);
  }

  @AfterEach
  void stop() {
    connection.close();
    server.stop(0);
  }

  private static String state(String state) {
    return "{\"jobReference\":{\"projectId\":\"p\",\"jobId\":\"id_1\",\"location\":\"US\"},\"status\":{\"state\":\""
        + state
        + "\"}}";
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String call = exchange.getRequestMethod() + path.substring(path.lastIndexOf("/p/") + 2);
    calls.add(call);
    if (exchange.getRequestHeaders().getOrDefault("Content-Encoding", List.of()).contains("gzip")) {
      lastBody =
          new String(
              new GZIPInputStream(exchange.getRequestBody()).readAllBytes(),
              StandardCharsets.UTF_8);
    }
    String answer = answers.apply(call);
    boolean error = answer.startsWith("4");
    byte[] bytes = (error ? answer.substring(4) : answer).getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(
        error ? Integer.parseInt(answer.substring(0, 3)) : 200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Test
  void asksAgainWhenAnAnswerHasNoBody() {
    answers = call -> calls.size() < 3 ? "" : state("DONE");

    jobs.run(JOB);

    assertThat(calls).hasSize(3);
  }

  @Test
  void waitsUntilTheJobIsDone() {
    answers = call -> calls.size() < 4 ? state("RUNNING") : state("DONE");

    jobs.run(JOB);

    assertThat(calls)
        .containsExactly("POST/jobs", "GET/jobs/id_1", "GET/jobs/id_1", "GET/jobs/id_1");
  }

  @Test
  void adoptsAJobThatHasItsId() {
    answers = call -> call.startsWith("POST") ? DUPLICATE : state("DONE");

    jobs.run(JOB);

    assertThat(calls).containsExactly("POST/jobs", "GET/jobs/id_1");
  }

  @Test
  void runsAnewUnderANumberWhenTheRunWithItsIdFailed() {
    answers =
        call -> {
          if (call.equals("GET/jobs/id_1")) {
            return FAILED;
          }
          return calls.size() == 1 ? DUPLICATE : state("DONE");
        };

    jobs.run(JOB);

    assertThat(calls).containsExactly("POST/jobs", "GET/jobs/id_1", "POST/jobs");
  }

  @Test
  void cancelsWhatTakesTooLong() {
    answers = call -> call.endsWith("/cancel") ? "{}" : state("RUNNING");

    assertThatThrownBy(() -> jobs.run(JOB))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT))
        .hasMessage(
            "Job id_1 was not done after PT30S and was cancelled. Try again later, or allow more"
                + " time.");
    assertThat(calls.get(calls.size() - 1)).isEqualTo("POST/jobs/id_1/cancel");
    assertThat(time.sleptMillis()).isBetween(29_000L, 31_000L);
  }

  @Test
  void tellsWhyAJobFailed() {
    answers = call -> FAILED;

    assertThatThrownBy(() -> jobs.run(JOB))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REQUEST_INVALID))
        .hasMessage("Job id_1 failed: Syntax error at [1:1].");
  }

  @Test
  void readsRowsAsText() {
    answers =
        call ->
            call.startsWith("GET/queries")
                ? "{\"jobComplete\":true,\"rows\":[{\"f\":[{\"v\":\"0-0 0"
                    + " 0:10:0\"},{\"v\":null}]}]}"
                : state("DONE");

    List<List<String>> rows = jobs.query(JOB).rows();

    assertThat(rows).hasSize(1);
    assertThat(rows.get(0)).containsExactly("0-0 0 0:10:0", null);
  }

  @Test
  void tellsWhatAStatementDid() {
    answers =
        call ->
            "{\"jobReference\":{\"projectId\":\"p\",\"jobId\":\"id_1\",\"location\":\"US\"},"
                + "\"status\":{\"state\":\"DONE\"},\"statistics\":{\"startTime\":\"1000\",\"endTime\":"
                + "\"3500\",\"query\":{\"totalBytesProcessed\":\"7\",\"totalBytesBilled\":\"10485760\","
                + "\"dmlStats\":{\"insertedRowCount\":\"1\",\"updatedRowCount\":\"2\","
                + "\"deletedRowCount\":\"3\"}}}}";

    assertThat(jobs.run(JOB))
        .isEqualTo(
            new JobOutcome(
                "id_1", "US", Map.of(), 0, 1, 2, 3, 7, 10_485_760, 3500, Duration.ofMillis(2500)));
  }

  @Test
  void tellsHowManyRowsALoadOrCopyStored() {
    String head = state("DONE").substring(0, state("DONE").length() - 1) + ",\"statistics\":";
    answers = call -> head + "{\"load\":{\"outputRows\":\"5\"}}}";
    assertThat(jobs.await("id_1", "US", Duration.ofSeconds(1)).outputRows()).isEqualTo(5);

    answers = call -> head + "{\"copy\":{\"copiedRows\":\"6\"}}}";
    assertThat(jobs.run(copy()).outputRows()).isEqualTo(6);
  }

  private static CopyJob copy() {
    return new CopyJob(
        "id_1",
        new Destination("p", "d", "from"),
        new Destination("p", "d", "to"),
        "US",
        Map.of("a", "b"),
        Duration.ofSeconds(30));
  }

  @Test
  void asksForACopyOverWhatIsThere() {
    jobs.run(copy());

    assertThat(lastBody)
        .contains("\"writeDisposition\":\"WRITE_TRUNCATE\"")
        .contains("\"createDisposition\":\"CREATE_IF_NEEDED\"")
        .contains("\"tableId\":\"from\"")
        .contains("\"tableId\":\"to\"")
        .contains("\"labels\":{\"a\":\"b\"}");
  }

  @Test
  void settlesJobsThatOthersStarted() {
    answers = call -> calls.size() < 3 ? state("RUNNING") : state("DONE");
    assertThat(jobs.settle("id_1", "US", Duration.ofMinutes(1))).isEqualTo(JobEnd.SUCCEEDED);
    assertThat(calls).containsExactly("GET/jobs/id_1", "GET/jobs/id_1", "GET/jobs/id_1");

    answers = call -> FAILED;
    assertThat(jobs.settle("id_1", "US", Duration.ofMinutes(1))).isEqualTo(JobEnd.FAILED);

    answers =
        call ->
            "404 {\"error\":{\"code\":404,\"message\":\"Not found: Job"
                + " p:US.id_1\",\"errors\":[{\"reason\":\"notFound\"}]}}";
    assertThat(jobs.settle("id_1", "US", Duration.ofMinutes(1))).isEqualTo(JobEnd.ABSENT);
  }

  @Test
  void cancelsNoJobOfOthersThatTakesLong() {
    answers = call -> state("RUNNING");

    assertThatThrownBy(() -> jobs.settle("id_1", "US", Duration.ofSeconds(30)))
        .hasMessage("Job id_1 still runs after PT30S. Wait for it.");
    assertThat(calls).allMatch("GET/jobs/id_1"::equals);
  }

  @Test
  void submitsWithoutWaiting() {
    answers = call -> state("RUNNING");

    SubmittedJob submitted = jobs.submit(JOB);

    assertThat(submitted).isEqualTo(new SubmittedJob("id_1", "US"));
    assertThat(calls).containsExactly("POST/jobs");
    assertThat(time.sleptMillis()).isZero();
  }

  @Test
  void looksAtJobsOnTheScheduleItIsGiven() {
    answers = call -> calls.size() < 5 ? state("RUNNING") : state("DONE");
    Jobs patient =
        new Jobs(
            connection,
            new RestCalls(connection.rest(), time, Duration.ofSeconds(60)),
            time,
            RetrySchedule.exponential(Duration.ofSeconds(1), Duration.ofSeconds(2), () -> 0.5));

    JobOutcome unused = patient.await("id_1", "US", Duration.ofHours(1));

    assertThat(time.sleptMillis()).isEqualTo(1_000 + 2_000 + 2_000 + 2_000);
  }

  @Test
  void idsFollowFromTheIntention() {
    assertThat(JobIds.of("ddl", "a", "b"))
        .isEqualTo(JobIds.of("ddl", "a", "b"))
        .isNotEqualTo(JobIds.of("ddl", "ab"))
        .isNotEqualTo(JobIds.of("other", "a", "b"))
        .matches("penstock_ddl_[0-9a-f]{32}");
  }
}
