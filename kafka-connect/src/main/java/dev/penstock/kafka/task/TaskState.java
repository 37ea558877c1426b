package dev.penstock.kafka.task;

/** What a task is doing, for its bean. Immutable. */
enum TaskState {
  RUNNING,
  /** Partitions are paused until rows in flight are answered. */
  PAUSED,
  FAILED,
  STOPPED
}
