package dev.penstock.flink.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A row counts as read when all its records are out. */
class RowEmitterTest {
  private static final Schema SCHEMA =
      SchemaBuilder.record("R").fields().requiredLong("times").endRecord();

  private final ReadProgress progress =
      new ReadProgress(new ReadSplit("a", 7, "{}", Instant.EPOCH));
  private final SimpleCounter skipped = new SimpleCounter();
  private final Repeats repeats = new Repeats();
  private final RowEmitter<String> emitter = new RowEmitter<>(repeats, skipped);
  private final Output output = new Output();

  private static GenericRecord row(long times) {
    GenericRecord row = new GenericData.Record(SCHEMA);
    row.put("times", times);
    return row;
  }

  @Test
  void aRowMayGiveAnyNumberOfRecords() throws IOException {
    emitter.emitRecord(row(3), output, progress);
    emitter.emitRecord(row(0), output, progress);

    assertThat(output.records).containsExactly("0", "1", "2");
    assertThat(progress.toSplit().offset()).isEqualTo(9);
    assertThat(skipped.getCount()).isEqualTo(1);
  }

  @Test
  void aRowThatFailsHalfWayIsNotRead() {
    output.failAt = 1;

    assertThatThrownBy(() -> emitter.emitRecord(row(3), output, progress))
        .hasMessage("downstream failed");
    assertThat(progress.toSplit().offset()).isEqualTo(7);
  }

  @Test
  void refusesNull() {
    assertThatThrownBy(() -> emitter.emitRecord(row(-1), output, progress))
        .hasMessage("a deserializer emitted null");
    assertThat(progress.toSplit().offset()).isEqualTo(7);
  }

  @Test
  void refusesRecordsAfterTheCall() throws IOException {
    emitter.emitRecord(row(1), output, progress);

    assertThatThrownBy(() -> repeats.kept.collect("late"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("A record was emitted after deserialize returned.");
  }

  /** Emits numbers up to what the row says, and keeps the collector, as nobody should. */
  private static final class Repeats implements BigQueryRowDeserializationSchema<String> {
    private static final long serialVersionUID = 1L;

    private transient Collector<String> kept = new NoCollector();

    @Override
    @SuppressWarnings("NullAway") // Emits null on purpose.
    public void deserialize(GenericRecord row, Collector<String> out) {
      kept = out;
      long times = (Long) row.get("times");
      if (times < 0) {
        out.collect(null);
      }
      for (int i = 0; i < times; i++) {
        out.collect(String.valueOf(i));
      }
    }

    @Override
    public TypeInformation<String> getProducedType() {
      return Types.STRING;
    }
  }

  private static final class NoCollector implements Collector<String> {
    @Override
    public void collect(String element) {
      throw new AssertionError(element);
    }

    @Override
    public void close() {}
  }

  private static final class Output implements SourceOutput<String> {
    private final List<String> records = new ArrayList<>();
    private int failAt = Integer.MAX_VALUE;

    @Override
    public void collect(String element) {
      if (records.size() == failAt) {
        throw new IllegalStateException("downstream failed");
      }
      records.add(element);
    }

    @Override
    public void collect(String element, long timestamp) {
      throw new AssertionError("a row has no time");
    }

    @Override
    public void emitWatermark(@Nullable Watermark watermark) {}

    @Override
    public void markIdle() {}

    @Override
    public void markActive() {}
  }
}
