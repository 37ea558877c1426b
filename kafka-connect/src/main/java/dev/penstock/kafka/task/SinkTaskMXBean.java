package dev.penstock.kafka.task;

import java.util.Map;

/** What a sink task shows over JMX beside the writers' own figures. */
public interface SinkTaskMXBean {
  /** RUNNING, PAUSED, FAILED or STOPPED. */
  String getState();

  /** Records taken from the framework and waiting for room. */
  int getHeldRecords();

  /** Records sent and not done. */
  long getOpenRecords();

  /** Records rejected since the task started. */
  long getRejectedRecords();

  /** Records that wrote nothing, by reason. */
  Map<String, Long> getDroppedRecords();

  /** Deletes that looked as if the source had logged only their key. */
  long getPartialDeletes();

  /** The message of the failure that ended the task; empty when none did. */
  String getLastFailure();
}
