package dev.penstock.core.load.run;

import dev.penstock.core.model.Destination;

/** The tables of commits. Thread-safe. */
public interface CommitTables {
  /**
   * Makes a table ready; asked once for each table of a commit, before its first job.
   *
   * @throws dev.penstock.core.error.IngestException when it cannot take the rows
   */
  CommitTarget prepare(Destination destination);

  /** Drops a temporary table; one that does not exist is no failure. */
  void drop(Destination table);
}
