package dev.penstock.flink.table;

import dev.penstock.flink.TableDestination;
import dev.penstock.flink.sink.BigQuerySink;
import dev.penstock.flink.sink.BigQuerySinkBuilder;
import dev.penstock.flink.sink.BufferedStreamOptions;
import dev.penstock.flink.sink.CdcOptions;
import dev.penstock.flink.sink.CdcTableOptions;
import dev.penstock.flink.sink.DefaultStreamOptions;
import dev.penstock.flink.sink.SchemaUpdateOptions;
import dev.penstock.flink.sink.StreamOptionsBuilder;
import dev.penstock.flink.sink.TableCreateOptions;
import dev.penstock.flink.sink.TimePartitioningType;
import dev.penstock.flink.sink.WriteMethod;
import dev.penstock.flink.table.BigQueryConnectorOptions.StreamKeys;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a table's options and columns make of a sink. Immutable.
 *
 * @param primaryKey the key columns; empty when the table declares none
 */
record TableSinkPlan(ReadableConfig options, RowType columns, List<String> primaryKey) {
  private static final Logger LOG = LoggerFactory.getLogger(TableSinkPlan.class);

  /** Refuses options that do not go together, by their keys. */
  void validate() {
    TableDestination unused = destination();
    boolean exactlyOnce = method() == WriteMethod.STORAGE_API_EXACTLY_ONCE;
    refuseKeys(
        exactlyOnce
            ? BigQueryConnectorOptions.DEFAULT_STREAM
            : BigQueryConnectorOptions.BUFFERED_STREAM,
        method());
    if (exactlyOnce) {
      refuse(
          BigQueryConnectorOptions.DEFAULT_STREAM_FLUSH_INTERVAL,
          "sink.write-method is " + method());
    }
    if (isChangelog()) {
      require(
          !exactlyOnce,
          "sink.cdc.enabled is true, and sink.write-method is storage-api-exactly-once. BigQuery"
              + " takes changes with storage-api-at-least-once only.");
      require(
          !primaryKey.isEmpty(),
          "sink.cdc.enabled is true, and the table has no PRIMARY KEY. Declare PRIMARY KEY (...)"
              + " NOT ENFORCED.");
    } else {
      refuse(BigQueryConnectorOptions.SINK_CDC_MAX_STALENESS, "sink.cdc.enabled is false");
      refuse(BigQueryConnectorOptions.SINK_CDC_CLEAR_MAX_STALENESS, "sink.cdc.enabled is false");
      refuse(BigQueryConnectorOptions.SINK_CDC_TABLE_RECONCILIATION, "sink.cdc.enabled is false");
    }
    require(
        !has(BigQueryConnectorOptions.SINK_CDC_MAX_STALENESS)
            || !options.get(BigQueryConnectorOptions.SINK_CDC_CLEAR_MAX_STALENESS),
        "sink.cdc.max-staleness and sink.cdc.clear-max-staleness are both set. Remove one.");
    if (!has(BigQueryConnectorOptions.SINK_PARTITIONING_TYPE)) {
      String absent = "sink.table-create.time-partitioning.type is not set";
      refuse(BigQueryConnectorOptions.SINK_PARTITIONING_FIELD, absent);
      refuse(BigQueryConnectorOptions.SINK_PARTITIONING_EXPIRATION, absent);
    }
  }

  /** Why a query whose results change cannot be written. */
  ValidationException appendOnly() {
    return new ValidationException(
        "The query updates or deletes rows it gave before, and table "
            + destination()
            + " takes new rows only, because sink.cdc.enabled is false. Set 'sink.cdc.enabled' ="
            + " 'true'"
            + (primaryKey.isEmpty() ? " and declare PRIMARY KEY (...) NOT ENFORCED" : "")
            + ", or write a query that only adds rows.");
  }

  /** Warns of what is declared and does nothing. */
  void warn() {
    if (!isChangelog() && !primaryKey.isEmpty()) {
      LOG.warn(
          "Table {} declares PRIMARY KEY {}, and sink.cdc.enabled is false: the key is ignored,"
              + " every row is appended, also under a key that is there already. Set"
              + " 'sink.cdc.enabled' = 'true' to replace rows by their key, or drop the key.",
          destination(),
          primaryKey);
    }
  }

  private TableDestination destination() {
    return TableDestination.of(
        options.get(BigQueryConnectorOptions.PROJECT),
        options.get(BigQueryConnectorOptions.DATASET),
        options.get(BigQueryConnectorOptions.TABLE));
  }

  boolean isChangelog() {
    return options.get(BigQueryConnectorOptions.SINK_CDC_ENABLED);
  }

  private WriteMethod method() {
    return options.get(BigQueryConnectorOptions.SINK_WRITE_METHOD);
  }

  private boolean has(ConfigOption<?> option) {
    return options.getOptional(option).isPresent();
  }

  private void refuseKeys(StreamKeys keys, WriteMethod method) {
    keys.all().forEach(key -> refuse(key, "sink.write-method is " + method));
  }

  private void refuse(ConfigOption<?> option, String because) {
    require(!has(option), "Option '" + option.key() + "' is set, and " + because + ". Remove it.");
  }

  private static void require(boolean met, String message) {
    if (!met) {
      throw new ValidationException(message);
    }
  }

  /**
   * The sink.
   *
   * @param sequencePosition where rows carry their sequence number; negative when they do not
   */
  Sink<RowData> sink(int sequencePosition) {
    BigQuerySinkBuilder<RowData> sink =
        BigQuerySink.<RowData>builder()
            .writeMethod(method())
            .table(destination())
            .serializer(new RowDataSerializationSchema(columns))
            .createDisposition(options.get(BigQueryConnectorOptions.SINK_CREATE_DISPOSITION))
            .tableCreateOptions(createOptions())
            .schemaUpdateOptions(schemaUpdates());
    set(BigQueryConnectorOptions.SINK_LOCATION).ifPresent(sink::location);
    set(BigQueryConnectorOptions.SERVICE_ACCOUNT_KEY_FILE).ifPresent(sink::serviceAccountKeyFile);
    set(BigQueryConnectorOptions.EMULATOR_ENDPOINT).ifPresent(sink::emulatorEndpoint);
    set(BigQueryConnectorOptions.EMULATOR_REST_ENDPOINT).ifPresent(sink::emulatorRestEndpoint);
    if (method() == WriteMethod.STORAGE_API_EXACTLY_ONCE) {
      sink.bufferedStreamOptions(
          stream(BufferedStreamOptions.builder(), BigQueryConnectorOptions.BUFFERED_STREAM)
              .build());
    } else {
      sink.defaultStreamOptions(defaultStream());
    }
    if (isChangelog()) {
      changes(sink, sequencePosition);
    }
    return sink.build();
  }

  private <V> Optional<V> set(ConfigOption<V> option) {
    return options.getOptional(option);
  }

  private TableCreateOptions createOptions() {
    TableCreateOptions.Builder create = TableCreateOptions.builder();
    Optional<TimePartitioningType> type = set(BigQueryConnectorOptions.SINK_PARTITIONING_TYPE);
    Optional<String> field = set(BigQueryConnectorOptions.SINK_PARTITIONING_FIELD);
    if (type.isPresent() && field.isPresent()) {
      create.timePartitioning(type.get(), field.get());
    } else {
      type.ifPresent(create::timePartitioning);
    }
    set(BigQueryConnectorOptions.SINK_PARTITIONING_EXPIRATION)
        .ifPresent(create::timePartitioningExpiration);
    set(BigQueryConnectorOptions.SINK_CLUSTERED_FIELDS).ifPresent(create::clusteredFields);
    return create.build();
  }

  private SchemaUpdateOptions schemaUpdates() {
    SchemaUpdateOptions.Builder updates = SchemaUpdateOptions.builder();
    if (options.get(BigQueryConnectorOptions.SINK_ALLOW_NEW_FIELDS)) {
      updates.allowNewFields();
    }
    if (options.get(BigQueryConnectorOptions.SINK_ALLOW_FIELD_RELAXATION)) {
      updates.allowFieldRelaxation();
    }
    return updates.build();
  }

  private DefaultStreamOptions defaultStream() {
    DefaultStreamOptions.Builder stream =
        stream(DefaultStreamOptions.builder(), BigQueryConnectorOptions.DEFAULT_STREAM);
    set(BigQueryConnectorOptions.DEFAULT_STREAM_FLUSH_INTERVAL).ifPresent(stream::flushInterval);
    return stream.build();
  }

  private <B extends StreamOptionsBuilder<B>> B stream(B stream, StreamKeys keys) {
    // The largest int is beyond the bound too, so the builder refuses it with its rule.
    set(keys.maxAppendRequestBytes())
        .ifPresent(
            size ->
                stream.maxAppendRequestBytes((int) Math.min(size.getBytes(), Integer.MAX_VALUE)));
    set(keys.maxInflightRequests()).ifPresent(stream::maxInflightRequests);
    set(keys.maxInflightBytes()).ifPresent(size -> stream.maxInflightBytes(size.getBytes()));
    set(keys.recoveryInitialBackoff()).ifPresent(stream::recoveryInitialBackoff);
    set(keys.recoveryMaxBackoff()).ifPresent(stream::recoveryMaxBackoff);
    set(keys.recoveryMaxAttempts()).ifPresent(stream::recoveryMaxAttempts);
    set(keys.retryMaxDuration()).ifPresent(stream::maxRetryDuration);
    set(keys.responseTimeout()).ifPresent(stream::responseTimeout);
    set(keys.destinationIdleTimeout()).ifPresent(stream::destinationIdleTimeout);
    return stream;
  }

  private void changes(BigQuerySinkBuilder<RowData> sink, int sequencePosition) {
    CdcOptions.Builder<RowData> changes = CdcOptions.builder(RowKinds.INSTANCE);
    if (sequencePosition >= 0) {
      changes.sequenceNumberProvider(new SequenceColumn(sequencePosition));
    }
    sink.cdcOptions(changes.build());
    CdcTableOptions.Builder table = CdcTableOptions.builder().primaryKeyColumns(primaryKey);
    set(BigQueryConnectorOptions.SINK_CDC_MAX_STALENESS).ifPresent(table::maxStaleness);
    if (options.get(BigQueryConnectorOptions.SINK_CDC_CLEAR_MAX_STALENESS)) {
      table.clearMaxStaleness();
    }
    sink.cdcTableOptions(table.build());
    sink.cdcTableReconciliationPolicy(
        options.get(BigQueryConnectorOptions.SINK_CDC_TABLE_RECONCILIATION));
  }
}
