package dev.penstock.core.append;

import java.util.Arrays;

/** The tickets of a batch's rows, kept as runs of consecutive numbers. One owner thread. */
public final class TicketRuns {
  private static final int INITIAL_RUNS = 8;

  /** First and last ticket of each run, one pair after another. */
  private long[] bounds = new long[2 * INITIAL_RUNS];

  private int runs;
  private int count;

  /** Takes the runs one after another. */
  @FunctionalInterface
  public interface RunConsumer {
    /** The tickets {@code first} to {@code last}, both included. */
    void accept(long first, long last);
  }

  /** Adds the ticket of the next row. */
  public void add(long ticket) {
    count++;
    if (runs > 0 && bounds[2 * runs - 1] + 1 == ticket) {
      bounds[2 * runs - 1] = ticket;
      return;
    }
    if (2 * runs == bounds.length) {
      bounds = Arrays.copyOf(bounds, 4 * runs);
    }
    bounds[2 * runs] = ticket;
    bounds[2 * runs + 1] = ticket;
    runs++;
  }

  /** How many tickets there are. */
  public int count() {
    return count;
  }

  /** The ticket of a row. */
  public long at(int row) {
    int left = row;
    for (int run = 0; run < runs; run++) {
      long length = bounds[2 * run + 1] - bounds[2 * run] + 1;
      if (left < length) {
        return bounds[2 * run] + left;
      }
      left -= (int) length;
    }
    throw new IndexOutOfBoundsException(row);
  }

  /** Hands over every run. */
  public void forEachRun(RunConsumer consumer) {
    for (int run = 0; run < runs; run++) {
      consumer.accept(bounds[2 * run], bounds[2 * run + 1]);
    }
  }
}
