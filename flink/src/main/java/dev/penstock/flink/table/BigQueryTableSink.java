package dev.penstock.flink.table;

import java.util.List;
import java.util.Map;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkV2Provider;
import org.apache.flink.table.connector.sink.abilities.SupportsWritingMetadata;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.RowKind;

/** A table of SQL that rows are inserted into. One owner thread: the planner's. */
final class BigQueryTableSink implements DynamicTableSink, SupportsWritingMetadata {
  static final String SEQUENCE = "change-sequence-number";

  private final TableSinkPlan plan;
  private boolean carriesSequence;

  BigQueryTableSink(TableSinkPlan plan) {
    this.plan = plan;
  }

  @Override
  public ChangelogMode getChangelogMode(ChangelogMode requested) {
    if (!plan.isChangelog() && !requested.containsOnly(RowKind.INSERT)) {
      throw plan.appendOnly();
    }
    return plan.isChangelog()
        ? ChangelogMode.newBuilder()
            .addContainedKind(RowKind.INSERT)
            .addContainedKind(RowKind.UPDATE_AFTER)
            .addContainedKind(RowKind.DELETE)
            .build()
        : ChangelogMode.insertOnly();
  }

  @Override
  public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
    int position = carriesSequence ? plan.columns().getFieldCount() : -1;
    Sink<RowData> sink = plan.sink(position);
    return plan.options()
        .getOptional(BigQueryConnectorOptions.SINK_PARALLELISM)
        .map(parallelism -> SinkV2Provider.of(sink, parallelism))
        .orElseGet(() -> SinkV2Provider.of(sink));
  }

  @Override
  public Map<String, DataType> listWritableMetadata() {
    return plan.isChangelog() ? Map.of(SEQUENCE, DataTypes.STRING().nullable()) : Map.of();
  }

  @Override
  public void applyWritableMetadata(List<String> keys, DataType consumed) {
    carriesSequence = keys.contains(SEQUENCE);
  }

  @Override
  public DynamicTableSink copy() {
    BigQueryTableSink copy = new BigQueryTableSink(plan);
    copy.carriesSequence = carriesSequence;
    return copy;
  }

  @Override
  public String asSummaryString() {
    return "BigQuery";
  }
}
