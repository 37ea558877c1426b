package dev.penstock.benchmarks.property;

import dev.penstock.benchmarks.client.GoneException;
import java.util.Random;

/** Random histories on one table, one after the other. One owner thread. */
interface History {
  /** Makes the table. */
  void begin() throws GoneException, InterruptedException;

  /**
   * Does what chance says and compares.
   *
   * @throws Unequal where the server and the model differ
   */
  void play(Random random) throws GoneException, InterruptedException;
}
