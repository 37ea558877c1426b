package dev.penstock.architecture.matrix;

import dev.penstock.flink.BigQueryFailure;
import dev.penstock.flink.FailureHandler;
import dev.penstock.flink.TableDestination;
import dev.penstock.flink.sink.BigQuerySink;
import dev.penstock.flink.sink.BigQuerySinkBuilder;
import java.io.Serial;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Jobs on the cluster of the test class. */
final class FlinkJobs {
  private FlinkJobs() {}

  static StreamExecutionEnvironment environment() {
    return StreamExecutionEnvironment.getExecutionEnvironment(
        Configuration.fromMap(
            Map.of("restart-strategy.type", "none", "execution.checkpointing.interval", "1 min")));
  }

  /** A sink into a table that counts the rows it drops under the table's name. */
  static <T> BigQuerySinkBuilder<T> sink(MatrixTable table) {
    return BigQuerySink.<T>builder()
        .table(TableDestination.of(table.server().project(), table.dataset(), table.name()))
        .emulatorEndpoint(table.server().grpcTarget())
        .emulatorRestEndpoint(table.restAuthority())
        .failureHandler(new Counting(table.name()));
  }

  /** The rows that sinks into a table dropped so far. */
  static int dropped(MatrixTable table) {
    return Counting.of(table.name()).get();
  }

  private record Counting(String table) implements FailureHandler<BigQueryFailure> {
    @Serial private static final long serialVersionUID = 1L;

    private static final Map<String, AtomicInteger> COUNTS = new ConcurrentHashMap<>();

    static AtomicInteger of(String table) {
      return COUNTS.computeIfAbsent(table, name -> new AtomicInteger());
    }

    @Override
    public void handle(BigQueryFailure failure) {
      of(table).incrementAndGet();
    }
  }
}
