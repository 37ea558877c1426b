package dev.penstock.benchmarks.encode;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A road and its reference in turns. Before anything is measured, both agree on every row. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EncodeState {
  private static final int TURN_ROWS = 256;
  private static final int WARM_ROUNDS = 40;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Which road. */
  @Param public Lane lane = Lane.AVRO;

  /** Which rows. */
  @Param public Shape shape = Shape.SAMPLE;

  /** Whether this JVM has run every other road with every shape before. */
  @Param({"false", "true"})
  public boolean afterAll;

  private Road road = new Nothing();
  private Road reference = new Nothing();
  private int next;

  private static final class Nothing implements Road {
    @Override
    public int write(int row) {
      return 0;
    }

    @Override
    public byte[] lastRow() {
      return new byte[0];
    }
  }

  /** Makes and compares both, and runs the others. */
  @Setup
  public void prepare() throws Exception {
    if (afterAll) {
      for (Shape other : Shape.values()) {
        ShapeRows rows = other.rows();
        for (Lane each : Lane.values()) {
          warm(each.road(rows));
        }
      }
    }
    ShapeRows rows = shape.rows();
    road = lane.road(rows);
    reference = lane.reference(rows);
    Comparison.check(lane, shape, rows, road, reference);
  }

  private static void warm(Road road) throws IOException {
    int end = 0;
    for (int round = 0; round < WARM_ROUNDS; round++) {
      for (int row = 0; row < Shape.ROWS; row++) {
        end ^= road.write(row);
      }
    }
    if (end == 42) {
      System.out.println("the ends make 42");
    }
  }

  /** What both took, added up over an iteration. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Split {
    /** Nanoseconds of processor time of the reference. */
    public long referenceNanos;

    /** Nanoseconds of processor time of the road. */
    public long nanos;

    /** Bytes that the road allocated. */
    public long allocated;

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
      end ^= reference.write((next + i) & (Shape.ROWS - 1));
    }
    long middle = THREADS.getCurrentThreadCpuTime();
    long allocated = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < TURN_ROWS; i++) {
      end ^= road.write((next + i) & (Shape.ROWS - 1));
    }
    split.allocated += THREADS.getCurrentThreadAllocatedBytes() - allocated;
    split.nanos += THREADS.getCurrentThreadCpuTime() - middle;
    split.referenceNanos += middle - start;
    split.rows += TURN_ROWS;
    next += TURN_ROWS;
    return end;
  }
}
