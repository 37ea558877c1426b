package dev.penstock.flink.table;

import dev.penstock.flink.TableDestination;
import dev.penstock.flink.source.BigQuerySource;
import dev.penstock.flink.source.BigQuerySourceBuilder;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.SourceProvider;
import org.apache.flink.table.connector.source.abilities.SupportsProjectionPushDown;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;

/** A table of SQL that is read once. One owner thread: the planner's. */
final class BigQueryTableSource implements ScanTableSource, SupportsProjectionPushDown {
  private final ReadableConfig options;
  private final DataType declared;
  private DataType produced;

  BigQueryTableSource(ReadableConfig options, DataType declared) {
    this.options = options;
    this.declared = declared;
    this.produced = declared;
  }

  @Override
  public ChangelogMode getChangelogMode() {
    return ChangelogMode.insertOnly();
  }

  @Override
  public boolean supportsNestedProjection() {
    return false;
  }

  @Override
  public void applyProjection(int[][] fields, DataType type) {
    produced = type;
  }

  @Override
  public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
    Source<RowData, ?, ?> source = source(context);
    return set(BigQueryConnectorOptions.SCAN_PARALLELISM)
        .map(parallelism -> SourceProvider.of(source, parallelism))
        .orElseGet(() -> SourceProvider.of(source));
  }

  private Source<RowData, ?, ?> source(ScanContext context) {
    RowType columns = (RowType) produced.getLogicalType();
    BigQuerySourceBuilder<RowData> source =
        BigQuerySource.<RowData>builder()
            .table(
                TableDestination.of(
                    options.get(BigQueryConnectorOptions.PROJECT),
                    options.get(BigQueryConnectorOptions.DATASET),
                    options.get(BigQueryConnectorOptions.TABLE)))
            .selectedFields(carried(columns))
            .deserializer(
                new RowDataDeserializationSchema(columns, context.createTypeInformation(produced)));
    set(BigQueryConnectorOptions.SERVICE_ACCOUNT_KEY_FILE).ifPresent(source::serviceAccountKeyFile);
    set(BigQueryConnectorOptions.EMULATOR_ENDPOINT).ifPresent(source::emulatorEndpoint);
    set(BigQueryConnectorOptions.SCAN_PARENT_PROJECT).ifPresent(source::parentProject);
    set(BigQueryConnectorOptions.SCAN_ROW_RESTRICTION).ifPresent(source::rowRestriction);
    set(BigQueryConnectorOptions.SCAN_SNAPSHOT_TIME)
        .ifPresent(text -> source.snapshotTime(instant(text)));
    set(BigQueryConnectorOptions.SCAN_MAX_STREAM_COUNT).ifPresent(source::maxStreamCount);
    set(BigQueryConnectorOptions.SCAN_PREFERRED_MIN_STREAM_COUNT)
        .ifPresent(source::preferredMinStreamCount);
    set(BigQueryConnectorOptions.SCAN_MAX_RECORDS_PER_FETCH).ifPresent(source::maxRecordsPerFetch);
    set(BigQueryConnectorOptions.SCAN_MAX_BYTES_PER_FETCH)
        .map(MemorySize::getBytes)
        .ifPresent(source::maxBytesPerFetch);
    set(BigQueryConnectorOptions.SCAN_RETRY_MAX_ATTEMPTS).ifPresent(source::retryMaxAttempts);
    return source.build();
  }

  /** A query such as COUNT(*) needs rows and no column: the first one carries them. */
  private List<String> carried(RowType columns) {
    return columns.getFieldCount() > 0
        ? columns.getFieldNames()
        : ((RowType) declared.getLogicalType()).getFieldNames().subList(0, 1);
  }

  private <V> Optional<V> set(ConfigOption<V> option) {
    return options.getOptional(option);
  }

  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new ValidationException(
          "Option 'scan.snapshot-time' is invalid: '"
              + text
              + "' (expected: an instant such as 2026-01-31T12:00:00Z)",
          e);
    }
  }

  @Override
  public DynamicTableSource copy() {
    BigQueryTableSource copy = new BigQueryTableSource(options, declared);
    copy.produced = produced;
    return copy;
  }

  @Override
  public String asSummaryString() {
    return "BigQuery";
  }
}
