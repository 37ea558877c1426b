package dev.penstock.local.load;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.decode.FileValue;
import dev.penstock.local.decode.RowFaultException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.SQLException;
import java.sql.Struct;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds what turns the values of a Parquet file into those of a table's columns. Immutable. */
final class ParquetValues {
  private final ParquetFields fields;

  ParquetValues(ParquetFields fields) {
    this.fields = fields;
  }

  /** Finds a node by its name in any case; null if there is none. */
  static @Nullable ParquetNode find(List<ParquetNode> nodes, String name) {
    for (ParquetNode node : nodes) {
      if (node.name().equalsIgnoreCase(name)) {
        return node;
      }
    }
    return null;
  }

  /** A column of any mode. */
  ParquetValue column(ParquetNode node, Field column) {
    if (node.isList() != (column.mode() == Mode.REPEATED)) {
      throw mismatch(node, column);
    }
    return node.isList()
        ? list(single(node.element(), column.element()), column)
        : single(node, column);
  }

  private ParquetValue single(ParquetNode node, Field column) {
    if (node.isGroup() != (column.type() == FieldType.STRUCT)) {
      throw mismatch(node, column);
    }
    return node.isGroup() ? struct(node, column) : scalar(node, column);
  }

  private static ParquetValue list(ParquetValue element, Field column) {
    return read -> {
      List<Object> values = new ArrayList<>();
      for (Object each : (Object[]) ((Array) read).getArray()) {
        values.add(element.of(required(each, column)));
      }
      return values;
    };
  }

  private ParquetValue struct(ParquetNode node, Field column) {
    List<@Nullable ParquetValue> values = new ArrayList<>();
    int[] sources = new int[column.fields().size()];
    for (int i = 0; i < sources.length; i++) {
      Field child = column.fields().get(i);
      ParquetNode source = find(node.children(), child.name());
      sources[i] = source == null ? -1 : node.children().indexOf(source);
      values.add(source == null ? null : column(source, child));
    }
    return read -> {
      Object[] attributes = ((Struct) read).getAttributes();
      @Nullable Object[] row = new @Nullable Object[sources.length];
      for (int i = 0; i < sources.length; i++) {
        Object attribute = sources[i] < 0 ? null : attributes[sources[i]];
        row[i] = value(values.get(i), attribute, column.fields().get(i));
      }
      return Arrays.asList(row);
    };
  }

  /** The value of a column, REQUIRED or not. */
  static @Nullable Object value(@Nullable ParquetValue value, @Nullable Object read, Field column)
      throws SQLException, RowFaultException {
    if (value == null || read == null) {
      return column.mode() == Mode.REQUIRED ? required(null, column) : null;
    }
    return value.of(read);
  }

  private static Object required(@Nullable Object value, Field column) throws RowFaultException {
    if (value == null) {
      throw new RowFaultException(
          "Only optional fields can be set to NULL. Field: " + column.name() + "; Value: NULL");
    }
    return value;
  }

  private ParquetValue scalar(ParquetNode node, Field column) {
    FileValue value = new FileValue(column);
    FieldType type = fields.type(node);
    if (node.isDecimal() && isDecimal(column.type())) {
      return read -> value.ofDecimal((BigDecimal) read);
    }
    boolean fits =
        type == column.type()
            || (type == FieldType.TIMESTAMP && column.type() == FieldType.DATETIME)
            || (type == FieldType.STRING && column.type() == FieldType.GEOGRAPHY);
    if (node.isDecimal() || !fits) {
      throw mismatch(node, column);
    }
    return switch (column.type()) {
      case BOOL, INT64, FLOAT64 -> read -> read;
      case STRING, GEOGRAPHY -> read -> value.ofString(read.toString());
      case BYTES -> read -> value.ofBytes(bytes(read));
      case DATE -> read -> value.ofDays(((LocalDate) read).toEpochDay());
      case TIME -> read -> value.ofMicrosOfDay(((LocalTime) read).toNanoOfDay() / 1000);
      case TIMESTAMP -> read -> value.ofMicros(micros(read));
      case DATETIME -> read -> value.ofLocalMicros(micros(read));
      case NUMERIC, BIGNUMERIC, JSON, INTERVAL, RANGE, STRUCT -> throw new AssertionError(column);
    };
  }

  private static boolean isDecimal(FieldType type) {
    return type == FieldType.NUMERIC || type == FieldType.BIGNUMERIC || type == FieldType.STRING;
  }

  private static long micros(Object read) {
    Instant instant = ((OffsetDateTime) read).toInstant();
    return instant.getEpochSecond() * 1_000_000L + instant.getNano() / 1000;
  }

  /** Enums that are not STRING are read as text. */
  private static byte[] bytes(Object read) throws SQLException {
    return read instanceof Blob blob
        ? blob.getBytes(1, (int) blob.length())
        : read.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static ServiceException mismatch(ParquetNode node, Field column) {
    String mode = column.mode() == Mode.REPEATED ? "REPEATED " : "";
    return ServiceException.invalid(
        "Error while reading data, error message: Parquet column '"
            + node.name()
            + "' has type "
            + (node.isGroup() ? "group " + node.converted() : node.physical())
            + " which does not match the target type "
            + mode
            + column.type()
            + ".");
  }
}
