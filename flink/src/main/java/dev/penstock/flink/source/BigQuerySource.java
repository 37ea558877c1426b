package dev.penstock.flink.source;

import java.io.Serial;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Reads a table as it was at one moment, through the Storage Read API, and ends. Works in streaming
 * and in batch jobs. Every row comes once for as long as the job's state is kept; the order of rows
 * means nothing. Immutable.
 *
 * <p>The session that a read lives on is made once, when the job starts, and lasts six hours: a
 * read that takes longer must be started anew, with more parallelism or fewer columns.
 *
 * @param <T> the records
 */
@PublicEvolving
public final class BigQuerySource<T>
    implements Source<T, ReadSplit, ReadPlan>, ResultTypeQueryable<T> {
  @Serial private static final long serialVersionUID = 1L;

  private final SourceSpec<T> spec;

  BigQuerySource(SourceSpec<T> spec) {
    this.spec = spec;
  }

  /** Collects what a source is. */
  public static <T> BigQuerySourceBuilder<T> builder() {
    return new BigQuerySourceBuilder<>();
  }

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.BOUNDED;
  }

  @Override
  public SourceReader<T, ReadSplit> createReader(SourceReaderContext context) {
    return new TableReader<>(spec, context);
  }

  @Override
  public SplitEnumerator<ReadSplit, ReadPlan> createEnumerator(
      SplitEnumeratorContext<ReadSplit> context) {
    return new StreamEnumerator(new SessionPlanner(spec), context);
  }

  @Override
  public SplitEnumerator<ReadSplit, ReadPlan> restoreEnumerator(
      SplitEnumeratorContext<ReadSplit> context, ReadPlan plan) {
    return new StreamEnumerator(new SessionPlanner(spec), context, plan);
  }

  @Override
  public SimpleVersionedSerializer<ReadSplit> getSplitSerializer() {
    return new ReadSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<ReadPlan> getEnumeratorCheckpointSerializer() {
    return new ReadPlanSerializer();
  }

  @Override
  public TypeInformation<T> getProducedType() {
    return spec.deserializer().getProducedType();
  }
}
