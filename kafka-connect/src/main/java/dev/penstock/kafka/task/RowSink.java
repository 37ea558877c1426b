package dev.penstock.kafka.task;

import dev.penstock.core.write.Completions;
import dev.penstock.kafka.route.Decision;
import dev.penstock.kafka.route.LiveTables;

/** Where rows go, as the task sees it. One owner thread. */
interface RowSink extends LiveTables, AutoCloseable {
  /**
   * Takes charge of a row.
   *
   * @throws dev.penstock.core.error.IngestException when it did not take the row
   */
  void append(Decision.Write row, long ticket);

  /** Whether another row may be appended. */
  boolean hasRoom();

  /** Bytes appended and not answered. */
  long unacknowledgedBytes();

  /** Sends what is buffered. */
  void flush();

  /**
   * Hands over what became of rows.
   *
   * @throws dev.penstock.core.error.IngestException when a table can take no more rows
   */
  void drain(Completions completions);

  /** Forgets tables that had no rows for long; what is in flight is kept. */
  void evictIdle();

  @Override
  void close();
}
