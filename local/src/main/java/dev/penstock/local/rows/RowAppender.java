package dev.penstock.local.rows;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBAppender;
import org.jspecify.annotations.Nullable;

/** Writes values in the forms of a query result into a DuckDB appender. */
final class RowAppender {
  private RowAppender() {}

  /** Appends one value; null for NULL, or for an empty array. */
  static void value(DuckDBAppender out, Field field, @Nullable Object value) throws SQLException {
    if (field.mode() == Mode.REPEATED) {
      out.append(list(field, value == null ? List.of() : (List<?>) value));
    } else if (value == null) {
      out.appendNull();
    } else if (field.type() == FieldType.STRUCT) {
      List<?> values = (List<?>) value;
      out.beginStruct();
      for (int i = 0; i < field.fields().size(); i++) {
        value(out, field.fields().get(i), i < values.size() ? values.get(i) : null);
      }
      out.endStruct();
    } else {
      scalar(out, field.type(), value);
    }
  }

  private static void scalar(DuckDBAppender out, FieldType type, Object value) throws SQLException {
    switch (type) {
      case BOOL -> out.append((boolean) (Boolean) value);
      case INT64 -> out.append((long) (Long) value);
      case FLOAT64 -> out.append((double) (Double) value);
      case NUMERIC -> out.append(((BigDecimal) value).setScale(9));
      case BIGNUMERIC -> out.append(canonical((BigDecimal) value));
      case BYTES -> out.append((byte[]) value);
      case DATE -> out.appendEpochDays((int) ((LocalDate) value).toEpochDay());
      case TIME -> out.appendDayMicros(((LocalTime) value).toNanoOfDay() / 1000);
      case DATETIME -> out.append((LocalDateTime) value);
      case TIMESTAMP -> out.appendEpochMicros(micros((Instant) value));
      case STRING, JSON, GEOGRAPHY, INTERVAL, RANGE -> out.append((String) value);
      case STRUCT -> throw new AssertionError(value);
    }
  }

  private static List<@Nullable Object> list(Field field, List<?> values) {
    List<@Nullable Object> nested = new ArrayList<>(values.size());
    for (Object value : values) {
      nested.add(nested(field, value));
    }
    return nested;
  }

  private static @Nullable Object nested(Field field, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    return switch (field.type()) {
      case NUMERIC -> ((BigDecimal) value).setScale(9);
      case BIGNUMERIC -> canonical((BigDecimal) value);
      case TIMESTAMP -> ((Instant) value).atOffset(ZoneOffset.UTC);
      case STRUCT -> struct(field, (List<?>) value);
      default -> value;
    };
  }

  private static Map<String, @Nullable Object> struct(Field field, List<?> values) {
    Map<String, @Nullable Object> struct = new LinkedHashMap<>();
    for (int i = 0; i < field.fields().size(); i++) {
      Field child = field.fields().get(i);
      Object value = i < values.size() ? values.get(i) : null;
      struct.put(
          child.name(),
          child.mode() == Mode.REPEATED
              ? list(child, value == null ? List.of() : (List<?>) value)
              : nested(child, value));
    }
    return struct;
  }

  /** The text that equal BIGNUMERIC values share. */
  private static String canonical(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  private static long micros(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1000);
  }
}
