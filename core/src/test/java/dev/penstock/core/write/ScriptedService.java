package dev.penstock.core.write;

import dev.penstock.core.append.ScriptedWriteServer;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.table.ScriptedTables;
import dev.penstock.core.time.FakeTime;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/** A scripted BigQuery and a clock that moves only when told. One owner thread. */
final class ScriptedService implements AutoCloseable {
  final ScriptedWriteServer server = ScriptedWriteServer.start();
  final ScriptedTables tables = ScriptedTables.start();
  final FakeTime time = new FakeTime();

  /** Clients of the service; the caller closes them. */
  BigQueryConnection connect() {
    return BigQueryConnection.open(
        new Endpoint.Emulator(tables.uri(), server.target()), "p", "penstock-test/1");
  }

  /** Drains, and moves the clock to the next thing that waits, until a condition holds. */
  void drainUntil(DestinationWriters writers, Completions completions, BooleanSupplier condition) {
    Awaitility.await()
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(2))
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              writers.drain(completions);
              long wake = writers.nextWakeMillis();
              if (wake < Duration.ofSeconds(60).toMillis()) {
                time.advance(Duration.ofMillis(wake));
              }
              return condition.getAsBoolean();
            });
  }

  /** Drains, without moving the clock, until a condition holds. */
  void await(DestinationWriters writers, Completions completions, BooleanSupplier condition) {
    Awaitility.await()
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(2))
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              writers.drain(completions);
              return condition.getAsBoolean();
            });
  }

  @Override
  public void close() {
    server.close();
    tables.close();
  }
}
