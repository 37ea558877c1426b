package dev.penstock.flink.source;

import java.io.IOException;
import java.util.Objects;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.connector.base.source.reader.RecordEmitter;
import org.apache.flink.metrics.Counter;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/**
 * Emits the records of each row, and only then counts the row as read: a row that fails half way is
 * read again. One owner thread.
 */
final class RowEmitter<T> implements RecordEmitter<GenericRecord, T, ReadProgress> {
  private final BigQueryRowDeserializationSchema<T> deserializer;
  private final Counter skipped;
  private final Output<T> output = new Output<>();

  RowEmitter(BigQueryRowDeserializationSchema<T> deserializer, Counter skipped) {
    this.deserializer = deserializer;
    this.skipped = skipped;
  }

  @Override
  public void emitRecord(GenericRecord row, SourceOutput<T> target, ReadProgress progress)
      throws IOException {
    output.begin(target);
    deserializer.deserialize(row, output);
    if (output.end() == 0) {
      skipped.inc();
    }
    progress.advance();
  }

  /** Open only during one call of the deserializer. */
  private static final class Output<T> implements Collector<T> {
    private @Nullable SourceOutput<T> target;
    private int count;

    void begin(SourceOutput<T> newTarget) {
      target = newTarget;
      count = 0;
    }

    int end() {
      target = null;
      return count;
    }

    @Override
    public void collect(T element) {
      if (target == null) {
        throw new IllegalStateException(
            "A record was emitted after deserialize returned. Emit all records of a row during the"
                + " call.");
      }
      target.collect(Objects.requireNonNull(element, "a deserializer emitted null"));
      count++;
    }

    @Override
    public void close() {
      // Belongs to the emitter.
    }
  }
}
