package dev.penstock.core.table;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the protocol of a table of changes does to the service; each may fail, and be the last. */
interface ChangeTableSteps {
  /** Reads the table. Empty when it does not exist. */
  Optional<LiveTable> find();

  /** Creates the table with its key and a label. */
  void create(String label);

  /** Sets the label, on condition that nobody changed the table since it was seen. */
  LiveTable label(LiveTable seen, String label);

  /** Reads max_staleness: zero for none; empty when it is no fixed length. */
  Optional<Duration> maxStaleness(LiveTable table);

  /**
   * Sets max_staleness. Many writers that ask the same at once ask once.
   *
   * @param found what it was; null for no fixed length
   * @param attempt from 1
   */
  void setMaxStaleness(LiveTable table, @Nullable Duration found, Duration wanted, int attempt);
}
