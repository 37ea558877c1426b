package dev.penstock.core.job;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A job that is described whole before it is submitted. Immutable. */
public sealed interface JobSpec permits QueryJob, CopyJob, LoadFilesJob {
  /** Names the run: a second submission of the same id adopts the first (RT-069). */
  String jobId();

  /** Where the data lies; null lets the service decide. */
  @Nullable String location();

  /** Shown in the job history. */
  Map<String, String> labels();

  /** How long to wait; the job is cancelled afterwards. */
  Duration timeout();
}
