package dev.penstock.flink.table;

import dev.penstock.testkit.LocalBigQueryExtension;
import java.net.URI;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/** SQL on the cluster of a test class and its local BigQuery. */
final class SqlJobs {
  private SqlJobs() {}

  /** The WITH clause of a table. */
  static String with(LocalBigQueryExtension server, String dataset, String table, String more) {
    return " WITH ('connector'='bigquery', 'project'='"
        + server.project()
        + "', 'dataset'='"
        + dataset
        + "', 'table'='"
        + table
        + "', 'emulator-endpoint'='"
        + server.grpcTarget()
        + "', 'emulator-rest-endpoint'='"
        + URI.create(server.restUrl()).getAuthority()
        + "'"
        + more
        + ")";
  }

  static StreamExecutionEnvironment environment() {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(
            Configuration.fromMap(Map.of("restart-strategy.type", "none")));
    env.setParallelism(2);
    env.enableCheckpointing(100);
    return env;
  }

  static StreamTableEnvironment tables(StreamExecutionEnvironment env) {
    StreamTableEnvironment tables = StreamTableEnvironment.create(env);
    tables.getConfig().set("table.local-time-zone", "UTC");
    return tables;
  }
}
