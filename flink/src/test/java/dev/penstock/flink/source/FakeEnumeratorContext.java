package dev.penstock.flink.source;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;

/** A coordinator that keeps asynchronous work until it is told to run. One owner thread. */
final class FakeEnumeratorContext implements SplitEnumeratorContext<ReadSplit> {
  private final int parallelism;
  private final Map<Integer, ReaderInfo> readers = new HashMap<>();
  private final Queue<Runnable> work = new ArrayDeque<>();
  private final List<String> log = new ArrayList<>();

  FakeEnumeratorContext(int parallelism) {
    this.parallelism = parallelism;
    for (int subtask = 0; subtask < parallelism; subtask++) {
      readers.put(subtask, new ReaderInfo(subtask, "here"));
    }
  }

  /** What readers were told, in order: {@code 0 <- stream} or {@code 0 <- none}. */
  List<String> log() {
    return log;
  }

  void lose(int subtask) {
    readers.remove(subtask);
  }

  /** Runs what was to be done asynchronously; tells how much that was. */
  int runWork() {
    int done = 0;
    for (Runnable next = work.poll(); next != null; next = work.poll()) {
      next.run();
      done++;
    }
    return done;
  }

  @Override
  public SplitEnumeratorMetricGroup metricGroup() {
    return UnregisteredMetricsGroup.createSplitEnumeratorMetricGroup();
  }

  @Override
  public void sendEventToSourceReader(int subtask, SourceEvent event) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int currentParallelism() {
    return parallelism;
  }

  @Override
  public Map<Integer, ReaderInfo> registeredReaders() {
    return readers;
  }

  @Override
  public void assignSplits(SplitsAssignment<ReadSplit> assignment) {
    assignment
        .assignment()
        .forEach((subtask, splits) -> splits.forEach(s -> log.add(subtask + " <- " + s.splitId())));
  }

  @Override
  public void signalNoMoreSplits(int subtask) {
    log.add(subtask + " <- none");
  }

  @Override
  public <V> void callAsync(Callable<V> callable, BiConsumer<V, Throwable> handler) {
    work.add(
        () -> {
          V value = null;
          Throwable failure = null;
          try {
            value = callable.call();
          } catch (Exception e) {
            failure = e;
          }
          handler.accept(value, failure);
        });
  }

  @Override
  public <V> void callAsync(
      Callable<V> callable, BiConsumer<V, Throwable> handler, long delay, long period) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void runInCoordinatorThread(Runnable runnable) {
    work.add(runnable);
  }

  @Override
  public void setIsProcessingBacklog(boolean backlog) {
    throw new UnsupportedOperationException();
  }
}
