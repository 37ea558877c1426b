package dev.penstock.kafka.config;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;

/** Keys of kcbq 2 that are accepted without effect, and keys of kcbq 1 that were renamed. */
final class LegacyKeys {
  /** Keys of kcbq 2 without effect here. */
  static final Map<String, String> WITHOUT_EFFECT =
      Map.ofEntries(
          Map.entry("allowSchemaUnionization", "columns are always added, never replaced"),
          Map.entry("mediateConcurrentSchemaUpdates", "concurrent updates are always mediated"),
          Map.entry("concurrentSchemaUpdateRetryWaitMs", "waits follow retryTimeoutMs"),
          Map.entry("concurrentSchemaUpdateMaxRetries", "waits follow retryTimeoutMs"),
          Map.entry("allBQFieldsNullable", "only primary key columns are made REQUIRED"),
          Map.entry("avroDataCacheSize", "there is no such cache"),
          Map.entry("threadPoolSize", "rows are sent without a thread pool"),
          Map.entry("queueSize", "maxInFlightBytes bounds what waits"),
          Map.entry("bigQueryRetry", "retries follow retryTimeoutMs"),
          Map.entry("bigQueryRetryWait", "retries follow retryTimeoutMs"),
          Map.entry("max.retries", "retries follow retryTimeoutMs"),
          Map.entry("enableRetries", "retries follow retryTimeoutMs"),
          Map.entry("commitInterval", "offsets are committed as rows are acknowledged"),
          Map.entry("mergeIntervalMs", "there is no merge"),
          Map.entry("mergeRecordsThreshold", "there is no merge"),
          Map.entry("intermediateTableSuffix", "there is no intermediate table"),
          Map.entry("batchLoadIntervalSec", "enableBatchLoad is not supported"),
          Map.entry("gcsBucketName", "enableBatchLoad is not supported"),
          Map.entry("gcsFolderName", "enableBatchLoad is not supported"),
          Map.entry("autoCreateBucket", "enableBatchLoad is not supported"),
          Map.entry("convertDebeziumTimestampToInteger", "existing INT64 columns are respected"),
          Map.entry("convertDebeziumVariableScaleDecimal", "use variableScaleDecimalHandlingMode"),
          Map.entry("ignoreUnknownFields", "use allowNewBigQueryFields"),
          Map.entry("trackPutAttempts", "kafkaDataFieldName is not supported"),
          Map.entry("useCredentialsProjectId", "jobs run in project"),
          Map.entry(
              "preserveKafkaTopicPartitionOffset", "offsets are always those before transforms"));

  /** Features of kcbq that are refused by name, with what to do instead. */
  static final Map<String, String> UNSUPPORTED =
      Map.of(
          "enableBatchLoad", "remove it: rows travel over the Storage Write API",
          "enableBatchMode", "remove it: rows are visible as soon as they are acknowledged",
          "bigQueryPartitionDecorator", "set it to false and use timestampPartitionFieldName",
          "bigQueryMessageTimePartitioning", "remove it and use timestampPartitionFieldName",
          "kafkaKeyFieldName", "remove it: key fields become columns",
          "kafkaDataFieldName", "remove it, or add the fields with the InsertField transform",
          "convertDoubleSpecialValues", "remove it: NaN and infinities are stored as they are",
          "schemaRetriever", "remove it: schemas come with the records");

  /** Keys that older versions had, with what replaced them. */
  static final Map<String, String> REMOVED =
      Map.of(
          "topicsToTables", Keys.TOPIC_TO_TABLE,
          "autoUpdateSchemas", Keys.ALLOW_NEW_FIELDS,
          "includeKafkaData", "kafkaDataFieldName",
          "includeKafkaKey", "kafkaKeyFieldName",
          "schemaRegistryLocation", "value.converter.schema.registry.url",
          "bufferSize", Keys.BATCH_BYTES,
          "maxWriteSize", Keys.REQUEST_MAX_BYTES,
          "tableWriteWait", Keys.RETRY_TIMEOUT_MS);

  /** Values of unsupported keys that switch the feature off. */
  static final List<String> OFF =
      List.of(
          "", "false", "[]", "com.wepay.kafka.connect.bigquery.retrieve.IdentitySchemaRetriever");

  private LegacyKeys() {}

  static void define(ConfigDef keys) {
    KeyGroup group = new KeyGroup(keys, "Compatibility");
    WITHOUT_EFFECT.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            key ->
                group.text(
                    key.getKey(),
                    null,
                    Importance.LOW,
                    "Accepted without effect: " + key.getValue() + "."));
    UNSUPPORTED.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            key ->
                group.text(
                    key.getKey(),
                    null,
                    Importance.LOW,
                    "Not supported; to migrate, " + key.getValue() + "."));
  }
}
