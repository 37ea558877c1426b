package dev.penstock.core.append;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connections that a set of workers has open, and their bound. Where the bound is reached, a
 * connection on which nothing waits for an answer makes room: its worker opens another when it has
 * something to send. One owner thread.
 */
final class OpenConnections {
  private final int max;
  private final Set<StreamWorker> open = new LinkedHashSet<>();

  OpenConnections(int max) {
    this.max = max;
  }

  /**
   * Whether a worker may connect now; ends the connection that was quiet for longest if need be.
   */
  boolean haveRoom() {
    if (open.size() < max) {
      return true;
    }
    StreamWorker quietest = quietest();
    if (quietest == null) {
      return false;
    }
    quietest.disconnect();
    return true;
  }

  private @Nullable StreamWorker quietest() {
    StreamWorker quietest = null;
    for (StreamWorker worker : open) {
      if (worker.inFlight() == 0
          && (quietest == null || worker.lastAnswerNanos() - quietest.lastAnswerNanos() < 0)) {
        quietest = worker;
      }
    }
    return quietest;
  }

  void opened(StreamWorker worker) {
    open.add(worker);
  }

  void ended(StreamWorker worker) {
    open.remove(worker);
  }
}
