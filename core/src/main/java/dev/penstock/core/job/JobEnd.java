package dev.penstock.core.job;

/** How a job ended that somebody else may have started. Immutable. */
public enum JobEnd {
  /** The service knows no job of this id. */
  ABSENT,
  SUCCEEDED,
  /** It changed nothing. */
  FAILED
}
