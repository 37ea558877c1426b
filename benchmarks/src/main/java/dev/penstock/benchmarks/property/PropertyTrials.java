package dev.penstock.benchmarks.property;

import dev.penstock.benchmarks.client.GoneException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Many random histories on one local BigQuery. One owner thread. */
final class PropertyTrials {
  /** Where histories begin. */
  interface Kind {
    History on(Target target, String table);
  }

  /** How many histories share a table, which costs more than they do; a fault ends it. */
  private static final int TABLE = 20;

  private PropertyTrials() {}

  /**
   * Runs histories with the seeds from the given one on.
   *
   * @return what differed, with the seed that shows it
   */
  static List<String> run(Kind kind, long firstSeed, int count)
      throws GoneException, InterruptedException {
    List<String> faults = new ArrayList<>();
    try (Target target = Target.start()) {
      for (long seed = firstSeed; seed < firstSeed + count; seed += TABLE) {
        String table = "t" + seed;
        History history = kind.on(target, table);
        history.begin();
        long next = seed;
        try {
          for (; next < Math.min(seed + TABLE, firstSeed + count); next++) {
            history.play(new Random(next));
          }
        } catch (Unequal e) {
          faults.add("seed " + next + " on " + table + ": " + e.getMessage());
        }
        target.drop(table);
      }
    }
    return faults;
  }
}
