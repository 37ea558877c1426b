package dev.penstock.kafka.task;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.jspecify.annotations.Nullable;

/** A worker's side of a sink task, as far as the task sees it. */
final class FakeContext implements SinkTaskContext {
  record Report(Throwable failure, CompletableFuture<Void> written) {}

  final Set<TopicPartition> assignment = new HashSet<>(Set.of(new TopicPartition("t", 0)));
  final Set<TopicPartition> paused = new HashSet<>();
  final List<Report> reports = new ArrayList<>();
  final boolean tolerant;
  final boolean confirms;
  long timeout = -1;

  /**
   * A context.
   *
   * @param tolerant whether there is a dead letter queue
   * @param confirms whether the queue confirms at once
   */
  FakeContext(boolean tolerant, boolean confirms) {
    this.tolerant = tolerant;
    this.confirms = confirms;
  }

  @Override
  public Map<String, String> configs() {
    return Map.of();
  }

  @Override
  public void offset(Map<TopicPartition, Long> offsets) {
    throw new UnsupportedOperationException("the task seeks nothing");
  }

  @Override
  public void offset(TopicPartition partition, long offset) {
    throw new UnsupportedOperationException("the task seeks nothing");
  }

  @Override
  public void timeout(long timeoutMs) {
    timeout = timeoutMs;
  }

  @Override
  public Set<TopicPartition> assignment() {
    return assignment;
  }

  @Override
  public void pause(TopicPartition... partitions) {
    paused.addAll(List.of(partitions));
  }

  @Override
  public void resume(TopicPartition... partitions) {
    paused.removeAll(Set.of(partitions));
  }

  @Override
  public void requestCommit() {
    throw new UnsupportedOperationException("the task asks for no commit");
  }

  @Override
  public @Nullable ErrantRecordReporter errantRecordReporter() {
    return tolerant
        ? (record, failure) -> {
          CompletableFuture<Void> written =
              confirms ? CompletableFuture.completedFuture(null) : new CompletableFuture<>();
          reports.add(new Report(failure, written));
          return written;
        }
        : null;
  }

  @Override
  public PluginMetrics pluginMetrics() {
    throw new UnsupportedOperationException("the task uses JMX");
  }
}
