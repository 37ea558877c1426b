package dev.penstock.architecture.matrix;

import java.util.List;

/** A way by which values come to BigQuery, as a user would go it. */
interface Road extends AutoCloseable {
  /** The name under which the matrix tells differences. */
  String name();

  /** The name for readers. */
  String title();

  /**
   * Whether a rejected row fails all rows that are written with it. Else they are stored, and it is
   * set aside.
   */
  boolean isAllOrNothing();

  /**
   * Writes rows into a table that exists, and waits until they are stored or rejected.
   *
   * @return how many were set aside
   * @throws Exception when a row was rejected on a road that is all or nothing
   */
  int write(MatrixTable table, List<MatrixRow> rows) throws Exception;

  /** Ends what writing started. */
  @Override
  default void close() throws Exception {}
}
