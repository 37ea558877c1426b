package dev.penstock.flink.sink;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.environment.CheckpointConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** What exactly-once needs of the environment; checked when the job graph is made. */
final class GraphRules {
  private GraphRules() {}

  /**
   * Checks an environment.
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
        "checkpointing is off. Rows are committed when a checkpoint completes: enable it, for"
            + " example with enableCheckpointing(60_000).");
    require(
        checkpoints.getCheckpointingConsistencyMode() == CheckpointingMode.EXACTLY_ONCE,
        "the checkpointing mode is AT_LEAST_ONCE. Set it to EXACTLY_ONCE.");
    require(
        environment
            .getConfiguration()
            .get(CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH),
        "execution.checkpointing.checkpoints-after-tasks-finish is false. Set it to true, else the"
            + " last rows of a bounded input are not committed.");
  }

  private static void require(boolean met, String message) {
    if (!met) {
      throw new IllegalStateException("STORAGE_API_EXACTLY_ONCE cannot run: " + message);
    }
  }
}
