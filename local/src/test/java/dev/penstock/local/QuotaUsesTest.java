package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.cloud.bigquery.DatasetInfo;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.service.FaultPoint.Effect;
import dev.penstock.local.service.MovableClock;
import dev.penstock.local.service.Quotas;
import dev.penstock.local.service.TableTraits;
import dev.penstock.local.service.Usage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits of what is no single call: bytes, what lasts, what jobs and statements change. */
class QuotaUsesTest {
  private static final InstantSource STILL =
      InstantSource.fixed(Instant.ofEpochSecond(20 * 86_400));

  /** Tables {@code by_time} and {@code by_column}; datasets but {@code far} are in the US. */
  private static final TableTraits TRAITS =
      new TableTraits() {
        @Override
        public Layout layout(TableId table) {
          return switch (table.table()) {
            case "by_time" -> Layout.INGESTION_TIME;
            case "by_column" -> Layout.COLUMN;
            default -> Layout.NONE;
          };
        }

        @Override
        public boolean isInUsOrEu(TableId table) {
          return !table.dataset().equals("far");
        }
      };

  private static Quotas enforced(InstantSource clock) {
    Quotas quotas = Quotas.load(clock, (method, table) -> Optional.empty(), TRAITS);
    quotas.enforce(true);
    return quotas;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PARTITIONS | d.by_time | 11000 | 403 quotaExceeded"
            + " | Quota exceeded: Your table exceeded quota for Number of partition modifications",
        "PARTITIONS | d.by_column | 30000 | 403 quotaExceeded"
            + " | Quota exceeded: Your table exceeded quota for Number of partition modifications",
        "CROSS_REGION_COPIES | d.t | 100 | 403 quotaExceeded"
            + " | Quota exceeded: Your table exceeded quota for cross-region copies per table.",
        "INTERACTIVE_QUEUE | d.t | 1000 | 403 quotaExceeded | Quota exceeded: Your"
            + " project_and_region exceeded quota for max number of jobs that can be queued",
        "BATCH_QUEUE | d.t | 20000 | 403 quotaExceeded | Quota exceeded: Your"
            + " project_and_region exceeded quota for max number of jobs that can be queued",
        "SCRIPTS | d.t | 1000 | 403 quotaExceeded"
            + " | Quota exceeded: Your project exceeded quota for concurrent multi-statement",
        "DML | d.t | 25 | 403 rateLimitExceeded"
            + " | Exceeded rate limits: too many DML statements for this table.",
        "MUTATIONS | d.t | 22 | 400 resourcesExceeded | Resources exceeded during query execution:"
            + " Too many DML statements outstanding against table p:d.t, limit is 20.",
        "CONNECTIONS | d.t | 20000 | RESOURCE_EXHAUSTED | Exceeds 'Concurrent connections' quota",
        "CONNECTIONS | far.t | 5000 | RESOURCE_EXHAUSTED | Exceeds 'Concurrent connections' quota",
        "APPEND_BYTES | d.t | 3000000000 | RESOURCE_EXHAUSTED"
            + " | Exceeds 'AppendRows throughput' quota, user_id: penstock (status:",
        "APPEND_BYTES | far.t | 300000000 | RESOURCE_EXHAUSTED"
            + " | Exceeds 'AppendRows throughput' quota",
        "INSERT_BYTES | d.t | 1000000000 | 403 quotaExceeded"
            + " | Exceeded rate limits: Your project exceeded quota for streaming insert bytes per"
            + " second per project (gaia_id:",
        "INSERT_BYTES | far.t | 300000000 | 403 quotaExceeded"
            + " | Exceeded rate limits: Your project exceeded quota for streaming insert bytes per",
        "READS | d.t | 2000 | RESOURCE_EXHAUSTED | Exceeds 'concurrent ReadRows' quota",
        "READS | far.t | 400 | RESOURCE_EXHAUSTED | Exceeds 'concurrent ReadRows' quota",
        "LIST_BYTES | d.t | 7500000000 | 403 quotaExceeded"
            + " | Quota exceeded: Your project exceeded quota for tabledata.list bytes per minute",
        "LIST_BYTES | far.t | 3700000000 | 403 quotaExceeded"
            + " | Quota exceeded: Your project exceeded quota for tabledata.list bytes per minute",
      })
  @Fact({
    "QT-005", "QT-018", "QT-022", "QT-025", "QT-027", "QT-031", "QT-032", "QT-037", "RA-030",
    "RT-125", "RT-174"
  })
  void refusesWhatIsAboveTheLimit(
      Usage usage, String table, long limit, String code, String message) {
    Quotas quotas = enforced(STILL);
    String[] names = table.split("\\.", -1);
    TableId id = new TableId("p", names[0], names[1]);

    assertThat(quotas.use(usage, id, limit)).isEmpty();
    Effect refused = quotas.use(usage, id, 1).orElseThrow();

    assertThat(refused.code()).isEqualTo(code);
    assertThat(refused.message()).startsWith(message);
    assertThat(quotas.use(usage, new TableId("other", "d", "t"), 1)).isEmpty();
  }

  @Test
  @Fact({"QT-031", "QT-027"})
  void whatEndedMakesRoom() {
    Quotas quotas = enforced(STILL);
    TableId table = new TableId("p", "d", "t");
    assertThat(quotas.use(Usage.MUTATIONS, table, 22)).isEmpty();
    assertThat(quotas.use(Usage.MUTATIONS, table, 1)).isPresent();
    assertThat(quotas.use(Usage.MUTATIONS, table, 1)).isPresent();

    assertThat(quotas.use(Usage.MUTATIONS, table, -1)).isEmpty();

    assertThat(quotas.use(Usage.MUTATIONS, table, 1)).isEmpty();
  }

  @Test
  @Fact({"QT-003", "RT-062", "QT-013", "QT-002"})
  void partitionedTablesTakeFiftyUpdatesInTenSecondsAndOthersFive() {
    MovableClock clock = new MovableClock(STILL);
    Quotas quotas = enforced(clock);

    assertThat(updates(quotas, "by_column")).isEqualTo(50);
    assertThat(updates(quotas, "t")).isEqualTo(5);
    assertThat(updates(quotas, "t$20260101")).isZero();
    assertThat(updates(quotas, "by_column$20260101")).isZero();
    assertThat(updates(quotas, "snapshot")).isEqualTo(5);
    assertThat(
            quotas.meet("tables.patch", new TableId("p", "d", "by_column")).orElseThrow().message())
        .startsWith(
            "Exceeded rate limits: too many partitioned table update operations for this table.");
    clock.advance(Duration.ofSeconds(10));
    assertThat(updates(quotas, "t")).isEqualTo(5);
  }

  /** How many updates of a table are let in. */
  private static int updates(Quotas quotas, String table) {
    int count = 0;
    while (quotas.meet("tables.patch", new TableId("p", "d", table)).isEmpty()) {
      count++;
    }
    return count;
  }

  @Test
  @Fact("QT-026")
  void insertStatementsAreCountedAndNotRefused() {
    Quotas quotas = enforced(STILL);

    assertThat(quotas.use(Usage.INSERTS, new TableId("p", "d", "t"), 2_000)).isEmpty();

    assertThat(
            quotas.limits().stream()
                .filter(limit -> limit.fact().equals("QT-026"))
                .map(limit -> limit.limit() + " " + quotas.used(limit)))
        .containsExactly("1500 {p.d.t=2000}");
  }

  @Test
  @Fact({"RA-045", "QT-039"})
  void readsAndSessionsHaveTheirNumbersAMinute() {
    Quotas quotas = enforced(STILL);
    TableId table = new TableId("p", "d", "t");
    for (int i = 0; i < 5_000; i++) {
      assertThat(quotas.meet("CreateReadSession", table)).isEmpty();
    }
    assertThat(quotas.meet("SplitReadStream", table).orElseThrow().message())
        .startsWith("Exceeds 'CreateReadSession and SplitReadStream requests' quota");
    for (int i = 0; i < 25_000; i++) {
      assertThat(quotas.meet("ReadRows", table)).isEmpty();
    }
    assertThat(quotas.meet("ReadRows", table).orElseThrow().code()).isEqualTo("RESOURCE_EXHAUSTED");
  }

  @Test
  @Fact("QT-012")
  void refusesTheEleventhTableOfASecond() {
    Quotas quotas = enforced(STILL);
    for (int i = 0; i < 10; i++) {
      assertThat(quotas.meet("tables.insert", new TableId("p", "d", ""))).isEmpty();
    }
    assertThat(quotas.meet("tables.insert", new TableId("p", "d", "")).orElseThrow().code())
        .isEqualTo("403 rateLimitExceeded");
  }

  @Test
  @Fact({"QT-010", "QT-005", "QT-018", "QT-022", "QT-031", "QT-032", "QT-037", "RT-125"})
  void callsCountWhatTheyUse() throws Exception {
    try (LocalClients clients = new LocalClients(LocalOptions.inMemory().withClock(STILL))) {
      clients.rest.create(DatasetInfo.of("d"));
      RestJson rest = new RestJson(clients.local);
      rest.send(
          "POST", "datasets", "{\"datasetReference\":{\"datasetId\":\"eu\"},\"location\":\"EU\"}");
      rest.send("PATCH", "datasets/d", "{\"description\":\"x\"}");
      clients.createTable("t", Field.of("s", StandardSQLTypeName.STRING));
      rest.send(
          "POST", "datasets/d/tables/t/insertAll", "{\"rows\":[{\"json\":{\"s\":\"12345\"}}]}");
      rest.get("datasets/d/tables/t/data");
      try (RawConnection connection = new RawConnection(clients.local)) {
        connection.send(
            RawConnection.request(
                LocalClients.streamName("t"),
                RawConnection.schema("s:STRING"),
                RawConnection.row("abc")));
        assertThat(connection.response().hasAppendResult()).isTrue();
        assertThat(used(rest))
            .containsEntry("QT-031", "{\"p\":1}")
            .containsEntry("QT-032", "{\"p\":5}");
      }
      await().untilAsserted(() -> assertThat(used(rest)).doesNotContainKey("QT-031"));
      load(clients, rest);
      copy(clients, rest);
      hang(rest);

      assertThat(used(rest))
          .containsEntry("QT-010", "{\"p.d\":1}")
          .containsEntry("QT-037", "{\"p\":7}")
          .containsEntry("QT-022", "{\"p\":15}")
          .containsEntry("QT-005", "{\"p.d.parted\":2}")
          .containsEntry("RT-125", "{\"p.eu.copied\":1}");
      await().untilAsserted(() -> assertThat(used(rest)).containsEntry("QT-018", "{\"p\":2}"));
    }
  }

  private static void load(LocalClients clients, RestJson rest) throws Exception {
    rest.send(
        "POST",
        "datasets/d/tables",
        "{\"tableReference\":{\"tableId\":\"parted\"},\"timePartitioning\":{\"type\":\"DAY\","
            + "\"field\":\"day\"},\"schema\":{\"fields\":[{\"name\":\"day\",\"type\":\"DATE\"}]}}");
    String job =
        "{\"configuration\":{\"load\":{\"destinationTable\":{\"datasetId\":\"d\","
            + "\"tableId\":\"parted\"}}}}";
    String answer =
        new Uploader(clients.local)
            .multipart(
                job,
                "2026-01-01\n2026-01-01\n2026-01-02\n".getBytes(StandardCharsets.US_ASCII),
                "\r\n",
                "\r\n")
            .body();
    awaitEnd(clients, answer);
  }

  private static void copy(LocalClients clients, RestJson rest) throws Exception {
    JsonNode answer =
        rest.send(
            "POST",
            "jobs",
            "{\"configuration\":{\"copy\":{\"sourceTable\":{\"projectId\":\"p\",\"datasetId\":\"d\","
                + "\"tableId\":\"parted\"},\"destinationTable\":{\"projectId\":\"p\","
                + "\"datasetId\":\"eu\",\"tableId\":\"copied\"}}}}");
    awaitEnd(clients, answer.toString());
  }

  private static void awaitEnd(LocalClients clients, String job) {
    String id = job.replaceAll("(?s).*\"jobId\":\"([^\"]+)\".*", "$1");
    String location = job.contains("\"location\":\"EU\"") ? "EU" : "US";
    com.google.cloud.bigquery.JobId name =
        com.google.cloud.bigquery.JobId.newBuilder()
            .setProject("p")
            .setJob(id)
            .setLocation(location)
            .build();
    assertThat(clients.awaitEnd(name).getStatus().getError()).isNull();
  }

  /** Six queries, of which four run without an end. */
  private static void hang(RestJson rest) throws IOException, InterruptedException {
    JsonNode added =
        rest.send(
            "POST",
            "../../../../_penstock/faults",
            "{\"rules\":[{\"method\":\"job.query\",\"from\":1,\"to\":6,\"fault\":\"hang\"}]}");
    assertThat(added.path("error").toString()).isEmpty();
    for (int i = 0; i < 6; i++) {
      JsonNode job =
          rest.send(
              "POST",
              "jobs",
              "{\"configuration\":{\"query\":{\"query\":\"SELECT 1\",\"useLegacySql\":false}}}");
      assertThat(job.path("error").toString()).isEmpty();
    }
  }

  /** What was used, by the facts that state the limits. */
  private static Map<String, String> used(RestJson rest) throws IOException, InterruptedException {
    Map<String, String> used = new TreeMap<>();
    for (JsonNode limit : rest.get("../../../../_penstock/quotas").path("limits")) {
      if (!limit.path("used").isEmpty()) {
        used.put(limit.path("fact").asText(), limit.path("used").toString());
      }
    }
    return used;
  }
}
