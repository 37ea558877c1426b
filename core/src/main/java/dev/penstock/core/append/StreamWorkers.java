package dev.penstock.core.append;

import dev.penstock.core.connection.ChannelPool;
import dev.penstock.core.time.Time;
import dev.penstock.core.time.Wakeup;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The workers of one set of writers: one a stream, or, multiplexed, one a location. All rows here
 * are changes or none is, since the two may not share a connection (CDC-008). One owner thread.
 */
public final class StreamWorkers implements AutoCloseable {
  private final ChannelPool channels;
  private final StreamWorker.Settings settings;
  private final Time time;
  private final OpenConnections open;
  private final Wakeup wakeup = new Wakeup();
  private final Map<String, StreamWorker> byRouting = new HashMap<>();

  /** The workers that have a connection or wait for one; no more than connections and batches. */
  private final Set<StreamWorker> busy = new LinkedHashSet<>();

  /** No workers yet. */
  public StreamWorkers(ChannelPool channels, StreamWorker.Settings settings, Time time) {
    this.channels = channels;
    this.settings = settings;
    this.time = time;
    this.open = new OpenConnections(settings.maxConnections());
  }

  /**
   * The worker for a stream.
   *
   * @param location where the table lies; empty when unknown, which rules out sharing
   */
  public StreamWorker workerFor(WriteStream stream, String location) {
    boolean shared =
        settings.multiplexed() && stream.kind() == StreamKind.DEFAULT && !location.isEmpty();
    String routing =
        shared
            ? "write_location=projects/"
                + stream.destination().project()
                + "/locations/"
                + location.toLowerCase(Locale.ROOT)
            : ownRouting(stream);
    return byRouting.computeIfAbsent(
        routing, key -> new StreamWorker(channels, open, busy::add, settings, key, time, wakeup));
  }

  /**
   * Ends the worker of a stream that takes no more rows; one that other streams share goes on. Must
   * not be called from within {@link #poll}.
   */
  public void release(WriteStream stream) {
    StreamWorker worker = byRouting.remove(ownRouting(stream));
    if (worker != null) {
      busy.remove(worker);
      worker.close();
    } else {
      busy.forEach(shared -> shared.forget(stream));
    }
  }

  private static String ownRouting(WriteStream stream) {
    return "write_stream=" + stream.name();
  }

  /** Lets the workers hand over answers and mend their connections. */
  public void poll() {
    long now = time.nanos();
    for (Iterator<StreamWorker> workers = busy.iterator(); workers.hasNext(); ) {
      StreamWorker worker = workers.next();
      worker.poll();
      worker.endWhenIdle(now);
      if (worker.isQuiet()) {
        workers.remove();
      }
    }
  }

  /** Called by other threads when there is something to {@link #poll}, or room to send. */
  public Wakeup wakeup() {
    return wakeup;
  }

  /** Requests without an answer. */
  public int inFlight() {
    int requests = 0;
    for (StreamWorker worker : busy) {
      requests += worker.inFlight();
    }
    return requests;
  }

  /** The most that the transport holds of requests without an answer, in memory of its own. */
  public long transportBytes() {
    long bytes = 0;
    for (StreamWorker worker : busy) {
      bytes += worker.transportBytes();
    }
    return bytes;
  }

  /** The least of the workers' {@link StreamWorker#nextWakeMillis}. */
  public long nextWakeMillis() {
    return busy.stream().mapToLong(StreamWorker::nextWakeMillis).min().orElse(Long.MAX_VALUE);
  }

  @Override
  public void close() {
    byRouting.values().forEach(StreamWorker::close);
    byRouting.clear();
    busy.clear();
  }
}
