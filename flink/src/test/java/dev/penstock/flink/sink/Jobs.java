package dev.penstock.flink.sink;

import dev.penstock.testkit.LocalBigQueryExtension;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Jobs of numbers on the cluster of a test class, into its local BigQuery. */
final class Jobs {
  private static final int CHECKPOINT_MILLIS = 100;

  private Jobs() {}

  /** Checkpoints often and restarts at once. */
  static StreamExecutionEnvironment environment(int parallelism) {
    return environment(parallelism, Map.of());
  }

  /** The same with more configuration. */
  static StreamExecutionEnvironment environment(int parallelism, Map<String, String> more) {
    Map<String, String> configuration = new HashMap<>();
    configuration.put("restart-strategy.type", "fixed-delay");
    configuration.put("restart-strategy.fixed-delay.attempts", "20");
    configuration.put("restart-strategy.fixed-delay.delay", "10 ms");
    configuration.putAll(more);
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(Configuration.fromMap(configuration));
    environment.setParallelism(parallelism);
    environment.enableCheckpointing(CHECKPOINT_MILLIS);
    return environment;
  }

  /** Fails at the first failure. */
  static StreamExecutionEnvironment withoutRestart(int parallelism) {
    return environment(parallelism, Map.of("restart-strategy.type", "none"));
  }

  /** A sink of numbers on the local BigQuery. */
  static BigQuerySinkBuilder<Long> sink(LocalBigQueryExtension server) {
    return BigQuerySink.<Long>builder()
        .serializer(new NumberRows())
        .emulatorEndpoint(server.grpcTarget())
        .emulatorRestEndpoint(URI.create(server.restUrl()).getAuthority());
  }
}
