package dev.penstock.flink;

import java.io.IOException;
import java.io.Serializable;
import org.apache.flink.annotation.Experimental;

/**
 * Decides about records that cannot be stored. It runs on the task's thread, before the checkpoint
 * that covers the record completes, so a record that fails again after a restart comes again.
 *
 * @param <F> the failures it takes
 */
@FunctionalInterface
@Experimental
public interface FailureHandler<F> extends Serializable {
  /**
   * Takes a failure. Returning drops the record; throwing fails the write or the checkpoint.
   *
   * @throws IOException to fail the job
   */
  void handle(F failure) throws IOException;

  /**
   * Makes durable what was taken. Called at every checkpoint and at the end of input, after all
   * rows were answered.
   *
   * @throws IOException to fail the checkpoint
   */
  default void flush() throws IOException {}

  /**
   * Fails the job at the first record, with the reason and without messages of users' code, which
   * may show the record. The default.
   */
  static FailureHandler<BigQueryFailure> failJob() {
    return FailurePolicy.FAIL;
  }

  /** Logs the reason, not the content, and goes on without the record. */
  static FailureHandler<BigQueryFailure> logAndDrop() {
    return FailurePolicy.LOG;
  }
}
