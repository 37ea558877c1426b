package dev.penstock.core.reader;

import dev.penstock.core.encode.FieldEncoder;
import dev.penstock.core.encode.RowFaultException;
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
import java.util.UUID;
import org.apache.avro.generic.GenericEnumSymbol;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.util.Utf8;
import org.jspecify.annotations.Nullable;

/**
 * The values of one Avro field: which kind they are, and how each Java type that may stand there
 * converts. Holds the reader of nested values. One owner thread.
 *
 * @param path of the field from the root
 * @param avroType as messages name it, with the Java types it takes
 * @param required whether the field is made as a REQUIRED column, so that null is a fault
 * @param temporal what the number of a date or time may be instead; null for other fields
 * @param container reads records, arrays and maps; null for scalars
 */
record AvroForm(
    SourceField field,
    String path,
    String avroType,
    boolean required,
    @Nullable AvroTemporal temporal,
    @Nullable AvroContainer container) {

  void encode(Object value, FieldEncoder encoder) {
    switch (encoder.kind()) {
      case BOOL -> encoder.bool(toBoolean(value));
      case LONG, UNSIGNED_LONG, DATE, TIME, DATETIME, INSTANT -> encoder.number(toLong(value));
      case DOUBLE -> encoder.number(toDouble(value));
      case DECIMAL -> toDecimal(value, encoder);
      case TEXT, INTERVAL, JSON -> toText(value, encoder);
      case BYTES -> toBytes(value, encoder);
      case STRUCT -> {
        toReader(value).encode(encoder.beginStruct());
        encoder.endStruct();
      }
      case LIST -> toReader(value).encodeElements(encoder);
    }
  }

  boolean toBoolean(Object value) {
    if (value instanceof Boolean bool) {
      return bool;
    }
    throw mismatch(value);
  }

  long toLong(Object value) {
    if (value instanceof Long number) {
      return number;
    }
    if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    if (temporal == null || !temporal.takes(value)) {
      throw mismatch(value);
    }
    try {
      return temporal.toLong().applyAsLong(value);
    } catch (ArithmeticException | DateTimeException e) {
      throw new RowFaultException(
          path,
          "Field '" + path + "' is no " + field.kind() + ", or beyond any. Correct it upstream.");
    }
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
    int scale = Objects.requireNonNull(field.scale(), "scale");
    return new BigDecimal(new BigInteger(content(value)), scale);
  }

  void toDecimal(Object value, DecimalSink sink) {
    if (value instanceof BigDecimal decimal) {
      sink.decimal(decimal);
      return;
    }
    int scale = Objects.requireNonNull(field.scale(), "scale");
    if (value instanceof ByteBuffer buffer && buffer.hasArray() && buffer.hasRemaining()) {
      int offset = buffer.arrayOffset() + buffer.position();
      sink.decimal(buffer.array(), offset, buffer.remaining(), scale);
    } else {
      byte[] content = content(value);
      sink.decimal(content, 0, content.length, scale);
    }
  }

  private byte[] content(Object value) {
    if (value instanceof ByteBuffer buffer) {
      byte[] copy = new byte[buffer.remaining()];
      buffer.get(buffer.position(), copy);
      return nonEmpty(copy);
    }
    if (value instanceof GenericFixed fixed) {
      return nonEmpty(fixed.bytes());
    }
    if (value instanceof byte[] array) {
      return nonEmpty(array);
    }
    throw mismatch(value);
  }

  private byte[] nonEmpty(byte[] unscaled) {
    if (unscaled.length == 0) {
      throw new RowFaultException(
          path, "Field '" + path + "' is a decimal of no bytes. Correct it upstream.");
    }
    return unscaled;
  }

  void toText(Object value, TextSink sink) {
    if (value instanceof String text) {
      sink.text(text);
    } else if (value instanceof Utf8 utf8) {
      sink.utf8(utf8.getBytes(), 0, utf8.getByteLength());
    } else if (value instanceof CharSequence
        || value instanceof GenericEnumSymbol
        || value instanceof Enum
        || value instanceof UUID) {
      sink.text(value.toString());
    } else if (field.kind() == ValueKind.INTERVAL && value instanceof IndexedRecord interval) {
      sink.text(IntervalRecords.text(interval));
    } else {
      throw mismatch(value);
    }
  }

  void toBytes(Object value, ByteSink sink) {
    if (value instanceof byte[] array) {
      sink.bytes(array, 0, array.length);
    } else if (value instanceof GenericFixed fixed) {
      sink.bytes(fixed.bytes(), 0, fixed.bytes().length);
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

  AvroReader toReader(Object value) {
    if (container == null) {
      throw new IllegalStateException(path + " is no container");
    }
    return container.on(value);
  }

  RowFaultException missing() {
    return new RowFaultException(
        path,
        "Field '"
            + path
            + "' is null, and its column is made REQUIRED. Set the field, or make it a union with"
            + " null.");
  }

  RowFaultException mismatch(Object value) {
    return mismatch(path, avroType, value);
  }

  static RowFaultException mismatch(String path, String avroType, Object value) {
    return new RowFaultException(
        path,
        "Field '"
            + path
            + "' is "
            + avroType
            + ", and the record holds a "
            + value.getClass().getName()
            + " there. Put a value of the schema's type into the record.");
  }
}
