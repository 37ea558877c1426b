package dev.penstock.flink.source;

import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.error.IngestException;
import dev.penstock.flink.EngineFailure;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.connector.base.source.reader.RecordsBySplits;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsAddition;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsChange;
import org.jspecify.annotations.Nullable;

/**
 * Fetches rows of one split after the other; a paused one lets the next go first and keeps its
 * place. The connection is made with the first split. One owner thread; {@link #wakeUp} may be
 * called by others.
 */
final class StreamFetcher implements SplitReader<GenericRecord, ReadSplit> {
  /** How long a reader whose splits are all paused waits without being woken up. */
  private static final long PAUSE_SECONDS = 1;

  private final SourceSpec<?> spec;
  private final ReaderMetrics metrics;

  /** Not ended, in the order of arrival. */
  private final Map<String, ReadSplit> splits = new LinkedHashMap<>();

  /** Those of them that were begun. */
  private final Map<String, SplitReading> readings = new LinkedHashMap<>();

  private final Set<String> paused = new HashSet<>();

  /** One permit for each call of {@link #wakeUp} that no fetch has answered. */
  private final Semaphore wakeUps = new Semaphore(0);

  private @Nullable BigQueryConnection connection;
  private volatile @Nullable SplitReading current;

  StreamFetcher(SourceSpec<?> spec, ReaderMetrics metrics) {
    this.spec = spec;
    this.metrics = metrics;
  }

  @Override
  public void handleSplitsChanges(SplitsChange<ReadSplit> change) {
    if (!(change instanceof SplitsAddition<ReadSplit>)) {
      throw new UnsupportedOperationException(change.getClass().getName());
    }
    change.splits().forEach(split -> splits.put(split.splitId(), split));
  }

  @Override
  public void pauseOrResumeSplits(Collection<ReadSplit> toPause, Collection<ReadSplit> toResume) {
    toPause.forEach(split -> paused.add(split.splitId()));
    toResume.forEach(split -> paused.remove(split.splitId()));
  }

  @Override
  public RecordsWithSplitIds<GenericRecord> fetch() throws IOException {
    RecordsBySplits.Builder<GenericRecord> batch = new RecordsBySplits.Builder<>();
    try {
      ReadSplit split = findUnpaused();
      if (split == null) {
        awaitWakeUp();
      } else {
        fill(readingOf(split), split.splitId(), batch);
      }
    } catch (IngestException e) {
      throw EngineFailure.of(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Reading was interrupted", e);
    }
    return batch.build();
  }

  private @Nullable ReadSplit findUnpaused() {
    for (Map.Entry<String, ReadSplit> split : splits.entrySet()) {
      if (!paused.contains(split.getKey())) {
        return split.getValue();
      }
    }
    return null;
  }

  private void awaitWakeUp() throws InterruptedException {
    if (!splits.isEmpty() && wakeUps.tryAcquire(PAUSE_SECONDS, TimeUnit.SECONDS)) {
      wakeUps.drainPermits();
    }
  }

  private SplitReading readingOf(ReadSplit split) {
    SplitReading begun = readings.get(split.splitId());
    if (begun == null) {
      begun = new SplitReading(split, spec, connection(), metrics);
      readings.put(split.splitId(), begun);
    }
    return begun;
  }

  private BigQueryConnection connection() {
    if (connection == null) {
      connection = spec.access().open(spec.parentProject());
    }
    return connection;
  }

  private void fill(SplitReading reading, String id, RecordsBySplits.Builder<GenericRecord> batch)
      throws InterruptedException {
    current = reading;
    // A call of wakeUp sees the reading, or is seen here.
    if (wakeUps.drainPermits() > 0) {
      return;
    }
    reading.fill(batch);
    if (reading.isEnded()) {
      reading.close();
      splits.remove(id);
      readings.remove(id);
      paused.remove(id);
    }
  }

  @Override
  public void wakeUp() {
    wakeUps.release();
    SplitReading reading = current;
    if (reading != null) {
      reading.wakeUp();
    }
  }

  @Override
  public void close() {
    readings.values().forEach(SplitReading::close);
    if (connection != null) {
      connection.close();
    }
  }
}
