package dev.penstock.flink.sink;

import java.time.Duration;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.environment.CheckpointConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What sinks need of the environment; checked when the job graph is made. */
final class GraphRules {
  private static final Logger LOG = LoggerFactory.getLogger(GraphRules.class);

  private GraphRules() {}

  /**
   * Checks an environment for exactly-once.
   *
   * @throws IllegalStateException when rows would not be committed, or not exactly once
   */
  static void check(StreamExecutionEnvironment environment) {
    RuntimeExecutionMode mode = environment.getConfiguration().get(ExecutionOptions.RUNTIME_MODE);
    require(
        mode != RuntimeExecutionMode.AUTOMATIC,
        "execution.runtime-mode is AUTOMATIC. Set it to STREAMING or BATCH, so that it is known"
            + " when rows are committed.");
    if (mode == RuntimeExecutionMode.BATCH) {
      return;
    }
    CheckpointConfig checkpoints = environment.getCheckpointConfig();
    require(
        checkpoints.isCheckpointingEnabled(),
        "checkpointing is off. Rows are committed when a checkpoint completes: set"
            + " execution.checkpointing.interval, for example to 1 min.");
    require(
        checkpoints.getCheckpointingConsistencyMode() == CheckpointingMode.EXACTLY_ONCE,
        "execution.checkpointing.mode is AT_LEAST_ONCE. Set it to EXACTLY_ONCE.");
    require(
        environment
            .getConfiguration()
            .get(CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH),
        "execution.checkpointing.checkpoints-after-tasks-finish is false. Set it to true, else the"
            + " last rows of a bounded input are not committed.");
  }

  /**
   * Warns when nothing sends rows but a full batch and the end of the input.
   *
   * @param flushInterval how often they are sent without a checkpoint; null for never
   */
  static void warnIfRowsMayWait(
      StreamExecutionEnvironment environment, @Nullable Duration flushInterval) {
    if (flushInterval == null
        && !environment.getCheckpointConfig().isCheckpointingEnabled()
        && environment.getConfiguration().get(ExecutionOptions.RUNTIME_MODE)
            != RuntimeExecutionMode.BATCH) {
      LOG.warn(
          "Checkpointing is off and no flush interval is set: rows are sent to BigQuery only when a"
              + " batch is full or the input ends, and rows not yet stored are lost when the job"
              + " fails. Set execution.checkpointing.interval, for example to 1 min, or at least"
              + " DefaultStreamOptions.flushInterval (in SQL"
              + " 'sink.default-stream.flush-interval').");
    }
  }

  private static void require(boolean met, String message) {
    if (!met) {
      throw new IllegalStateException("STORAGE_API_EXACTLY_ONCE cannot run: " + message);
    }
  }
}
