package dev.penstock.benchmarks.destinations;

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
import dev.penstock.core.write.WriterOptions;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.avro.generic.GenericRecord;

/**
 * A process that writes rows to many tables in turn, with the engine's defaults. Arguments: gRPC
 * target, REST URL, tables, seconds, whether tables share connections. Prints a report every few
 * seconds, and at the end.
 */
final class DestinationsClient implements Completions {
  private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final int DRAIN_EVERY = 64;
  private static final Duration WAIT = Duration.ofSeconds(1);
  private static final TablePolicy POLICY = TablePolicy.builder().createTable(true).build();

  private final AvroRows rows = AvroRows.of(AvroSamples.SCHEMA, AvroOptions.DEFAULTS);
  private final GenericRecord[] records = AvroSamples.all();
  private final DestinationWriters writers;
  private final Destination[] tables;
  private long appended;
  private long stored;

  private DestinationsClient(DestinationWriters writers, int tables) {
    this.writers = writers;
    this.tables = new Destination[tables];
    for (int i = 0; i < tables; i++) {
      this.tables[i] = new Destination("p", "d", "t" + i);
    }
  }

  public static void main(String... arguments) {
    Endpoint endpoint = new Endpoint.Emulator(URI.create(arguments[1]), arguments[0]);
    WriterOptions options =
        WriterOptions.builder(false, "penstock:bench")
            .multiplexing(Boolean.parseBoolean(arguments[4]))
            .build();
    try (BigQueryConnection connection =
            BigQueryConnection.open(endpoint, "p", "penstock-bench/1");
        DestinationWriters writers =
            new DestinationWriters(connection, options, WriteMetrics.NONE, Time.SYSTEM)) {
      new DestinationsClient(writers, Integer.parseInt(arguments[2]))
          .write(Duration.ofSeconds(Long.parseLong(arguments[3])));
    }
  }

  private void write(Duration length) {
    // Tables are made with their first row.
    appendToAll();
    settle();
    System.out.println(report());
    long start = System.nanoTime();
    long reported = start;
    while (System.nanoTime() - start < length.toNanos()) {
      appendToAll();
      if (System.nanoTime() - reported >= REPORT_NANOS) {
        reported = System.nanoTime();
        System.out.println(report());
      }
    }
    settle();
    System.out.println(report());
  }

  private void appendToAll() {
    for (Destination table : tables) {
      append(table);
    }
  }

  private void settle() {
    writers.flush();
    writers.drain(this);
    while (stored < appended) {
      await();
    }
  }

  private void append(Destination table) {
    appended++;
    writers
        .writerFor(table, POLICY)
        .append(
            rows.schema(),
            rows.read(records[(int) appended & (records.length - 1)]),
            ChangeType.APPEND,
            null,
            appended);
    if (appended % DRAIN_EVERY == 0) {
      writers.drain(this);
      if (!writers.hasRoom()) {
        // No batch is full yet when all tables together hold the room.
        writers.flush();
        while (!writers.hasRoom()) {
          await();
        }
      }
    }
  }

  private void await() {
    writers.await("The benchmark", WAIT);
    writers.drain(this);
  }

  private Report report() {
    return new Report(appended, stored, liveMegabytes());
  }

  /** What was used after the latest collection of the oldest generation. */
  private static long liveMegabytes() {
    long bytes = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getType() == MemoryType.HEAP && pool.getCollectionUsage() != null) {
        bytes += pool.getCollectionUsage().getUsed();
      }
    }
    return bytes >> 20;
  }

  @Override
  public void acknowledged(long first, long last) {
    stored += last - first + 1;
  }

  @Override
  public void rejected(RejectedRow row) {
    throw new IllegalStateException(row.message());
  }
}
