package dev.penstock.core.reader;

import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.RowReader.ByteSink;
import dev.penstock.core.encode.RowReader.DecimalSink;
import dev.penstock.core.encode.RowReader.TextSink;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.ValueKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The values of one field of Java rows: which kind they are, and how each Java type that may stand
 * there converts. Holds the reader of nested values. One owner thread.
 *
 * @param path of the field from the root
 * @param container reads structs and lists; null for scalars
 */
record JavaForm(SourceField field, String path, @Nullable JavaContainer container) {

  boolean toBoolean(Object value) {
    if (value instanceof Boolean bool) {
      return bool;
    }
    throw mismatch(value);
  }

  long toLong(Object value) {
    if (value instanceof Long number && field.kind() == ValueKind.LONG) {
      return number;
    }
    try {
      Long number = JavaKinds.toLong(field.kind(), value);
      if (number != null) {
        return number;
      }
    } catch (ArithmeticException | DateTimeException e) {
      throw beyond(value);
    }
    throw mismatch(value);
  }

  double toDouble(Object value) {
    if (value instanceof Double || value instanceof Float || JavaKinds.isInt(value)) {
      return ((Number) value).doubleValue();
    }
    if (!(value instanceof Long number)) {
      throw mismatch(value);
    }
    double nearest = number;
    if ((long) nearest != number || number == Long.MAX_VALUE) {
      throw beyond(value);
    }
    return nearest;
  }

  void toDecimal(Object value, DecimalSink sink) {
    if (value instanceof BigDecimal decimal) {
      sink.decimal(decimal);
    } else if (value instanceof BigInteger number) {
      sink.decimal(new BigDecimal(number));
    } else if (value instanceof Long || JavaKinds.isInt(value)) {
      sink.decimal(((Number) value).longValue(), 0);
    } else {
      throw mismatch(value);
    }
  }

  void toText(Object value, TextSink sink) {
    String text = JavaKinds.text(field.kind(), value);
    if (text == null) {
      throw mismatch(value);
    }
    sink.text(text);
  }

  void toBytes(Object value, ByteSink sink) {
    if (value instanceof byte[] array) {
      sink.bytes(array, 0, array.length);
    } else if (!(value instanceof ByteBuffer buffer)) {
      throw mismatch(value);
    } else if (buffer.hasArray()) {
      sink.bytes(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
    } else {
      byte[] copy = new byte[buffer.remaining()];
      buffer.get(buffer.position(), copy);
      sink.bytes(copy, 0, copy.length);
    }
  }

  RowReader toReader(Object value) {
    RowReader reader = Objects.requireNonNull(container, "container").find(value);
    if (reader == null) {
      throw mismatch(value);
    }
    return reader;
  }

  private RowFaultException beyond(Object value) {
    return new RowFaultException(
        path,
        "Field '"
            + path
            + "' is "
            + JavaKinds.describe(field)
            + ", and its "
            + value.getClass().getName()
            + " is beyond any. Correct the value.");
  }

  private RowFaultException mismatch(Object value) {
    return new RowFaultException(
        path,
        "Field '"
            + path
            + "' is "
            + JavaKinds.describe(field)
            + ", and the row holds a "
            + value.getClass().getName()
            + " there. Put "
            + JavaKinds.wanted(field.kind())
            + " there.");
  }
}
