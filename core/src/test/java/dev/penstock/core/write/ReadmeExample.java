package dev.penstock.core.write;

import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.model.Destination;
import dev.penstock.core.reader.RecordRows;
import java.time.Instant;

/** The program of core's README, word for word. */
final class ReadmeExample {
  private ReadmeExample() {}

  record Reading(String sensor, Instant taken, double celsius) {}

  static void write(Endpoint endpoint, Destination table) {
    RecordRows<Reading> rows = RecordRows.of(Reading.class);
    try (BigQueryConnection bigQuery =
            BigQueryConnection.open(endpoint, table.project(), "weather/1.0");
        RowStream<Reading> stream = RowStream.open(bigQuery, table, rows.schema(), rows::read)) {
      for (int i = 0; i < 1_000; i++) {
        stream.append(new Reading("roof-" + i % 10, Instant.now(), 20 + i / 100.0));
      }
    }
  }
}
