package dev.penstock.cli.report;

import dev.penstock.core.publish.PublishPlan;
import dev.penstock.core.publish.PublishReport;
import dev.penstock.core.publish.RunListener;
import java.util.OptionalLong;

/**
 * Shows a run while it goes on, and its report. Its methods are called by the run's thread; close
 * ends what was drawn.
 */
public interface RunView extends RunListener, AutoCloseable {
  /** Something to know that is no step: a dataset was created, a dead run was cleaned up. */
  void note(String text);

  /**
   * The source is read for its columns.
   *
   * @param doneBytes bytes so far
   * @param totalBytes bytes that there are; 0 when nobody knows
   */
  void reading(long doneBytes, long totalBytes);

  /**
   * The run begins to change things.
   *
   * @param rows how many rows the source has, where that is known
   */
  void planned(PublishPlan plan, OptionalLong rows);

  /** The run ended well. */
  void finished(PublishReport report);

  /** The run failed. */
  void failed(String message, ExitCode code);

  @Override
  void close();
}
