package dev.penstock.local.rows;

import java.time.Duration;

/** What an application-created write stream does with its rows (WA-017 to WA-020). */
public enum StreamKind {
  /** Rows are in the table when they are acknowledged. */
  COMMITTED(Duration.ofDays(3)),
  /** Rows get into the table when the finalized stream is committed. */
  PENDING(Duration.ofDays(1)),
  /** Rows get into the table when a flush covers their offset. */
  BUFFERED(Duration.ofDays(7));

  private final Duration idleLife;

  StreamKind(Duration idleLife) {
    this.idleLife = idleLife;
  }

  /** How long a stream lives after its last traffic (WA-028, WA-030). */
  Duration idleLife() {
    return idleLife;
  }
}
