package dev.penstock.flink.source;

import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.scan.BlockRows;
import dev.penstock.core.scan.ScanStream;
import dev.penstock.core.time.Time;
import dev.penstock.flink.EngineFailure;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.connector.base.source.reader.RecordsBySplits;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsAddition;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsChange;
import org.jspecify.annotations.Nullable;

/**
 * Fetches rows of one split after the other, in batches limited by rows and by bytes. The
 * connection is made with the first split. One owner thread; {@link #wakeUp} may be called by
 * others.
 */
final class StreamFetcher implements SplitReader<GenericRecord, ReadSplit> {
  private final SourceSpec<?> spec;
  private final ReaderMetrics metrics;
  private final Queue<ReadSplit> splits = new ArrayDeque<>();
  private @Nullable BigQueryConnection connection;
  private volatile @Nullable Current current;

  /** The split that is read. */
  private static final class Current {
    private final ReadSplit split;
    private final ScanStream stream;
    private final BlockRows rows;
    private long retries;

    /** Decoded, but too large for the batch before. */
    private @Nullable GenericRecord deferred;

    Current(ReadSplit split, ScanStream stream, BlockRows rows) {
      this.split = split;
      this.stream = stream;
      this.rows = rows;
    }
  }

  StreamFetcher(SourceSpec<?> spec, ReaderMetrics metrics) {
    this.spec = spec;
    this.metrics = metrics;
  }

  @Override
  public void handleSplitsChanges(SplitsChange<ReadSplit> change) {
    if (!(change instanceof SplitsAddition<ReadSplit>)) {
      throw new UnsupportedOperationException(change.getClass().getName());
    }
    splits.addAll(change.splits());
  }

  @Override
  public RecordsWithSplitIds<GenericRecord> fetch() throws IOException {
    RecordsBySplits.Builder<GenericRecord> batch = new RecordsBySplits.Builder<>();
    try {
      Current reading = currentOrNext();
      if (reading != null) {
        fill(reading, batch);
      }
    } catch (IngestException e) {
      throw EngineFailure.of(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Reading was interrupted", e);
    }
    return batch.build();
  }

  private @Nullable Current currentOrNext() {
    Current reading = current;
    ReadSplit split = reading == null ? splits.poll() : null;
    if (split == null) {
      return reading;
    }
    Schema written = new Schema.Parser().parse(split.avroSchema());
    Schema wanted = spec.deserializer().getReaderSchema();
    Current opened =
        new Current(
            split,
            new ScanStream(
                connection(),
                split.stream(),
                split.offset(),
                split.expiresAt(),
                spec.toScanOptions(),
                Time.SYSTEM),
            new BlockRows(written, wanted == null ? written : wanted));
    current = opened;
    return opened;
  }

  private BigQueryConnection connection() {
    if (connection == null) {
      connection = spec.access().open(spec.parentProject());
    }
    return connection;
  }

  private void fill(Current reading, RecordsBySplits.Builder<GenericRecord> batch)
      throws InterruptedException {
    if (reading.deferred == null && !reading.rows.hasNext()) {
      await(reading, batch);
    }
    String id = reading.split.splitId();
    long bytes = 0;
    int count = 0;
    GenericRecord row = reading.deferred == null ? decode(reading) : reading.deferred;
    reading.deferred = null;
    while (row != null) {
      bytes += reading.rows.lastRowBytes();
      if (count > 0 && bytes > spec.maxBytesPerFetch()) {
        reading.deferred = row;
        return;
      }
      batch.add(id, row);
      count++;
      row = count < spec.maxRecordsPerFetch() ? decode(reading) : null;
    }
  }

  /** Waits for the next block; ends the split behind the last. */
  private void await(Current reading, RecordsBySplits.Builder<GenericRecord> batch)
      throws InterruptedException {
    ScanStream.Step step = reading.stream.next();
    metrics.retries().inc(reading.stream.retries() - reading.retries);
    reading.retries = reading.stream.retries();
    if (step instanceof ScanStream.Step.Rows rows) {
      reading.rows.on(rows.block());
    } else if (step instanceof ScanStream.Step.End) {
      reading.stream.close();
      current = null;
      batch.addFinishedSplit(reading.split.splitId());
    }
  }

  private @Nullable GenericRecord decode(Current reading) {
    if (!reading.rows.hasNext()) {
      return null;
    }
    GenericRecord row = reading.rows.next();
    metrics.rows().inc();
    metrics.bytes().inc(reading.rows.lastRowBytes());
    return row;
  }

  @Override
  public void wakeUp() {
    Current reading = current;
    if (reading != null) {
      reading.stream.wakeUp();
    }
  }

  @Override
  public void close() {
    Current reading = current;
    if (reading != null) {
      reading.stream.close();
    }
    if (connection != null) {
      connection.close();
    }
  }
}
