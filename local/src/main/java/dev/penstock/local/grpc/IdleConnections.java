package dev.penstock.local.grpc;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Closes connections that had no traffic for too long, on the server's clock (WA-056). Thread-safe.
 */
final class IdleConnections implements AutoCloseable {
  /** How often it looks, in real time: the server's clock may be put forward. */
  private static final long PERIOD_MS = 200;

  private final Duration idleTime;
  private final InstantSource clock;
  private final Set<AppendConnection> open = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "penstock-idle-connections");
            thread.setDaemon(true);
            thread.setContextClassLoader(IdleConnections.class.getClassLoader());
            return thread;
          });

  IdleConnections(Duration idleTime, InstantSource clock) {
    this.idleTime = idleTime;
    this.clock = clock;
    var unused =
        timer.scheduleWithFixedDelay(this::look, PERIOD_MS, PERIOD_MS, TimeUnit.MILLISECONDS);
  }

  void add(AppendConnection connection) {
    open.add(connection);
  }

  void remove(AppendConnection connection) {
    open.remove(connection);
  }

  private void look() {
    long since = clock.millis() - idleTime.toMillis();
    open.removeIf(connection -> connection.closeIfIdle(since, idleTime));
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
