package dev.penstock.cli.report;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The phase that a run is in, and how far it got in it. Thread-safe. */
final class RunProgress {
  private @Nullable String phase;
  private long done;
  private long total;
  private boolean bytes;
  private long sentBytes;
  private long sinceNanos;

  /** Begins a phase, unless it is the one that goes on. */
  synchronized void phase(String next) {
    if (!next.equals(phase)) {
      phase = next;
      done = 0;
      total = 0;
      bytes = false;
      sentBytes = 0;
      sinceNanos = System.nanoTime();
    }
  }

  synchronized void rows(long soFar, long of, long sent) {
    done = soFar;
    total = of;
    sentBytes = sent;
    bytes = false;
  }

  synchronized void bytes(long soFar, long of) {
    done = soFar;
    total = of;
    bytes = true;
  }

  /** Nothing goes on. */
  synchronized void end() {
    phase = null;
  }

  synchronized Optional<Progress> now() {
    return phase == null
        ? Optional.empty()
        : Optional.of(
            new Progress(
                phase,
                done,
                total,
                bytes,
                sentBytes,
                Duration.ofNanos(System.nanoTime() - sinceNanos)));
  }
}
