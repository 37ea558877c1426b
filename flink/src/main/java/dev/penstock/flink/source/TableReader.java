package dev.penstock.flink.source;

import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.connector.base.source.reader.SingleThreadMultiplexSourceReaderBase;

/** Reads one split after the other, on a thread of Flink's. One owner thread, the task's. */
final class TableReader<T>
    extends SingleThreadMultiplexSourceReaderBase<GenericRecord, T, ReadSplit, ReadProgress> {
  TableReader(SourceSpec<T> spec, SourceReaderContext context) {
    this(spec, context, new ReaderMetrics(context.metricGroup()));
  }

  /** Flink makes a fetcher for each split; all count in the same metrics. */
  private TableReader(SourceSpec<T> spec, SourceReaderContext context, ReaderMetrics metrics) {
    super(
        () -> new StreamFetcher(spec, metrics),
        new RowEmitter<>(spec.deserializer(), metrics.skipped()),
        context.getConfiguration(),
        context);
  }

  @Override
  public void start() {
    if (getNumberOfCurrentlyAssignedSplits() == 0) {
      context.sendSplitRequest();
    }
  }

  @Override
  protected void onSplitFinished(Map<String, ReadProgress> finished) {
    context.sendSplitRequest();
  }

  @Override
  protected ReadProgress initializedState(ReadSplit split) {
    return new ReadProgress(split);
  }

  @Override
  protected ReadSplit toSplitType(String splitId, ReadProgress progress) {
    return progress.toSplit();
  }
}
