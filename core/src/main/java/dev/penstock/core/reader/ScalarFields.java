package dev.penstock.core.reader;

import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** The source field that holds exactly what a column of a scalar type holds. */
final class ScalarFields {
  private static final Map<ColumnType, ValueKind> KINDS =
      new EnumMap<>(
          Map.ofEntries(
              Map.entry(ColumnType.BOOL, ValueKind.BOOL),
              Map.entry(ColumnType.INT64, ValueKind.LONG),
              Map.entry(ColumnType.FLOAT64, ValueKind.DOUBLE),
              Map.entry(ColumnType.STRING, ValueKind.TEXT),
              Map.entry(ColumnType.BYTES, ValueKind.BYTES),
              Map.entry(ColumnType.DATE, ValueKind.DATE),
              Map.entry(ColumnType.TIME, ValueKind.TIME),
              Map.entry(ColumnType.DATETIME, ValueKind.DATETIME),
              Map.entry(ColumnType.TIMESTAMP, ValueKind.INSTANT),
              Map.entry(ColumnType.JSON, ValueKind.JSON),
              Map.entry(ColumnType.GEOGRAPHY, ValueKind.TEXT),
              Map.entry(ColumnType.RANGE, ValueKind.TEXT),
              Map.entry(ColumnType.INTERVAL, ValueKind.INTERVAL)));

  private ScalarFields() {}

  static SourceField of(Column column, String name, boolean nullable) {
    SourceField field =
        switch (column.type()) {
          case NUMERIC, BIGNUMERIC ->
              SourceField.decimal(name, nullable, column.precision(), column.scale());
          case TIME, DATETIME, TIMESTAMP ->
              SourceField.temporal(name, kind(column.type()), nullable, TimeUnit.MICROSECONDS);
          case BOOL, INT64, FLOAT64, STRING, BYTES, DATE, JSON, GEOGRAPHY, INTERVAL, RANGE ->
              SourceField.of(name, kind(column.type()), nullable);
          case STRUCT -> throw new AssertionError(column);
        };
    return field.withColumn(column);
  }

  private static ValueKind kind(ColumnType type) {
    return Objects.requireNonNull(KINDS.get(type));
  }
}
