package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.cloud.bigquery.DatasetInfo;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.service.FaultPoint.Effect;
import dev.penstock.local.service.MovableClock;
import dev.penstock.local.service.QuotaLimit;
import dev.penstock.local.service.Quotas;
import dev.penstock.local.service.TableTraits;
import dev.penstock.local.service.Usage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The service's limits: always counted, refused when switched on. */
class QuotasTest {
  private static final InstantSource STILL =
      InstantSource.fixed(Instant.ofEpochSecond(20 * 86_400));

  private final Quotas quotas =
      Quotas.load(STILL, (method, table) -> Optional.empty(), TableTraits.PLAIN);

  @Test
  @Fact({"QT-002", "RT-013"})
  void refusesTheSixthUpdateOfATableInTenSecondsWhenItShall() throws Exception {
    try (LocalClients clients = new LocalClients(LocalOptions.inMemory().withClock(STILL))) {
      clients.rest.create(DatasetInfo.of("d"));
      clients.createTable("t", Field.of("id", StandardSQLTypeName.INT64));
      RestJson rest = new RestJson(clients.local);
      for (int i = 0; i < 6; i++) {
        assertThat(patch(rest, i).has("etag")).isTrue();
      }
      JsonNode limit = limit(rest.get("../../../../_penstock/quotas"), "table metadata updates");
      assertThat(limit.toString())
          .isEqualTo(
              "{\"name\":\"table metadata updates\",\"fact\":\"QT-002\",\"limit\":5,"
                  + "\"window\":\"PT10S\",\"per\":\"table without partitions\","
                  + "\"source\":\"https://cloud.google.com/bigquery/quotas\","
                  + "\"date\":\"2026-08-22\",\"used\":{\"p.d.t\":6}}");

      rest.send("POST", "../../../../_penstock/quotas", "{\"enforce\": true}");
      JsonNode refused = patch(rest, 7).path("error");
      assertThat(refused.path("code").asInt()).isEqualTo(403);
      assertThat(refused.at("/errors/0/reason").asText()).isEqualTo("rateLimitExceeded");
      assertThat(refused.path("message").asText())
          .startsWith("Exceeded rate limits: too many table update operations for this table.");
      clients.local.advanceClock(Duration.ofSeconds(10));
      for (int i = 0; i < 5; i++) {
        assertThat(patch(rest, i).has("etag")).isTrue();
      }
      assertThat(patch(rest, 8).has("error")).isTrue();
      JsonNode after = limit(rest.get("../../../../_penstock/quotas"), "table metadata updates");
      assertThat(after.path("used").toString()).isEqualTo("{\"p.d.t\":5}");
    }
  }

  @Test
  @Fact({"QT-002", "RT-013"})
  void statementsThatChangeATableCountAsItsUpdates() throws Exception {
    try (LocalClients clients = new LocalClients(LocalOptions.inMemory().withClock(STILL))) {
      clients.rest.create(DatasetInfo.of("d"));
      RestJson rest = new RestJson(clients.local);
      rest.send("POST", "../../../../_penstock/quotas", "{\"enforce\": true}");
      query(rest, "CREATE TABLE d.t (n INT64)");
      for (int i = 0; i < 4; i++) {
        assertThat(query(rest, "CREATE OR REPLACE TABLE d.t (n INT64)").has("error")).isFalse();
      }
      assertThat(query(rest, "BEGIN ALTER TABLE d.t ADD COLUMN m INT64; END").has("error"))
          .isFalse();
      assertThat(query(rest, "DROP TABLE IF EXISTS d.absent").has("error")).isFalse();

      JsonNode refused = query(rest, "CREATE OR REPLACE TABLE d.t (x INT64)").path("error");
      assertThat(refused.at("/errors/0/reason").asText()).isEqualTo("rateLimitExceeded");
      assertThat(rest.get("datasets/d/tables/t").at("/schema/fields/1/name").asText())
          .isEqualTo("m");
    }
  }

  private static JsonNode query(RestJson rest, String sql) throws Exception {
    return rest.send("POST", "queries", "{\"useLegacySql\": false, \"query\": \"" + sql + "\"}");
  }

  private static JsonNode patch(RestJson rest, int i) throws Exception {
    return rest.send("PATCH", "datasets/d/tables/t", "{\"description\": \"" + i + "\"}");
  }

  private static JsonNode limit(JsonNode answer, String name) {
    for (JsonNode limit : answer.path("limits")) {
      if (limit.path("name").asText().equals(name)) {
        return limit;
      }
    }
    throw new AssertionError(answer);
  }

  private Optional<Effect> meet(String method, String table) {
    return quotas.meet(method, new TableId("p", "d", table));
  }

  @Test
  @Fact({"QT-033", "WA-040", "WA-032"})
  void refusesTheStreamAboveTenThousandAnHourAndProject() {
    quotas.enforce(true);
    for (int i = 0; i < 10_000; i++) {
      assertThat(meet("CreateWriteStream", "t" + i % 2)).isEmpty();
    }
    Effect refused = meet("CreateWriteStream", "t").orElseThrow();
    assertThat(refused.code()).isEqualTo("RESOURCE_EXHAUSTED");
    assertThat(refused.message()).startsWith("Exceeds 'CreateWriteStream requests' quota, user_id");
  }

  @Test
  @Fact({"QT-001", "QT-014", "RT-014"})
  void refusesTheLoadJobAboveFifteenHundredADayAndTable() {
    MovableClock clock = new MovableClock(STILL);
    Quotas moving = Quotas.load(clock, (method, table) -> Optional.empty(), TableTraits.PLAIN);
    moving.enforce(true);
    TableId table = new TableId("p", "d", "t");
    for (int i = 0; i < 1_500; i++) {
      assertThat(moving.meet("job.load", table)).isEmpty();
      clock.advance(Duration.ofSeconds(10));
    }
    Effect refused = moving.meet("job.load", table).orElseThrow();
    assertThat(refused.failure().reason()).isEqualTo("quotaExceeded");
    assertThat(refused.message())
        .startsWith(
            "Quota exceeded: Your table exceeded quota for imports or query appends per table.");
    assertThat(moving.meet("job.load", new TableId("p", "d", "other"))).isEmpty();
  }

  @Test
  void everyLimitCountsCallsThatThereAre() {
    for (QuotaLimit limit : quotas.limits()) {
      assertThat(limit.methods())
          .isNotEmpty()
          .allSatisfy(
              method -> {
                if (Arrays.stream(Usage.values()).noneMatch(use -> use.title().equals(method))) {
                  FaultRules.requireKnown(method);
                }
              });
      assertThat(limit.limit()).isPositive();
    }
  }
}
