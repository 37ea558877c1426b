package dev.penstock.benchmarks.load;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The rows of the benchmark, once as a CSV file and once as a PostgreSQL table, of nine columns and
 * about 110 bytes each, without a key. Immutable.
 */
final class Sample {
  /** Fills the table {@code orders} with the rows that {@link #csv} writes. */
  static final String POSTGRES =
      """
      CREATE TABLE orders (
        id bigint, customer text, email text, price numeric(12,2), quantity int,
        ordered_at timestamptz, shipped_on date, paid boolean, note text);
      INSERT INTO orders
      SELECT i, 'customer ' || i %% 50000, 'customer' || i %% 50000 || '@example.com',
        (i %% 1000000)::numeric / 100, i %% 100,
        timestamptz '2026-01-01T00:00:00Z' + i * interval '1 second',
        date '2026-01-01' + (i %% 365)::int, i %% 2 = 0,
        CASE WHEN i %% 4 = 0 THEN NULL ELSE 'left at the door, number ' || i END
      FROM generate_series(1, %d) AS i
      """;

  private static final long START = 1_767_225_600L;

  private Sample() {}

  static void csv(Path file, int rows) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      out.write("id,customer,email,price,quantity,ordered_at,shipped_on,paid,note\n");
      for (int i = 1; i <= rows; i++) {
        int customer = i % 50_000;
        int cents = i % 1_000_000;
        out.write(
            i + ",customer " + customer + ",customer" + customer + "@example.com," + cents / 100);
        out.write(String.format(Locale.ROOT, ".%02d,%d,", cents % 100, i % 100));
        out.write(java.time.Instant.ofEpochSecond(START + i) + ",");
        out.write(java.time.LocalDate.ofEpochDay(START / 86_400 + i % 365) + ",");
        out.write(
            (i % 2 == 0) + "," + (i % 4 == 0 ? "" : "\"left at the door, number " + i + "\""));
        out.write('\n');
      }
    }
  }
}
