package dev.penstock.kafka;

import dev.penstock.kafka.config.Keys;
import dev.penstock.kafka.config.PluginVersion;
import dev.penstock.kafka.config.SinkConfig;
import dev.penstock.kafka.config.SinkKeys;
import dev.penstock.kafka.task.BigQuerySinkTask;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.sink.SinkConnector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends Kafka records to BigQuery tables, as appended rows or as changes by primary key. The
 * framework's threads own it.
 */
public class BigQuerySinkConnector extends SinkConnector {
  private static final Logger LOG = LoggerFactory.getLogger(BigQuerySinkConnector.class);

  private Map<String, String> props = Map.of();

  /** The connector as the framework makes it. */
  public BigQuerySinkConnector() {}

  @Override
  public final String version() {
    return PluginVersion.value();
  }

  @Override
  public final ConfigDef config() {
    return SinkKeys.all();
  }

  /** Checks keys on their own and together, without any network. */
  @Override
  public final Config validate(Map<String, String> connectorConfigs) {
    return SinkConfig.of(connectorConfigs).result();
  }

  @Override
  public final void start(Map<String, String> given) {
    SinkConfig config = SinkConfig.of(given);
    config.options();
    config.warnings().forEach(warning -> LOG.warn("Connector {}: {}", given.get("name"), warning));
    props = Map.copyOf(given);
  }

  @Override
  public final Class<? extends Task> taskClass() {
    return BigQuerySinkTask.class;
  }

  @Override
  public final List<Map<String, String>> taskConfigs(int maxTasks) {
    List<Map<String, String>> configs = new ArrayList<>();
    for (int task = 0; task < maxTasks; task++) {
      Map<String, String> config = new HashMap<>(props);
      config.put(Keys.TASK_ID, Integer.toString(task));
      configs.add(config);
    }
    return configs;
  }

  /** Offsets may be moved: with changes a rewind is harmless, a skip loses what is skipped. */
  @Override
  public final boolean alterOffsets(
      Map<String, String> connectorConfig, Map<TopicPartition, Long> offsets) {
    return true;
  }

  @Override
  public final void stop() {
    props = Map.of();
  }
}
