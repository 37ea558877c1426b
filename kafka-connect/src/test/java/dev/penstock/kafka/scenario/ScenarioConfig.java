package dev.penstock.kafka.scenario;

import dev.penstock.testkit.LocalBigQueryExtension;
import dev.penstock.testkit.tap.AppendTap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.kafka.connect.sink.SinkRecord;

/** The sink's configurations that the suites run, as a user would write them. Immutable. */
final class ScenarioConfig {
  private final Map<String, String> keys;

  private ScenarioConfig(Map<String, String> keys) {
    this.keys = Map.copyOf(keys);
  }

  /** CDC from the customers database into a dataset, through a tap, with offsets as sequence. */
  static ScenarioConfig into(LocalBigQueryExtension bigquery, AppendTap tap, String dataset) {
    return new ScenarioConfig(
            Map.ofEntries(
                Map.entry("name", "customers-sink"),
                Map.entry("connector.class", "dev.penstock.kafka.BigQuerySinkConnector"),
                Map.entry(
                    "topics", "shop.public.customers,shop.public.order_lines,shop.public.codes"),
                Map.entry(
                    "topic2TableMap",
                    "shop.public.customers:customers,shop.public.order_lines:order_lines,"
                        + "shop.public.codes:codes"),
                Map.entry("project", bigquery.project()),
                Map.entry("defaultDataset", dataset),
                Map.entry("restEndpoint", bigquery.restUrl()),
                Map.entry("grpcEndpoint", tap.target()),
                Map.entry("autoCreateTables", "true"),
                Map.entry("allowNewBigQueryFields", "true"),
                Map.entry("decimalHandlingMode", "NUMERIC"),
                Map.entry("useStorageWriteApi", "true"),
                Map.entry("cdcEnabled", "true"),
                Map.entry("errors.tolerance", "all"),
                Map.entry("errors.deadletterqueue.topic.name", "dead-letters"),
                Map.entry("transforms", "unwrap"),
                Map.entry("transforms.unwrap.type", "io.debezium.transforms.ExtractNewRecordState"),
                Map.entry("transforms.unwrap.replace.null.with.default", "false")))
        .with("transforms.unwrap.delete.tombstone.handling.mode", "rewrite-with-tombstone");
  }

  /**
   * The sample of the feature proposal for kcbq, key for key, with a project and endpoints added.
   */
  static ScenarioConfig published(LocalBigQueryExtension bigquery, AppendTap tap, String dataset) {
    return new ScenarioConfig(
        Map.ofEntries(
            Map.entry("name", "published-sample"),
            Map.entry("connector.class", "com.wepay.kafka.connect.bigquery.BigQuerySinkConnector"),
            Map.entry("tasks.max", "3"),
            Map.entry("topics", "cdc_postgres_public_customers"),
            Map.entry("datasets", ".*=" + dataset),
            Map.entry("autoCreateTables", "true"),
            Map.entry("sanitizeFieldNames", "true"),
            Map.entry("useStorageWriteApi", "true"),
            Map.entry("cdcEnabled", "true"),
            Map.entry("cdcChangeSequenceNumberField", "version1"),
            Map.entry("tableMaxStaleness", "15"),
            Map.entry("mediateConcurrentSchemaUpdates", "true"),
            Map.entry("transforms", "unwrap"),
            Map.entry("transforms.unwrap.type", "io.debezium.transforms.ExtractNewRecordState"),
            Map.entry("transforms.unwrap.delete.handling.mode", "rewrite"),
            Map.entry("transforms.unwrap.drop.tombstones", "false"),
            Map.entry("project", bigquery.project()),
            Map.entry("restEndpoint", bigquery.restUrl()),
            Map.entry("grpcEndpoint", tap.target())));
  }

  ScenarioConfig with(String key, String value) {
    Map<String, String> changed = new HashMap<>(keys);
    changed.put(key, value);
    return new ScenarioConfig(changed);
  }

  /** Without a transform, as for a sink that takes Debezium's envelopes. */
  ScenarioConfig withoutTransform() {
    Map<String, String> changed = new HashMap<>(keys);
    changed.keySet().removeIf(key -> key.startsWith("transforms"));
    return new ScenarioConfig(changed);
  }

  /** The transform that the keys name. */
  UnaryOperator<SinkRecord> transform() {
    return keys.containsKey("transforms") ? Unwrap.of(keys)::apply : UnaryOperator.identity();
  }

  /** The same as a profile of the history has it. */
  ScenarioConfig as(String profile) {
    return switch (profile) {
      case "F" -> this;
      case "L" ->
          with("transforms.unwrap.add.fields", "lsn")
              .with("cdcChangeSequenceNumberField", "__lsn")
              .with("cdcMetadataFields", "__deleted,__op,__lsn");
      case "V" -> with("cdcChangeSequenceNumberField", "version1");
      case "T" ->
          with("transforms.unwrap.delete.tombstone.handling.mode", "tombstone")
              .with("cdcUnavailableValue", "DLQ");
      case "D1", "D0" ->
          with("cdcChangeSequenceNumberField", "version1").with("cdcUnavailableValue", "DLQ");
      default -> throw new IllegalArgumentException(profile);
    };
  }

  Map<String, String> keys() {
    return keys;
  }
}
