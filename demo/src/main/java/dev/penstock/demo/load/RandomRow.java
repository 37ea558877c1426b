package dev.penstock.demo.load;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Random values for all columns but the key. One owner thread. */
final class RandomRow {
  /** The columns in the order that {@link #bind} sets them, {@code version} first. */
  static final String[] COLUMNS = {
    "version",
    "customer",
    "total",
    "rate",
    "paid",
    "ordered",
    "delivered",
    "changed",
    "created",
    "basket",
    "labels",
    "token",
    "seal",
    "note"
  };

  private static final String[] NAMES = {
    "Ada", "Zoë", "Łukasz", "José", "小林", "O'Neil", "Ünal", "🔑"
  };
  private static final long EPOCH_DAYS = 80_000;
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final int NULL_ONE_IN = 8;

  private final Random random;

  RandomRow(Random random) {
    this.random = random;
  }

  /** Sets the parameters from an index on and returns the next index. */
  int bind(Connection connection, PreparedStatement statement, int first, long version)
      throws SQLException {
    int i = first;
    statement.setLong(i++, version);
    statement.setString(i++, pick(NAMES) + " " + random.nextInt(1000));
    statement.setBigDecimal(i++, nullable(BigDecimal.valueOf(random.nextLong() / 1_000_000, 4)));
    statement.setObject(i++, nullable(rate()), Types.DOUBLE);
    statement.setBoolean(i++, random.nextBoolean());
    statement.setObject(i++, nullable(date()), Types.DATE);
    statement.setObject(i++, nullable(time()), Types.TIME);
    statement.setObject(
        i++, nullable(instant().atOffset(ZoneOffset.UTC)), Types.TIMESTAMP_WITH_TIMEZONE);
    statement.setObject(i++, nullable(instant()), Types.TIMESTAMP);
    statement.setObject(i++, nullable(json()), Types.OTHER);
    statement.setArray(i++, connection.createArrayOf("text", labels()));
    statement.setObject(i++, nullable(new UUID(random.nextLong(), random.nextLong())), Types.OTHER);
    statement.setBytes(i++, bytes());
    statement.setString(i++, nullable("note " + Long.toString(random.nextLong(), 36)));
    return i;
  }

  private <T> @Nullable T nullable(T value) {
    return random.nextInt(NULL_ONE_IN) == 0 ? null : value;
  }

  private Double rate() {
    return switch (random.nextInt(20)) {
      case 0 -> Double.NaN;
      case 1 -> Double.NEGATIVE_INFINITY;
      default -> random.nextGaussian();
    };
  }

  private LocalDate date() {
    return LocalDate.ofEpochDay(random.nextLong(-EPOCH_DAYS, EPOCH_DAYS));
  }

  private LocalTime time() {
    return LocalTime.ofNanoOfDay(random.nextLong(MICROS_PER_DAY) * 1000);
  }

  private LocalDateTime instant() {
    return LocalDateTime.of(date(), time());
  }

  private String json() {
    return "{\"n\":"
        + random.nextLong()
        + ",\"f\":"
        + random.nextInt(1000) / 8.0
        + ",\"s\":\"ä"
        + random.nextInt(100)
        + "\",\"a\":[1,null,true],\"o\":{}}";
  }

  private String[] labels() {
    String[] labels = new String[random.nextInt(4)];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = random.nextInt(6) == 0 ? "" : "label, " + random.nextInt(50);
    }
    return labels;
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(12)];
    random.nextBytes(bytes);
    return bytes;
  }

  private String pick(String[] values) {
    return values[random.nextInt(values.length)];
  }
}
