package dev.penstock.flink.table;

import dev.penstock.flink.sink.CdcTableReconciliationPolicy;
import dev.penstock.flink.sink.CreateDisposition;
import dev.penstock.flink.sink.TimePartitioningType;
import dev.penstock.flink.sink.WriteMethod;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.MemorySize;

/**
 * The options of {@code 'connector' = 'bigquery'}. An option that is absent is the default of the
 * builder that it belongs to. Immutable.
 */
@PublicEvolving
public final class BigQueryConnectorOptions {
  public static final ConfigOption<String> PROJECT = text("project", "The project of the table.");
  public static final ConfigOption<String> DATASET = text("dataset", "The dataset of the table.");
  public static final ConfigOption<String> TABLE = text("table", "The table.");
  public static final ConfigOption<String> SERVICE_ACCOUNT_KEY_FILE =
      text(
          "service-account-key-file",
          "Where a service account's key lies on every machine of the job; else Application Default"
              + " Credentials.");
  public static final ConfigOption<String> EMULATOR_ENDPOINT =
      text("emulator-endpoint", "host:port of a stand-in's gRPC.");
  public static final ConfigOption<String> EMULATOR_REST_ENDPOINT =
      text("emulator-rest-endpoint", "host:port of a stand-in's REST v2.");

  public static final ConfigOption<String> SCAN_PARENT_PROJECT =
      text("scan.parent-project", "The project that pays for reads; else the table's.");
  public static final ConfigOption<String> SCAN_ROW_RESTRICTION =
      text("scan.row-restriction", "A GoogleSQL expression that rows must meet.");
  public static final ConfigOption<String> SCAN_SNAPSHOT_TIME =
      text(
          "scan.snapshot-time",
          "The moment to read as of, such as 2026-01-31T12:00:00Z; else when the job starts.");
  public static final ConfigOption<Integer> SCAN_MAX_STREAM_COUNT =
      number("scan.max-stream-count", "The most streams of a read; else the service decides.");
  public static final ConfigOption<Integer> SCAN_PREFERRED_MIN_STREAM_COUNT =
      number("scan.preferred-min-stream-count", "How many streams are asked for; else none.");
  public static final ConfigOption<Integer> SCAN_MAX_RECORDS_PER_FETCH =
      number("scan.max-records-per-fetch", "The most rows of one batch; else 10000.");
  public static final ConfigOption<MemorySize> SCAN_MAX_BYTES_PER_FETCH =
      size("scan.max-bytes-per-fetch", "The bytes of rows of one batch; else 8 mb.");
  public static final ConfigOption<Integer> SCAN_RETRY_MAX_ATTEMPTS =
      number(
          "scan.retry.max-attempts",
          "Consecutive attempts that brought no row before a read fails; else 25.");
  public static final ConfigOption<Integer> SCAN_PARALLELISM =
      number("scan.parallelism", "How many tasks read; else Flink decides.");

  public static final ConfigOption<WriteMethod> SINK_WRITE_METHOD =
      choice(
          "sink.write-method",
          WriteMethod.class,
          WriteMethod.STORAGE_API_AT_LEAST_ONCE,
          "storage-api-at-least-once or storage-api-exactly-once.");
  public static final ConfigOption<CreateDisposition> SINK_CREATE_DISPOSITION =
      choice(
          "sink.create-disposition",
          CreateDisposition.class,
          CreateDisposition.CREATE_IF_NEEDED,
          "create-if-needed or create-never.");
  public static final ConfigOption<String> SINK_LOCATION =
      text("sink.location", "Where the table must lie, such as EU; else anywhere.");
  public static final ConfigOption<Boolean> SINK_ALLOW_NEW_FIELDS =
      flag(
          "sink.schema-update.allow-new-fields", "Whether columns that the table lacks are added.");
  public static final ConfigOption<Boolean> SINK_ALLOW_FIELD_RELAXATION =
      flag(
          "sink.schema-update.allow-field-relaxation",
          "Whether REQUIRED columns are made NULLABLE that rows may leave empty, nested ones too, and"
              + " in a table of changes all outside its key.");
  public static final ConfigOption<Integer> SINK_PARALLELISM =
      number("sink.parallelism", "How many tasks write; else Flink decides.");

  public static final ConfigOption<Boolean> SINK_CDC_ENABLED =
      flag("sink.cdc.enabled", "Whether rows are changes; needs a PRIMARY KEY.");
  public static final ConfigOption<Duration> SINK_CDC_MAX_STALENESS =
      duration("sink.cdc.max-staleness", "How old query results may be.");
  public static final ConfigOption<Boolean> SINK_CDC_CLEAR_MAX_STALENESS =
      flag("sink.cdc.clear-max-staleness", "Whether max_staleness is removed.");
  public static final ConfigOption<CdcTableReconciliationPolicy> SINK_CDC_TABLE_RECONCILIATION =
      choice(
          "sink.cdc.table-reconciliation",
          CdcTableReconciliationPolicy.class,
          CdcTableReconciliationPolicy.VERIFY_ONLY,
          "verify-only: a table that differs fails the job; reconcile: its max_staleness is set.");

  public static final ConfigOption<TimePartitioningType> SINK_PARTITIONING_TYPE =
      ConfigOptions.key("sink.table-create.time-partitioning.type")
          .enumType(TimePartitioningType.class)
          .noDefaultValue()
          .withDescription("hour, day, month or year; else the table has no partitions.");
  public static final ConfigOption<String> SINK_PARTITIONING_FIELD =
      text(
          "sink.table-create.time-partitioning.field",
          "The partitioning column; else the time of ingestion.");
  public static final ConfigOption<Duration> SINK_PARTITIONING_EXPIRATION =
      duration("sink.table-create.time-partitioning.expiration", "How long partitions are kept.");
  public static final ConfigOption<List<String>> SINK_CLUSTERED_FIELDS =
      ConfigOptions.key("sink.table-create.clustered-fields")
          .stringType()
          .asList()
          .noDefaultValue()
          .withDescription("One to four clustering columns.");

  static final StreamKeys DEFAULT_STREAM = StreamKeys.under("sink.default-stream.");
  public static final ConfigOption<Duration> DEFAULT_STREAM_FLUSH_INTERVAL =
      duration(
          "sink.default-stream.flush-interval",
          "How often rows are sent and waited for, for jobs without checkpoints.");
  static final StreamKeys BUFFERED_STREAM = StreamKeys.under("sink.buffered-stream.");

  private BigQueryConnectorOptions() {}

  private static ConfigOption<String> text(String key, String description) {
    return ConfigOptions.key(key).stringType().noDefaultValue().withDescription(description);
  }

  private static ConfigOption<Duration> duration(String key, String description) {
    return ConfigOptions.key(key).durationType().noDefaultValue().withDescription(description);
  }

  private static ConfigOption<Integer> number(String key, String description) {
    return ConfigOptions.key(key).intType().noDefaultValue().withDescription(description);
  }

  private static ConfigOption<MemorySize> size(String key, String description) {
    return ConfigOptions.key(key).memoryType().noDefaultValue().withDescription(description);
  }

  private static ConfigOption<Boolean> flag(String key, String description) {
    return ConfigOptions.key(key).booleanType().defaultValue(false).withDescription(description);
  }

  private static <E extends Enum<E>> ConfigOption<E> choice(
      String key, Class<E> type, E word, String description) {
    return ConfigOptions.key(key).enumType(type).defaultValue(word).withDescription(description);
  }

  /** Options that both kinds of streams have. */
  record StreamKeys(
      ConfigOption<MemorySize> maxAppendRequestBytes,
      ConfigOption<Integer> maxInflightRequests,
      ConfigOption<MemorySize> maxInflightBytes,
      ConfigOption<Duration> recoveryInitialBackoff,
      ConfigOption<Duration> recoveryMaxBackoff,
      ConfigOption<Integer> recoveryMaxAttempts,
      ConfigOption<Duration> retryMaxDuration,
      ConfigOption<Duration> responseTimeout,
      ConfigOption<Duration> destinationIdleTimeout) {

    static StreamKeys under(String prefix) {
      return new StreamKeys(
          size(
              prefix + "max-append-request-bytes",
              "Rows of a table are sent when they reach this size; else 512 kb."),
          number(
              prefix + "max-inflight-requests",
              "Requests without an answer on a connection; else 100."),
          size(
              prefix + "max-inflight-bytes",
              "Rows without an answer, over all tables of a task; else 100 mb."),
          duration(
              prefix + "recovery.initial-backoff", "The first delay of a repair; else 500 ms."),
          duration(prefix + "recovery.max-backoff", "The longest delay of a repair; else 10 s."),
          number(prefix + "recovery.max-attempts", "How often a repair is tried; else 10 times."),
          duration(
              prefix + "retry.max-duration",
              "How long one append is sent again; 0 s without end; else 5 min."),
          duration(
              prefix + "response-timeout",
              "How long a connection may stay without an answer; else 5 min."),
          duration(
              prefix + "destination-idle-timeout",
              "How long the state of a table without rows is kept; else 1 h."));
    }

    List<ConfigOption<?>> all() {
      return List.of(
          maxAppendRequestBytes,
          maxInflightRequests,
          maxInflightBytes,
          recoveryInitialBackoff,
          recoveryMaxBackoff,
          recoveryMaxAttempts,
          retryMaxDuration,
          responseTimeout,
          destinationIdleTimeout);
    }
  }

  /** Every option that a table may have besides those it must have. */
  static Set<ConfigOption<?>> optional() {
    Set<ConfigOption<?>> options =
        new LinkedHashSet<>(
            List.of(
                SERVICE_ACCOUNT_KEY_FILE,
                EMULATOR_ENDPOINT,
                EMULATOR_REST_ENDPOINT,
                SCAN_PARENT_PROJECT,
                SCAN_ROW_RESTRICTION,
                SCAN_SNAPSHOT_TIME,
                SCAN_MAX_STREAM_COUNT,
                SCAN_PREFERRED_MIN_STREAM_COUNT,
                SCAN_MAX_RECORDS_PER_FETCH,
                SCAN_MAX_BYTES_PER_FETCH,
                SCAN_RETRY_MAX_ATTEMPTS,
                SCAN_PARALLELISM,
                SINK_WRITE_METHOD,
                SINK_CREATE_DISPOSITION,
                SINK_LOCATION,
                SINK_ALLOW_NEW_FIELDS,
                SINK_ALLOW_FIELD_RELAXATION,
                SINK_PARALLELISM,
                SINK_CDC_ENABLED,
                SINK_CDC_MAX_STALENESS,
                SINK_CDC_CLEAR_MAX_STALENESS,
                SINK_CDC_TABLE_RECONCILIATION,
                SINK_PARTITIONING_TYPE,
                SINK_PARTITIONING_FIELD,
                SINK_PARTITIONING_EXPIRATION,
                SINK_CLUSTERED_FIELDS,
                DEFAULT_STREAM_FLUSH_INTERVAL));
    options.addAll(DEFAULT_STREAM.all());
    options.addAll(BUFFERED_STREAM.all());
    return options;
  }

  /** What every table must have. */
  static Set<ConfigOption<?>> required() {
    return new LinkedHashSet<>(List.of(PROJECT, DATASET, TABLE));
  }
}
