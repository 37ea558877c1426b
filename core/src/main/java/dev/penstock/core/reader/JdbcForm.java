package dev.penstock.core.reader;

import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.encode.RowReader.ByteSink;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.ValueKind;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.SQLException;
import java.sql.Struct;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One field of a JDBC row, and the conversion of the objects by which drivers tell it inside
 * structs and arrays. Holds the reader of nested values. One owner thread.
 *
 * @param path of the field from the root
 * @param nested reads what is in a STRUCT or LIST; null for scalars
 */
record JdbcForm(SourceField field, String path, @Nullable JdbcValues nested) {

  static JdbcForm[] ofFields(List<SourceField> fields, String parent) {
    return fields.stream().map(field -> of(field, parent)).toArray(JdbcForm[]::new);
  }

  private static JdbcForm of(SourceField field, String parent) {
    String path = parent.isEmpty() ? field.name() : parent + "." + field.name();
    if (field.kind() == ValueKind.STRUCT) {
      return new JdbcForm(field, path, JdbcValues.ofFields(ofFields(field.children(), path)));
    }
    if (field.kind() == ValueKind.LIST) {
      // Elements have no name of their own: they go by that of the list.
      JdbcForm element = of(field.children().get(0), parent).at(path);
      return new JdbcForm(field, path, JdbcValues.ofElements(element));
    }
    return new JdbcForm(field, path, null);
  }

  private JdbcForm at(String other) {
    return new JdbcForm(field, other, nested);
  }

  boolean toBoolean(Object value) {
    if (value instanceof Boolean bool) {
      return bool;
    }
    throw mismatch(value);
  }

  long toLong(Object value) {
    if (value instanceof Number number
        && !(value instanceof Double || value instanceof Float || value instanceof BigDecimal)) {
      return number.longValue();
    }
    throw mismatch(value);
  }

  double toDouble(Object value) {
    if (value instanceof Double || value instanceof Float) {
      return ((Number) value).doubleValue();
    }
    throw mismatch(value);
  }

  BigDecimal toDecimal(Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal;
    }
    throw mismatch(value);
  }

  String toText(Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw mismatch(value);
  }

  void toBytes(Object value, ByteSink sink) {
    byte[] array;
    if (value instanceof byte[] bytes) {
      array = bytes;
    } else if (value instanceof Blob blob) {
      array = content(blob);
    } else {
      throw mismatch(value);
    }
    sink.bytes(array, 0, array.length);
  }

  private byte[] content(Blob blob) {
    try {
      return blob.getBytes(1, Math.toIntExact(blob.length()));
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  JdbcValues toStruct(Object value) {
    if (!(value instanceof Struct struct)) {
      throw mismatch(value);
    }
    try {
      return reader().on(struct.getAttributes());
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  JdbcValues toList(Object value) {
    if (!(value instanceof Array array)) {
      throw mismatch(value);
    }
    try {
      if (array.getArray() instanceof @Nullable Object[] elements) {
        return reader().on(elements);
      }
      throw mismatch(value);
    } catch (SQLException e) {
      throw unreadable(e);
    }
  }

  private JdbcValues reader() {
    return Objects.requireNonNull(nested, "nested");
  }

  private RowFaultException mismatch(Object value) {
    return new RowFaultException(
        path,
        "Column '"
            + path
            + "' is read as "
            + field.kind()
            + ", and the driver yields a "
            + value.getClass().getName()
            + ". Leave the column out, or report it.");
  }

  /** The fault of a value that the driver does not yield; its own message may hold the value. */
  RowFaultException unreadable(Exception cause) {
    return new RowFaultException(
        path,
        "Column '"
            + path
            + "' cannot be read as "
            + field.kind()
            + " ("
            + cause.getClass().getName()
            + "). Leave the column out, or report it.");
  }
}
