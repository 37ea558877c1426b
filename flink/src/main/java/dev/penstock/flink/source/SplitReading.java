package dev.penstock.flink.source;

import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.scan.BlockRows;
import dev.penstock.core.scan.ScanStream;
import dev.penstock.core.time.Time;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.connector.base.source.reader.RecordsBySplits;
import org.jspecify.annotations.Nullable;

/**
 * One split that is read, in batches limited by rows and by bytes. One owner thread; {@link
 * #wakeUp} may be called by others.
 */
final class SplitReading implements AutoCloseable {
  private final String id;
  private final SourceSpec<?> spec;
  private final ReaderMetrics metrics;
  private final ScanStream stream;
  private final BlockRows rows;
  private long retries;
  private boolean ended;

  /** Decoded, but too large for the batch before. */
  private @Nullable GenericRecord deferred;

  SplitReading(
      ReadSplit split, SourceSpec<?> spec, BigQueryConnection connection, ReaderMetrics metrics) {
    this.id = split.splitId();
    this.spec = spec;
    this.metrics = metrics;
    this.stream =
        new ScanStream(
            connection,
            split.stream(),
            split.offset(),
            split.expiresAt(),
            spec.toScanOptions(),
            Time.SYSTEM);
    Schema written = new Schema.Parser().parse(split.avroSchema());
    Schema wanted = spec.deserializer().getReaderSchema();
    this.rows = new BlockRows(written, wanted == null ? written : wanted);
  }

  /** Adds the next rows, or the end; waits for them. Adds nothing when somebody woke it up. */
  void fill(RecordsBySplits.Builder<GenericRecord> batch) throws InterruptedException {
    if (deferred == null && !rows.hasNext()) {
      await(batch);
    }
    long bytes = 0;
    int count = 0;
    GenericRecord row = deferred == null ? decode() : deferred;
    deferred = null;
    while (row != null) {
      bytes += rows.lastRowBytes();
      if (count > 0 && bytes > spec.maxBytesPerFetch()) {
        deferred = row;
        return;
      }
      batch.add(id, row);
      count++;
      row = count < spec.maxRecordsPerFetch() ? decode() : null;
    }
  }

  private void await(RecordsBySplits.Builder<GenericRecord> batch) throws InterruptedException {
    ScanStream.Step step = stream.next();
    metrics.retries().inc(stream.retries() - retries);
    retries = stream.retries();
    if (step instanceof ScanStream.Step.Rows more) {
      rows.on(more.block());
    } else if (step instanceof ScanStream.Step.End) {
      ended = true;
      batch.addFinishedSplit(id);
    }
  }

  private @Nullable GenericRecord decode() {
    if (!rows.hasNext()) {
      return null;
    }
    GenericRecord row = rows.next();
    metrics.rows().inc();
    metrics.bytes().inc(rows.lastRowBytes());
    return row;
  }

  /** Whether the end was added to a batch. */
  boolean isEnded() {
    return ended;
  }

  /** Makes a thread that waits for rows return. */
  void wakeUp() {
    stream.wakeUp();
  }

  @Override
  public void close() {
    stream.close();
  }
}
