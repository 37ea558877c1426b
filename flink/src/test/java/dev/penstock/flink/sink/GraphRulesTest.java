package dev.penstock.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.flink.CapturedLog;
import dev.penstock.flink.TableDestination;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the graph of a job refuses, on the machine that makes it: no file, no network. */
@Tag("flink-versions")
class GraphRulesTest {
  private static final String UNSET = "";

  private static StreamExecutionEnvironment environment(Map<String, String> changes) {
    Map<String, String> configuration = new HashMap<>();
    configuration.put("execution.runtime-mode", "STREAMING");
    configuration.put("execution.checkpointing.interval", "1 s");
    configuration.putAll(changes);
    configuration.values().removeIf(UNSET::equals);
    return StreamExecutionEnvironment.getExecutionEnvironment(Configuration.fromMap(configuration));
  }

  private static void makeGraph(Map<String, String> changes) {
    StreamExecutionEnvironment env = environment(changes);
    env.fromSequence(1, 2)
        .sinkTo(
            BigQuerySink.<Long>builder()
                .writeMethod(WriteMethod.STORAGE_API_EXACTLY_ONCE)
                .bufferedStreamOptions(BufferedStreamOptions.builder().build())
                .table(TableDestination.of("p", "d", "t"))
                .serializer(new NumberRows())
                .serviceAccountKeyFile("/does/not/exist/key.json")
                .build());
    env.getStreamGraph().getJobGraph();
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        Arguments.of(
            Map.of("execution.runtime-mode", "AUTOMATIC"), "execution.runtime-mode is AUTOMATIC"),
        Arguments.of(
            Map.of("execution.checkpointing.interval", UNSET),
            "checkpointing is off. Rows are committed when a checkpoint completes: set"
                + " execution.checkpointing.interval, for example to 1 min."),
        Arguments.of(
            Map.of("execution.checkpointing.mode", "AT_LEAST_ONCE"),
            "execution.checkpointing.mode is AT_LEAST_ONCE. Set it to EXACTLY_ONCE."),
        Arguments.of(
            Map.of("execution.checkpointing.checkpoints-after-tasks-finish", "false"),
            "execution.checkpointing.checkpoints-after-tasks-finish is false"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void refusesAnEnvironmentThatCommitsNothingOrNotOnce(
      Map<String, String> changes, String message) {
    assertThatThrownBy(() -> makeGraph(changes))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("STORAGE_API_EXACTLY_ONCE cannot run: " + message);
  }

  private static List<String> warningsOfAtLeastOnce(
      Map<String, String> changes, DefaultStreamOptions options) {
    StreamExecutionEnvironment env = environment(changes);
    env.fromSequence(1, 2)
        .sinkTo(
            BigQuerySink.<Long>builder()
                .table(TableDestination.of("p", "d", "t"))
                .serializer(new NumberRows())
                .defaultStreamOptions(options)
                .build());
    try (CapturedLog log = new CapturedLog()) {
      env.getStreamGraph().getJobGraph();
      return log.warnings(GraphRules.class.getName());
    }
  }

  @Test
  void warnsOnceWhenOnlyFullBatchesAreSent() {
    Map<String, String> noCheckpoints = Map.of("execution.checkpointing.interval", UNSET);
    DefaultStreamOptions plain = DefaultStreamOptions.builder().build();

    assertThat(warningsOfAtLeastOnce(noCheckpoints, plain))
        .containsExactly(
            "Checkpointing is off and no flush interval is set: rows are sent to BigQuery only when"
                + " a batch is full or the input ends, and rows not yet stored are lost when the"
                + " job fails. Set execution.checkpointing.interval, for example to 1 min, or at"
                + " least DefaultStreamOptions.flushInterval (in SQL"
                + " 'sink.default-stream.flush-interval').");
    assertThat(
            warningsOfAtLeastOnce(
                noCheckpoints,
                DefaultStreamOptions.builder().flushInterval(Duration.ofSeconds(1)).build()))
        .isEmpty();
    assertThat(warningsOfAtLeastOnce(Map.of(), plain)).isEmpty();
    assertThat(
            warningsOfAtLeastOnce(
                Map.of(
                    "execution.runtime-mode", "BATCH", "execution.checkpointing.interval", UNSET),
                plain))
        .isEmpty();
  }

  @Test
  void acceptsStreamingWithCheckpointsAndBatch() {
    assertThatCode(() -> makeGraph(Map.of())).doesNotThrowAnyException();
    assertThatCode(
            () ->
                makeGraph(
                    Map.of(
                        "execution.runtime-mode",
                        "BATCH",
                        "execution.checkpointing.interval",
                        UNSET)))
        .doesNotThrowAnyException();
  }
}
