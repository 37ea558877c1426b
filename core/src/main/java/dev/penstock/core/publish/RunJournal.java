package dev.penstock.core.publish;

/** The journal of one run. One owner thread. */
public final class RunJournal implements AutoCloseable {
  RunJournal() {}

  /** Lets go of the file; it stays for the next run unless this one ended. */
  @Override
  public void close() {}
}
