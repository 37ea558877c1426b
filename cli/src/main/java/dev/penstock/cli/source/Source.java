package dev.penstock.cli.source;

/** A place that rows come from: one file, or one table of a database. One owner thread. */
public interface Source {
  /** The name of a table made from it, unless the user names another. */
  String tableName();

  /**
   * Finds out what its columns are. Text files are read whole for it.
   *
   * @throws dev.penstock.core.error.IngestException INVALID_OPTION for a source that is not there,
   *     SCHEMA_MISMATCH for columns that no table can have, ROW_INVALID for content that cannot be
   *     read or is not of a wanted type
   */
  SourceTable inspect(Wanted wanted);
}
