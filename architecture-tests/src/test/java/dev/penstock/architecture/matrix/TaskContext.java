package dev.penstock.architecture.matrix;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkTaskContext;

/** A worker's side of one task on one partition; counts what goes to the dead letter queue. */
final class TaskContext implements SinkTaskContext {
  private final Map<String, String> config;
  private final TopicPartition partition;
  private final AtomicInteger reported = new AtomicInteger();

  TaskContext(Map<String, String> config, TopicPartition partition) {
    this.config = Map.copyOf(config);
    this.partition = partition;
  }

  int reported() {
    return reported.get();
  }

  @Override
  public Map<String, String> configs() {
    return config;
  }

  @Override
  public void offset(Map<TopicPartition, Long> offsets) {}

  @Override
  public void offset(TopicPartition rewound, long offset) {}

  @Override
  public void timeout(long timeoutMs) {}

  @Override
  public Set<TopicPartition> assignment() {
    return Set.of(partition);
  }

  @Override
  public void pause(TopicPartition... partitions) {}

  @Override
  public void resume(TopicPartition... partitions) {}

  @Override
  public void requestCommit() {}

  @Override
  public ErrantRecordReporter errantRecordReporter() {
    return (record, error) -> {
      reported.incrementAndGet();
      return CompletableFuture.completedFuture(null);
    };
  }

  @Override
  public PluginMetrics pluginMetrics() {
    throw new UnsupportedOperationException("This worker has no plugin metrics");
  }
}
