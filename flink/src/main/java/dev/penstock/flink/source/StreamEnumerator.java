package dev.penstock.flink.source;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.util.FlinkRuntimeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the streams of the one session to readers that ask, one at a time. It keeps no book of who
 * reads what: a request or a returned split tells all it needs. One owner thread, the
 * coordinator's.
 */
final class StreamEnumerator implements SplitEnumerator<ReadSplit, ReadPlan> {
  private static final Logger LOG = LoggerFactory.getLogger(StreamEnumerator.class);

  private final Callable<List<ReadSplit>> planner;
  private final SplitEnumeratorContext<ReadSplit> context;
  private final Queue<ReadSplit> unassigned;
  private final TreeSet<Integer> waiting = new TreeSet<>();
  private final Counter sessionsCreated;
  private final Counter assigned;
  private final Counter returned;
  private boolean sessionOpened;

  /** An enumerator that makes a session. */
  StreamEnumerator(Callable<List<ReadSplit>> planner, SplitEnumeratorContext<ReadSplit> context) {
    this(planner, context, new ReadPlan(false, List.of()));
  }

  /** An enumerator that goes on with the session of an earlier one, if that had made it. */
  StreamEnumerator(
      Callable<List<ReadSplit>> planner, SplitEnumeratorContext<ReadSplit> context, ReadPlan plan) {
    this.planner = planner;
    this.context = context;
    this.sessionOpened = plan.sessionOpened();
    this.unassigned = new ArrayDeque<>(plan.unassigned());
    var metrics = context.metricGroup();
    this.sessionsCreated = metrics.counter("readSessionsCreated");
    this.assigned = metrics.counter("splitsAssigned");
    this.returned = metrics.counter("splitsReturned");
    metrics.setUnassignedSplitsGauge(() -> (long) unassigned.size());
  }

  @Override
  public void start() {
    if (sessionOpened) {
      warnIfExpired();
    } else {
      context.callAsync(planner, this::planned);
    }
  }

  private void warnIfExpired() {
    ReadSplit any = unassigned.peek();
    if (any != null && any.expiresAt().isBefore(Instant.now())) {
      LOG.warn(
          "The restored read session expired at {}; reading it will probably fail. Start the read"
              + " anew, without this state.",
          any.expiresAt());
    }
  }

  private void planned(@Nullable List<ReadSplit> splits, @Nullable Throwable failure) {
    if (splits == null) {
      throw new FlinkRuntimeException(
          failure == null ? "No read session was made" : failure.getMessage(), failure);
    }
    sessionOpened = true;
    sessionsCreated.inc();
    unassigned.addAll(splits);
    LOG.info("The read session is made; streams: {}", splits.size());
    if (splits.size() < context.currentParallelism()) {
      LOG.warn(
          "The service made fewer streams than there are readers ({} < {}); some readers have nothing"
              + " to read. Small tables have few streams.",
          splits.size(),
          context.currentParallelism());
    }
    for (int subtask = next(); subtask >= 0; subtask = next()) {
      answer(subtask);
    }
  }

  private int next() {
    Integer first = waiting.pollFirst();
    return first == null ? -1 : first;
  }

  @Override
  public void handleSplitRequest(int subtask, @Nullable String requesterHostname) {
    if (sessionOpened) {
      answer(subtask);
    } else {
      waiting.add(subtask);
    }
  }

  private void answer(int subtask) {
    if (!context.registeredReaders().containsKey(subtask)) {
      return;
    }
    ReadSplit split = unassigned.poll();
    if (split == null) {
      context.signalNoMoreSplits(subtask);
    } else {
      context.assignSplit(split, subtask);
      assigned.inc();
    }
  }

  @Override
  public void addSplitsBack(List<ReadSplit> splits, int subtask) {
    // Whoever asks next gets them; the subtask that lost them asks when it is back.
    unassigned.addAll(splits);
    returned.inc(splits.size());
    waiting.remove(subtask);
  }

  @Override
  public void addReader(int subtask) {
    // Readers ask for splits themselves.
  }

  @Override
  public ReadPlan snapshotState(long checkpointId) {
    return new ReadPlan(sessionOpened, List.copyOf(unassigned));
  }

  @Override
  public void close() {
    // The session needs no goodbye: it expires.
  }
}
