package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.cloud.bigquery.BigQueryError;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.JobId;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.storage.v1.BatchCommitWriteStreamsRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Sizes that the service takes and refuses whatever the quotas. */
class LimitsTest {
  private static LocalClients clients;
  private static RestJson rest;

  @BeforeAll
  static void start() throws IOException {
    clients = LocalClients.inMemory();
    rest = new RestJson(clients.local);
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  private static JsonNode create(String table, String more, String... fields)
      throws IOException, InterruptedException {
    return rest.send(
        "POST",
        "datasets/d/tables",
        "{\"tableReference\":{\"tableId\":\"%s\"},%s\"schema\":{\"fields\":[%s]}}"
            .formatted(table, more, String.join(",", fields)));
  }

  private static String column(String name) {
    return "{\"name\":\"" + name + "\",\"type\":\"INT64\"}";
  }

  private static String struct(String name, String fields) {
    return "{\"name\":\"" + name + "\",\"type\":\"RECORD\",\"fields\":[" + fields + "]}";
  }

  private static String columns(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> column("c" + i))
        .collect(Collectors.joining(","));
  }

  private static String nested(int levels) {
    return levels == 1 ? column("leaf") : struct("level" + levels, nested(levels - 1));
  }

  private static void assertRefused(JsonNode answer, String message) {
    assertThat(answer.at("/error/code").asInt()).isEqualTo(400);
    assertThat(answer.at("/error/errors/0/reason").asText()).isEqualTo("invalid");
    assertThat(answer.at("/error/message").asText()).isEqualTo(message);
  }

  private static void assertCreated(JsonNode answer) {
    assertThat(answer.path("error").toString()).isEmpty();
  }

  @Test
  @Fact("QT-007")
  void tablesHaveTenThousandColumnsNestedOnesCounted() throws Exception {
    assertCreated(create("wide", "", struct("s", columns(9_999))));
    assertCreated(create("flat", "", columns(2_000)));
    assertRefused(
        create("wider", "", struct("s", columns(9_999)), column("one_more")),
        "Too many columns. Limit is 10000.");
  }

  @Test
  @Fact("QT-008")
  void columnsNestFifteenLevels() throws Exception {
    assertCreated(create("deep", "", nested(15)));
    assertRefused(
        create("deeper", "", nested(16)), "Field level2 is nested too deeply. Limit is 15 levels.");
  }

  @Test
  @Fact("QT-009")
  void namesAndDescriptionsHaveTheirLengths() throws Exception {
    String described = column("c").replace("}", ",\"description\":\"%s\"}");

    assertCreated(create("named", "", column("n".repeat(300))));
    assertThat(create("x", "", column("n".repeat(301))).at("/error/message").asText())
        .startsWith("Invalid field name \"nnn");
    assertCreated(create("told", "", described.formatted("x".repeat(1024))));
    assertRefused(
        create("x", "", described.formatted("x".repeat(1025))),
        "The description of field c is too long: 1025 characters, the limit is 1024.");
    assertCreated(
        create("explained", "\"description\":\"" + "x".repeat(16_384) + "\",", column("c")));
    assertRefused(
        create("x", "\"description\":\"" + "x".repeat(16_385) + "\",", column("c")),
        "The description of table p:d.x is too long: 16385 characters, the limit is 16384.");
  }

  @Test
  @Fact("QT-006")
  void tablesHaveTenThousandRanges() throws Exception {
    String ranges =
        "\"rangePartitioning\":{\"field\":\"c\",\"range\":{\"start\":\"0\",\"interval\":\"10\","
            + "\"end\":\"%s\"}},";

    assertCreated(create("ranges", ranges.formatted(100_000), column("c")));
    assertRefused(
        create("x", ranges.formatted(100_001), column("c")),
        "The partitioning of table p:d.x has 10001 ranges, the limit is 10000.");
  }

  @Test
  @Fact("QT-034")
  void oneCommitTakesTenThousandStreams() {
    clients.createTable("streamed", Field.of("a", StandardSQLTypeName.INT64));
    BatchCommitWriteStreamsRequest.Builder commit =
        BatchCommitWriteStreamsRequest.newBuilder().setParent(Streams.tableName("streamed"));
    commit.addAllWriteStreams(
        Collections.nCopies(10_000, Streams.tableName("streamed") + "/streams/s"));
    BatchCommitWriteStreamsRequest most = commit.build();

    assertThat(clients.writes.batchCommitWriteStreams(most).getStreamErrorsCount()).isPositive();
    BatchCommitWriteStreamsRequest tooMany =
        commit.addWriteStreams(Streams.tableName("streamed") + "/streams/s").build();
    assertThatThrownBy(() -> clients.writes.batchCommitWriteStreams(tooMany))
        .hasMessageContaining("Between 1 and 10000 streams must be specified, not 10001.");
  }

  @Test
  @Fact("QT-017")
  void oneCopyTakesTwelveHundredSources() throws Exception {
    String source = "{\"projectId\":\"p\",\"datasetId\":\"d\",\"tableId\":\"absent\"}";
    String copy =
        "{\"configuration\":{\"copy\":{\"destinationTable\":"
            + source
            + ",\"sourceTables\":[%s]}}}";

    assertThat(
            rest.send("POST", "jobs", copy.formatted(sources(source, 1_200))).has("jobReference"))
        .isTrue();
    assertRefused(
        rest.send("POST", "jobs", copy.formatted(sources(source, 1_201))),
        "Too many source tables: 1201, the limit is 1200.");
  }

  private static String sources(String source, int count) {
    return String.join(",", Collections.nCopies(count, source));
  }

  @Test
  @Fact({"QT-021", "RT-012"})
  void requestsHaveTenMegabytes() throws Exception {
    JsonNode refused = rest.send("POST", "queries", "x".repeat((10 << 20) + 1));

    assertThat(refused.at("/error/code").asInt()).isEqualTo(400);
    assertThat(refused.at("/error/message").asText())
        .isEqualTo("Request payload size exceeds the limit: 10485760 bytes.");
  }

  @Test
  @Fact("RT-176")
  void pagesHaveTheRowsAndBytesThatTheServiceGives() throws Exception {
    clients.createTable(
        "pages",
        Field.of("n", StandardSQLTypeName.INT64),
        Field.of("s", StandardSQLTypeName.STRING));
    load("pages", "1,\n".repeat(100_001));
    JsonNode first = rest.get("datasets/d/tables/pages/data?maxResults=200000");
    assertThat(first.path("rows").size()).isEqualTo(100_000);
    JsonNode last =
        rest.get(
            "datasets/d/tables/pages/data?maxResults=200000&pageToken="
                + first.path("pageToken").asText());
    assertThat(last.path("rows").size()).isEqualTo(1);

    clients.createTable(
        "large",
        Field.of("n", StandardSQLTypeName.INT64),
        Field.of("s", StandardSQLTypeName.STRING));
    load("large", ("1," + "x".repeat(6_000_000) + "\n").repeat(3));
    assertThat(rest.get("datasets/d/tables/large/data").path("rows").size()).isEqualTo(2);
  }

  @Test
  @Fact("QT-004")
  void jobsTouchFourThousandPartitionsAndTablesHaveTenThousand() throws Exception {
    create(
        "days",
        "\"timePartitioning\":{\"type\":\"DAY\",\"field\":\"day\"},",
        "{\"name\":\"day\",\"type\":\"DATE\"}");

    assertThat(failure("days", days(0, 4_001)))
        .isEqualTo(
            "Too many partitions produced by query, allowed 4000, query produces at least 4001"
                + " partitions");
    load("days", days(0, 4_000));
    load("days", days(4_000, 8_000));
    load("days", days(7_000, 10_000));
    assertThat(failure("days", days(9_999, 10_001)))
        .isEqualTo("Table p:d.days would have 10001 partitions, the limit is 10000.");
    assertThat(rest.get("datasets/d/tables/days").path("numRows").asText()).isEqualTo("11000");
  }

  @Test
  @Fact({"RT-005", "RT-076"})
  void aLoadJobThatIsCancelledLeavesNothing() throws Exception {
    rest.send(
        "POST",
        "../../../../_penstock/faults",
        "{\"rules\":[{\"method\":\"job.load\",\"table\":\"never\",\"fault\":\"hang\"}]}");
    String id =
        id(
            new Uploader(clients.local)
                .multipart(
                    "{\"configuration\":{\"load\":{\"schema\":{\"fields\":["
                        + column("c")
                        + "]},\"destinationTable\":{\"datasetId\":\"d\",\"tableId\":\"never\"}}}}",
                    "1\n".getBytes(StandardCharsets.UTF_8),
                    "\r\n",
                    "\r\n")
                .body());

    assertThat(clients.rest.cancel(JobId.of("p", id))).isTrue();

    assertThat(clients.awaitEnd(JobId.of("p", id)).getStatus().getError().getReason())
        .isEqualTo("stopped");
    assertThat(rest.get("datasets/d/tables/never").at("/error/code").asInt()).isEqualTo(404);
  }

  private static String id(String job) {
    return job.replaceAll("(?s).*\"jobId\":\"([^\"]+)\".*", "$1");
  }

  private static String days(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(day -> LocalDate.of(1970, 1, 1).plusDays(day) + "\n")
        .collect(Collectors.joining());
  }

  private static void load(String table, String csv) throws IOException, InterruptedException {
    assertThat(failure(table, csv)).isEmpty();
  }

  /** Why a load job failed; empty when it did not. */
  private static String failure(String table, String csv) throws IOException, InterruptedException {
    String job =
        "{\"configuration\":{\"load\":{\"destinationTable\":{\"datasetId\":\"d\",\"tableId\":\""
            + table
            + "\"}}}}";
    String answer =
        new Uploader(clients.local)
            .multipart(job, csv.getBytes(StandardCharsets.UTF_8), "\r\n", "\r\n")
            .body();
    BigQueryError error = clients.awaitEnd(JobId.of("p", id(answer))).getStatus().getError();
    return error == null ? "" : String.valueOf(error.getMessage());
  }

  @Test
  @Fact("QT-023")
  void headersOfMoreThanSixteenKibibytesAreRefused() throws Exception {
    assertThat(status("x".repeat(15 << 10))).isEqualTo(200);
    assertThat(status("x".repeat(17 << 10))).isEqualTo(431);
  }

  private static int status(String header) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(clients.local.restUrl() + "/bigquery/v2/projects/p/datasets"))
            .header("X-Long", header)
            .build();
    return HttpClient.newHttpClient()
        .send(request, HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }
}
