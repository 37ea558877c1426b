package dev.penstock.local.rows;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Struct;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads values out of DuckDB into the forms of a query result. Thread-safe. */
public final class RowReader {
  private RowReader() {}

  /** Reads the current row of a result whose columns are the given fields. */
  public static List<@Nullable Object> row(ResultSet result, List<Field> fields)
      throws SQLException {
    List<@Nullable Object> values = new ArrayList<>(fields.size());
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      boolean datetime = field.type() == FieldType.DATETIME && field.mode() != Mode.REPEATED;
      values.add(
          datetime
              ? result.getObject(i + 1, LocalDateTime.class)
              : value(field, result.getObject(i + 1)));
    }
    return values;
  }

  private static @Nullable Object value(Field field, @Nullable Object value) throws SQLException {
    if (field.mode() == Mode.REPEATED) {
      List<@Nullable Object> elements = new ArrayList<>();
      if (value != null) {
        for (Object element : (Object[]) ((Array) value).getArray()) {
          elements.add(element == null ? null : element(field, element));
        }
      }
      return elements;
    }
    return value == null ? null : element(field, value);
  }

  private static Object element(Field field, Object value) throws SQLException {
    return switch (field.type()) {
      case BIGNUMERIC -> new BigDecimal((String) value);
      case BYTES -> bytes((Blob) value);
      case TIMESTAMP -> ((OffsetDateTime) value).toInstant();
      case DATETIME -> ((Timestamp) value).toLocalDateTime();
      case STRING, JSON, GEOGRAPHY, INTERVAL, RANGE -> value.toString();
      case STRUCT -> struct(field, (Struct) value);
      case BOOL, INT64, FLOAT64, NUMERIC, DATE, TIME -> value;
    };
  }

  private static byte[] bytes(Blob blob) throws SQLException {
    return blob.getBytes(1, (int) blob.length());
  }

  private static List<@Nullable Object> struct(Field field, Struct struct) throws SQLException {
    Object[] attributes = struct.getAttributes();
    List<@Nullable Object> values = new ArrayList<>(attributes.length);
    for (int i = 0; i < attributes.length; i++) {
      values.add(value(field.fields().get(i), attributes[i]));
    }
    return values;
  }
}
