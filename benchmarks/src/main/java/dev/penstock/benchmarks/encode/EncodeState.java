package dev.penstock.benchmarks.encode;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import dev.penstock.benchmarks.rows.Sample;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.data.Struct;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One operation is one row. Before anything is measured, both encoders must agree on every row. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EncodeState {
  private static final int TURN_ROWS = 256;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final List<Sample> samples = Sample.all();
  private final Struct[] structs = samples.stream().map(StructRows::struct).toArray(Struct[]::new);
  private final Sample[] plain = samples.toArray(Sample[]::new);
  private final HandWritten handWritten = new HandWritten();
  private final StructRows structRows = new StructRows();
  private int next;

  /** Decodes every row of both encoders and compares them. */
  @Setup
  public void compare() throws IOException, DescriptorValidationException {
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder().addMessageType(structRows.descriptor().toProto()).build();
    Descriptor descriptor =
        FileDescriptor.buildFrom(file, new FileDescriptor[0]).getMessageTypes().get(0);
    int from = 0;
    for (int i = 0; i < Sample.COUNT; i++) {
      int to = handWritten.write(plain[i]);
      DynamicMessage expected = DynamicMessage.parseFrom(descriptor, handWritten.copy(from, to));
      from = to;
      structRows.buffer().clear();
      int end = structRows.write(structs[i]);
      CodedInputStream frame = CodedInputStream.newInstance(structRows.buffer().array(), 0, end);
      if (frame.readTag() != 0x0A
          || !expected.equals(DynamicMessage.parseFrom(descriptor, frame.readBytes()))
          || !expected.getUnknownFields().asMap().isEmpty()) {
        throw new IllegalStateException("row " + i + " differs");
      }
    }
    structRows.buffer().clear();
  }

  /** What both encoders took, added up over an iteration. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Split {
    /** Nanoseconds of processor time in the bound. */
    public long handWrittenNanos;

    /** Nanoseconds of processor time on the sink's road. */
    public long connectStructNanos;

    /** Rows written by each. */
    public long rows;
  }

  /**
   * Both in turns, a few ten microseconds of processor time each, so that whatever else the machine
   * does slows both alike.
   */
  @Benchmark
  public int inTurns(Split split) throws IOException {
    int end = 0;
    long start = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < TURN_ROWS; i++) {
      end ^= handWritten();
    }
    long middle = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < TURN_ROWS; i++) {
      end ^= connectStruct();
    }
    split.handWrittenNanos += middle - start;
    split.connectStructNanos += THREADS.getCurrentThreadCpuTime() - middle;
    split.rows += TURN_ROWS;
    return end;
  }

  /** The bound. */
  @Benchmark
  public int handWritten() throws IOException {
    return handWritten.write(plain[next++ & (Sample.COUNT - 1)]);
  }

  /** The sink's road. */
  @Benchmark
  public int connectStruct() {
    return structRows.write(structs[next++ & (Sample.COUNT - 1)]);
  }
}
