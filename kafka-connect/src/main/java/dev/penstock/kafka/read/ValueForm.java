package dev.penstock.kafka.read;

import dev.penstock.core.encode.FieldEncoder;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.RowReader.ByteSink;
import dev.penstock.core.encode.RowReader.DecimalSink;
import dev.penstock.core.encode.RowReader.TextSink;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceField.TextForm;
import dev.penstock.core.encode.ValueKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Date;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/**
 * The values of one Connect schema: which kind they are, and how each converts. Holds the reader of
 * nested values. One owner thread.
 */
final class ValueForm {
  private static final long MILLIS_PER_DAY = TimeUnit.DAYS.toMillis(1);

  private final SourceField field;
  private final ReadOptions options;
  private final @Nullable TemporalRange range;
  private final @Nullable ContainerReader container;

  /**
   * A form of scalar values, or of containers.
   *
   * @param container reads structs, lists and maps; null for scalars
   */
  ValueForm(SourceField field, ReadOptions options, @Nullable ContainerReader container) {
    this.field = field;
    this.options = options;
    this.container = container;
    this.range =
        options.outOfRange() == ReadOptions.OutOfRange.FAIL
            ? null
            : TemporalRange.of(field.kind(), field.unit());
  }

  SourceField field() {
    return field;
  }

  /** Whether a present value is read as absent, by the policies for unusual values. */
  boolean isAbsent(Object value) {
    if (options.outOfRange() == ReadOptions.OutOfRange.NULL) {
      if (range != null) {
        return !range.contains(number(value));
      }
      if (field.textForm() == TextForm.ISO_INSTANT && !InstantTexts.isInRange((String) value)) {
        return true;
      }
    }
    return options.unavailable().policy() == UnavailableValue.Policy.NULL
        && mayBeUnavailable()
        && options.unavailable().matches(value);
  }

  /** Whether Debezium's placeholder can stand in this field. */
  boolean mayBeUnavailable() {
    ValueKind kind = field.kind();
    return kind == ValueKind.TEXT
        || kind == ValueKind.JSON
        || kind == ValueKind.BYTES
        || kind == ValueKind.LIST;
  }

  void encode(@Nullable Object value, FieldEncoder encoder) {
    if (value == null || isAbsent(value)) {
      encoder.absent();
      return;
    }
    switch (encoder.kind()) {
      case BOOL -> encoder.bool((Boolean) value);
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

  long toLong(Object value) {
    long number = number(value);
    return range == null ? number : range.clamp(number);
  }

  @SuppressWarnings("JavaUtilDate") // Connect's own logical types; toInstant allocates for each.
  private long number(Object value) {
    if (value instanceof Long number) {
      return number;
    }
    if (value instanceof Date date) {
      long millis = date.getTime();
      return field.kind() == ValueKind.DATE ? Math.floorDiv(millis, MILLIS_PER_DAY) : millis;
    }
    return ((Number) value).longValue();
  }

  double toDouble(Object value) {
    return ((Number) value).doubleValue();
  }

  BigDecimal toDecimal(Object value) {
    if (value instanceof Struct variableScale) {
      return new BigDecimal(
          new BigInteger(variableScale.getBytes("value")), variableScale.getInt32("scale"));
    }
    return (BigDecimal) value;
  }

  void toDecimal(Object value, DecimalSink sink) {
    if (value instanceof Struct variableScale) {
      byte[] unscaled = variableScale.getBytes("value");
      sink.decimal(unscaled, 0, unscaled.length, variableScale.getInt32("scale"));
    } else {
      sink.decimal((BigDecimal) value);
    }
  }

  void toText(Object value, TextSink sink) {
    String text = (String) value;
    boolean clamped =
        field.textForm() == TextForm.ISO_INSTANT
            && options.outOfRange() == ReadOptions.OutOfRange.CLAMP;
    sink.text(clamped ? InstantTexts.clamped(text) : text);
  }

  void toBytes(Object value, ByteSink sink) {
    if (value instanceof byte[] array) {
      sink.bytes(array, 0, array.length);
      return;
    }
    ByteBuffer buffer = (ByteBuffer) value;
    if (buffer.hasArray()) {
      sink.bytes(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
    } else {
      byte[] copy = new byte[buffer.remaining()];
      buffer.duplicate().get(copy);
      sink.bytes(copy, 0, copy.length);
    }
  }

  RowReader toReader(Object value) {
    ContainerReader reader = Objects.requireNonNull(container, "container");
    reader.on(value);
    return reader;
  }
}
