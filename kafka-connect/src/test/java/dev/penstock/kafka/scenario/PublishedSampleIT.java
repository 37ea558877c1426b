package dev.penstock.kafka.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.testkit.LocalBigQueryExtension;
import dev.penstock.testkit.history.ChangeHistory;
import dev.penstock.testkit.history.HistoryTable;
import dev.penstock.testkit.tap.AppendTap;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.sink.SinkRecord;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The configuration of the feature proposal, as printed, with the Debezium line it was written for
 * and REPLICA IDENTITY FULL.
 */
class PublishedSampleIT {
  // Operation 31 adds a column, which the sample does not allow.
  private static final int LAST_OPERATION = 30;
  private static final String TOPIC = "cdc_postgres_public_customers";

  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets();

  private final ChangeHistory history = ChangeHistory.load("customers-32");

  @Test
  void convergesAndNamesTheKeysThatDebezium3Removed() {
    String dataset = BIGQUERY.createDataset("my_bigquery_dataset");
    try (CapturedLog log = new CapturedLog();
        AppendTap tap = AppendTap.start(BIGQUERY.grpcTarget())) {
      Map<String, String> keys = ScenarioConfig.published(BIGQUERY, tap, dataset).keys();
      TopicLog topic = new TopicLog(3);
      try (SinkRun sink = SinkRun.start(keys, 3, Unwrap.ofDebezium27(keys)::apply)) {
        List<SinkRecord> records = customers().stream().map(topic::append).toList();
        records.forEach(record -> sink.deliver(List.of(record)));
        sink.awaitCommitted(topic.ends());
      }

      // The sample asks for a max_staleness of 15 seconds.
      Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> checkRows(dataset));
      assertThat(BIGQUERY.table(dataset, TOPIC).metadata().getDefinition().getSchema())
          .asString()
          .doesNotContain("__deleted");
      assertThat(log.lines("WARN", "transforms.unwrap.delete.handling.mode"))
          .singleElement()
          .asString()
          .contains(
              "transforms.unwrap.drop.tombstones",
              "transforms.unwrap.delete.tombstone.handling.mode=rewrite-with-tombstone");
    }
  }

  private List<RecordedEvent> customers() {
    return EventRecording.load("customers-32", "full").events().stream()
        .filter(event -> event.operation() <= LAST_OPERATION)
        .filter(event -> event.topic().equals("shop.public.customers"))
        .map(
            event ->
                new RecordedEvent(
                    event.operation(),
                    TOPIC,
                    event.keySchema(),
                    event.key(),
                    event.valueSchema(),
                    event.value(),
                    event.headers()))
        .toList();
  }

  private void checkRows(String dataset) {
    Map<List<Object>, Map<String, @Nullable Object>> rows = rows(dataset);
    expected().forEach((key, row) -> assertThat(rows.get(key)).as("key %s", key).isEqualTo(row));
    assertThat(rows).hasSameSizeAs(expected());
  }

  private Map<List<Object>, Map<String, @Nullable Object>> rows(String dataset) {
    HistoryTable table = history.table("customers");
    Map<List<Object>, Map<String, @Nullable Object>> rows = new LinkedHashMap<>();
    BIGQUERY
        .table(dataset, TOPIC)
        .rows()
        .forEach(row -> rows.put(table.keyOf(row), table.comparable(row)));
    return rows;
  }

  /** The sample leaves decimals at kcbq's default, FLOAT64. */
  private Map<List<Object>, Map<String, @Nullable Object>> expected() {
    Map<List<Object>, Map<String, @Nullable Object>> expected = new LinkedHashMap<>();
    history
        .stateAfter(LAST_OPERATION, history.profile("V"))
        .rows("customers")
        .forEach(
            (key, row) -> {
              Map<String, @Nullable Object> inexact = new LinkedHashMap<>(row);
              inexact.computeIfPresent(
                  "balance", (name, number) -> ((BigDecimal) number).doubleValue());
              expected.put(key, inexact);
            });
    return expected;
  }
}
