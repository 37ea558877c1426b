package dev.penstock.kafka.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.jspecify.annotations.Nullable;

/** A worker's side of a sink task. Its dead letter queue is a list. Thread-safe. */
final class FakeSinkContext implements SinkTaskContext {
  /** A record in the dead letter queue. */
  record DeadLetter(SinkRecord record, Throwable error) {}

  private final Map<String, String> config;
  private final Set<TopicPartition> assignment = ConcurrentHashMap.newKeySet();
  private final Set<TopicPartition> paused = ConcurrentHashMap.newKeySet();
  private final Map<TopicPartition, Long> rewound = new HashMap<>();
  private final List<DeadLetter> deadLetters;
  private final boolean reporter;

  FakeSinkContext(Map<String, String> config, List<DeadLetter> deadLetters, boolean reporter) {
    this.config = Map.copyOf(config);
    this.deadLetters = deadLetters;
    this.reporter = reporter;
  }

  void assign(Set<TopicPartition> partitions) {
    assignment.addAll(partitions);
  }

  boolean isPaused() {
    return !paused.isEmpty();
  }

  Map<TopicPartition, Long> takeRewound() {
    Map<TopicPartition, Long> taken = Map.copyOf(rewound);
    rewound.clear();
    return taken;
  }

  @Override
  public Map<String, String> configs() {
    return config;
  }

  @Override
  public void offset(Map<TopicPartition, Long> offsets) {
    rewound.putAll(offsets);
  }

  @Override
  public void offset(TopicPartition partition, long offset) {
    rewound.put(partition, offset);
  }

  @Override
  public void timeout(long timeoutMs) {}

  @Override
  public Set<TopicPartition> assignment() {
    return Set.copyOf(assignment);
  }

  @Override
  public void pause(TopicPartition... partitions) {
    paused.addAll(List.of(partitions));
  }

  @Override
  public void resume(TopicPartition... partitions) {
    paused.removeAll(List.of(partitions));
  }

  @Override
  public void requestCommit() {}

  @Override
  public @Nullable ErrantRecordReporter errantRecordReporter() {
    return reporter ? this::report : null;
  }

  @Override
  public PluginMetrics pluginMetrics() {
    throw new UnsupportedOperationException("This worker has no plugin metrics");
  }

  private Future<Void> report(SinkRecord record, Throwable error) {
    synchronized (deadLetters) {
      deadLetters.add(new DeadLetter(record, error));
    }
    return CompletableFuture.completedFuture(null);
  }

  static List<DeadLetter> newQueue() {
    return new ArrayList<>();
  }
}
