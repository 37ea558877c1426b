package dev.penstock.benchmarks.sink;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkTaskContext;
import org.jspecify.annotations.Nullable;

/** The worker's side of one task on one partition. One owner thread. */
final class LoneContext implements SinkTaskContext {
  static final TopicPartition PARTITION = new TopicPartition("customers", 0);

  private boolean paused;

  boolean isPaused() {
    return paused;
  }

  @Override
  public Map<String, String> configs() {
    return Map.of();
  }

  @Override
  public void offset(Map<TopicPartition, Long> offsets) {}

  @Override
  public void offset(TopicPartition partition, long offset) {}

  @Override
  public void timeout(long timeoutMs) {}

  @Override
  public Set<TopicPartition> assignment() {
    return Set.of(PARTITION);
  }

  @Override
  public void pause(TopicPartition... partitions) {
    paused = true;
  }

  @Override
  public void resume(TopicPartition... partitions) {
    paused = false;
  }

  @Override
  public void requestCommit() {}

  @Override
  public @Nullable ErrantRecordReporter errantRecordReporter() {
    return null;
  }

  @Override
  public PluginMetrics pluginMetrics() {
    throw new UnsupportedOperationException("the sink uses JMX");
  }
}
