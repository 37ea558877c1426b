package dev.penstock.flink;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;

/** The Flink cluster of a test class: one task manager in this process. */
public final class MiniFlink {
  private MiniFlink() {}

  /** A cluster with so many slots. */
  public static MiniClusterExtension withSlots(int slots) {
    return new MiniClusterExtension(
        new MiniClusterResourceConfiguration.Builder()
            .setConfiguration(new Configuration())
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(slots)
            .build());
  }
}
