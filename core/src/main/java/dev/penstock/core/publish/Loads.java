package dev.penstock.core.publish;

import dev.penstock.core.load.TableLoad;
import java.util.Map;

/** Opens loads by the method that a plan chose. Thread-safe. */
@FunctionalInterface
public interface Loads {
  /**
   * Prepares a load into a table that exists.
   *
   * @param jobId the id of the load job; of no use to streams
   * @param labels of the load job
   */
  TableLoad open(Step.LoadRows step, String jobId, Map<String, String> labels);
}
