package dev.penstock.benchmarks.flink;

import dev.penstock.benchmarks.rows.AvroSamples;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.metrics.WriteMetrics;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.RejectedRow;
import dev.penstock.core.reader.AvroOptions;
import dev.penstock.core.reader.AvroRows;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.core.time.Time;
import dev.penstock.core.write.Completions;
import dev.penstock.core.write.DestinationWriters;
import dev.penstock.core.write.TableWriter;
import dev.penstock.core.write.WriterOptions;
import dev.penstock.local.LocalBigQuery;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import org.apache.avro.generic.GenericRecord;

/** The same records written by a program that uses the engine and nothing else. */
final class EngineLoop implements Completions {
  private static final int DRAIN_EVERY = 64;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static final TablePolicy APPENDS = TablePolicy.builder().createTable(true).build();

  private final GenericRecord[] records = AvroSamples.all();
  private long done;

  /** CPU of this thread from one row to another, counted from 1, in nanoseconds. */
  long write(LocalBigQuery server, Destination table, int first, int last)
      throws InterruptedException {
    AvroRows rows = AvroRows.of(AvroSamples.SCHEMA, AvroOptions.DEFAULTS);
    try (BigQueryConnection connection =
            BigQueryConnection.open(
                new Endpoint.Emulator(URI.create(server.restUrl()), server.grpcTarget()),
                table.project(),
                "penstock-bench/1");
        DestinationWriters writers =
            new DestinationWriters(
                connection,
                WriterOptions.defaults(false, "penstock:bench"),
                WriteMetrics.NONE,
                Time.SYSTEM)) {
      TableWriter writer = writers.writerFor(table, APPENDS);
      long start = 0;
      for (int row = 1; row <= last; row++) {
        if (row == first) {
          start = THREADS.getCurrentThreadCpuTime();
        }
        if (row % DRAIN_EVERY == 0) {
          writers.drain(this);
        }
        while (!writers.hasRoom()) {
          Thread.sleep(1);
          writers.drain(this);
        }
        writer.append(
            rows.schema(),
            rows.read(records[row & (records.length - 1)]),
            ChangeType.APPEND,
            null,
            row);
      }
      long nanos = THREADS.getCurrentThreadCpuTime() - start;
      writers.flush();
      while (done < last) {
        Thread.sleep(1);
        writers.drain(this);
      }
      return nanos;
    }
  }

  @Override
  public void acknowledged(long first, long last) {
    done += last - first + 1;
  }

  @Override
  public void rejected(RejectedRow row) {
    throw new IllegalStateException(row.message());
  }
}
