package dev.penstock.benchmarks.flink;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

/**
 * Passes records on and adds up, as a result of the job, the CPU time of the task's thread between
 * two of them. One owner thread.
 */
final class CpuProbe extends RichMapFunction<GenericRecord, GenericRecord> {
  /** The name of the result, in nanoseconds. */
  static final String NANOS = "cpu-nanos";

  private static final long serialVersionUID = 1L;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final long first;
  private final long last;
  private final LongCounter nanos = new LongCounter();
  private long seen;
  private long start;

  /** Notes what is spent from one record to another, counted from 1. */
  CpuProbe(long first, long last) {
    this.first = first;
    this.last = last;
  }

  @Override
  public void open(OpenContext context) {
    getRuntimeContext().addAccumulator(NANOS, nanos);
  }

  @Override
  public GenericRecord map(GenericRecord record) {
    seen++;
    if (seen == first) {
      start = THREADS.getCurrentThreadCpuTime();
    } else if (seen == last) {
      nanos.add(THREADS.getCurrentThreadCpuTime() - start);
    }
    return record;
  }
}
