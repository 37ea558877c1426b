package dev.penstock.benchmarks.flink;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.common.functions.MapFunction;

/**
 * Passes records on and notes the CPU time of the task's thread between two of them. The job runs
 * in this process, one at a time.
 */
final class CpuProbe implements MapFunction<GenericRecord, GenericRecord> {
  private static final long serialVersionUID = 1L;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static volatile long nanos;

  private final long first;
  private final long last;
  private long seen;
  private long start;

  /** Notes what is spent from one record to another, counted from 1. */
  CpuProbe(long first, long last) {
    this.first = first;
    this.last = last;
  }

  /** What the last job spent, in nanoseconds. */
  static long nanos() {
    return nanos;
  }

  @Override
  public GenericRecord map(GenericRecord record) {
    seen++;
    if (seen == first) {
      start = THREADS.getCurrentThreadCpuTime();
    } else if (seen == last) {
      nanos = THREADS.getCurrentThreadCpuTime() - start;
    }
    return record;
  }
}
