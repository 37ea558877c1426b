package dev.penstock.benchmarks.append;

import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.metrics.WriteMetrics;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.RejectedRow;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.core.time.Time;
import dev.penstock.core.write.Completions;
import dev.penstock.core.write.DestinationWriters;
import dev.penstock.core.write.TableWriter;
import dev.penstock.core.write.WriterOptions;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;

/** Appends by the engine. One owner thread. */
final class EngineAppender implements Appender, Completions {
  private static final int BATCH_BYTES = 19_000_000;
  private static final int MAX_REQUESTS = 10_000;
  private static final Duration WAIT = Duration.ofSeconds(1);

  private final SampleRows rows = new SampleRows();
  private final Latencies latencies = new Latencies();
  private final ArrayDeque<Long> begun = new ArrayDeque<>();
  private final BigQueryConnection connection;
  private final DestinationWriters writers;
  private final TableWriter writer;
  private final int rowsAnAppend;
  private long appended;
  private long acknowledged;

  EngineAppender(Way.Target target) {
    this.rowsAnAppend = target.rowsAnAppend();
    this.connection =
        BigQueryConnection.open(
            new Endpoint.Emulator(URI.create(target.rest()), target.grpc()),
            "p",
            "penstock-bench/1");
    // Batches end where this class flushes.
    WriterOptions options =
        WriterOptions.builder(false, "penstock:bench")
            .maxBatchBytes(BATCH_BYTES)
            .maxInFlightRequests(MAX_REQUESTS)
            .build();
    this.writers = new DestinationWriters(connection, options, WriteMetrics.NONE, Time.SYSTEM);
    this.writer =
        writers.writerFor(
            new Destination("p", "d", "rows"), TablePolicy.builder().createTable(true).build());
  }

  @Override
  public void append(int inFlight) {
    writers.drain(this);
    while (appended - acknowledged > (long) (inFlight - 1) * rowsAnAppend || !writers.hasRoom()) {
      writers.await("The benchmark", WAIT);
      writers.drain(this);
    }
    begun.add(System.nanoTime());
    for (int i = 0; i < rowsAnAppend; i++) {
      if (!writer.append(rows.schema(), rows.next(), ChangeType.APPEND, null, ++appended)) {
        throw new IllegalStateException("a sample row is refused");
      }
    }
    writers.flush();
  }

  @Override
  public void settle() {
    writers.drain(this);
    while (acknowledged < appended) {
      writers.await("The benchmark", WAIT);
      writers.drain(this);
    }
  }

  @Override
  public void acknowledged(long first, long last) {
    acknowledged += last - first + 1;
    long now = System.nanoTime();
    while (begun.size() > (appended - acknowledged + rowsAnAppend - 1) / rowsAnAppend) {
      latencies.add(now - begun.remove());
    }
  }

  @Override
  public void rejected(RejectedRow row) {
    throw new IllegalStateException(row.message());
  }

  @Override
  public Latencies latencies() {
    return latencies;
  }

  @Override
  public void close() {
    writers.close();
    connection.close();
  }
}
