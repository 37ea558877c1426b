package dev.penstock.local.sql;

import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Who changes the rows of which table: statements wait for each other and for transactions, and of
 * two transactions on one table the second is refused (SQ-012, SQ-047). Who only adds rows takes no
 * turn (SQ-013, SQ-048). Thread-safe.
 */
final class TableTurns {
  private static final long MAX_WAIT_NANOS = TimeUnit.MINUTES.toNanos(2);

  /** On the server's clock (QT-028). */
  private static final Duration MAX_QUEUED = Duration.ofHours(7);

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** A table's owner, and when the last one ended. */
  private static final class Turn {
    private @Nullable Object owner;
    private long ended;
  }

  private final InstantSource clock;
  private final Map<String, Turn> turns = new HashMap<>();
  private long ended;

  TableTurns(InstantSource clock) {
    this.clock = clock;
  }

  /** Up to which turn all have ended. */
  synchronized long ended() {
    return ended;
  }

  /**
   * Waits for the turn.
   *
   * @throws ServiceException 400 when it takes too long
   */
  synchronized void take(Object owner, TableMetadata table) {
    Turn turn = turn(table);
    long deadline = System.nanoTime() + MAX_WAIT_NANOS;
    Instant last = clock.instant().plus(MAX_QUEUED);
    try {
      while (turn.owner != null) {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          throw ServiceException.invalidQuery(
              "Could not serialize access to table "
                  + table.id().legacy()
                  + " due to concurrent update");
        }
        if (clock.instant().isAfter(last)) {
          throw ServiceException.invalidQuery("DML statement has been queued for too long");
        }
        TimeUnit.NANOSECONDS.timedWait(this, Math.min(left, LOOK_NANOS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceException(
          499, "stopped", "The statement was interrupted while it waited for another one.");
    }
    turn.owner = owner;
  }

  /** Takes the turn at once, if nobody has it and nobody had it since. */
  synchronized boolean tryTake(Object owner, TableMetadata table, long since) {
    Turn turn = turn(table);
    if (turn.owner == owner) {
      return true;
    }
    if (turn.owner != null || turn.ended > since) {
      return false;
    }
    turn.owner = owner;
    return true;
  }

  private Turn turn(TableMetadata table) {
    return turns.computeIfAbsent(table.physicalName(), name -> new Turn());
  }

  /** Ends all turns of an owner. */
  synchronized void release(Object owner) {
    ended++;
    for (Turn turn : turns.values()) {
      if (turn.owner == owner) {
        turn.owner = null;
        turn.ended = ended;
      }
    }
    notifyAll();
  }
}
