package dev.penstock.kafka.read;

import static java.util.Map.entry;

import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceField.TextForm;
import dev.penstock.core.encode.ValueKind;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What the name of a Connect schema says about its values, for names of Connect and of Debezium.
 * Immutable.
 *
 * @param unit the unit of a TIME, DATETIME or INSTANT
 * @param textForm what the characters of a TEXT mean
 * @param zoneless whether an INSTANT is a wall clock reading that may as well be a DATETIME
 */
record LogicalType(
    ValueKind kind, @Nullable TimeUnit unit, @Nullable TextForm textForm, boolean zoneless) {

  /** Debezium's JSON text. */
  static final String JSON = "io.debezium.data.Json";

  /** Debezium's decimal that carries its scale with each value. */
  static final String VARIABLE_SCALE_DECIMAL = "io.debezium.data.VariableScaleDecimal";

  private static final Map<String, LogicalType> BY_NAME =
      Map.ofEntries(
          entry("org.apache.kafka.connect.data.Date", of(ValueKind.DATE)),
          entry("org.apache.kafka.connect.data.Time", time(TimeUnit.MILLISECONDS)),
          entry("org.apache.kafka.connect.data.Timestamp", instant(TimeUnit.MILLISECONDS)),
          entry("org.apache.kafka.connect.data.Decimal", of(ValueKind.DECIMAL)),
          entry("io.debezium.time.Date", of(ValueKind.DATE)),
          entry("io.debezium.time.Time", time(TimeUnit.MILLISECONDS)),
          entry("io.debezium.time.MicroTime", time(TimeUnit.MICROSECONDS)),
          entry("io.debezium.time.NanoTime", time(TimeUnit.NANOSECONDS)),
          entry("io.debezium.time.Timestamp", zoneless(TimeUnit.MILLISECONDS)),
          entry("io.debezium.time.MicroTimestamp", zoneless(TimeUnit.MICROSECONDS)),
          entry("io.debezium.time.NanoTimestamp", zoneless(TimeUnit.NANOSECONDS)),
          entry("io.debezium.time.ZonedTimestamp", text(TextForm.ISO_INSTANT)),
          entry("io.debezium.time.ZonedTime", text(TextForm.ISO_OFFSET_TIME)),
          entry(JSON, of(ValueKind.JSON)),
          entry(VARIABLE_SCALE_DECIMAL, of(ValueKind.DECIMAL)));

  /** Finds the meaning of a schema name; null when values are what their Connect type says. */
  static @Nullable LogicalType find(@Nullable String schemaName) {
    return schemaName == null ? null : BY_NAME.get(schemaName);
  }

  /** The source field of this type. */
  SourceField field(String name, boolean nullable, ReadOptions options) {
    if (kind == ValueKind.JSON && !options.jsonAsJson()) {
      return SourceField.of(name, ValueKind.TEXT, nullable);
    }
    ValueKind read = zoneless && options.zonelessAsDateTime() ? ValueKind.DATETIME : kind;
    return new SourceField(name, read, nullable, unit, null, null, List.of(), textForm, null);
  }

  private static LogicalType of(ValueKind kind) {
    return new LogicalType(kind, null, null, false);
  }

  private static LogicalType time(TimeUnit unit) {
    return new LogicalType(ValueKind.TIME, unit, null, false);
  }

  private static LogicalType instant(TimeUnit unit) {
    return new LogicalType(ValueKind.INSTANT, unit, null, false);
  }

  private static LogicalType zoneless(TimeUnit unit) {
    return new LogicalType(ValueKind.INSTANT, unit, null, true);
  }

  private static LogicalType text(TextForm form) {
    return new LogicalType(ValueKind.TEXT, null, form, false);
  }
}
