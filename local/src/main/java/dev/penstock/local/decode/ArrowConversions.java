package dev.penstock.local.decode;

import dev.penstock.local.catalog.Field;
import java.math.BigDecimal;
import java.util.Locale;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Interval;
import org.apache.arrow.flatbuf.IntervalUnit;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.Time;
import org.apache.arrow.flatbuf.TimeUnit;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;
import org.jspecify.annotations.Nullable;

/** Which Arrow types a column takes, and how (WA-171). */
final class ArrowConversions {
  private ArrowConversions() {}

  /** Finds the conversion; null for a pair of types that the service does not list. */
  static @Nullable Conversion find(org.apache.arrow.flatbuf.Field source, Field column) {
    FileValue value = new FileValue(column);
    byte type = source.typeType();
    boolean text = type == Type.Utf8;
    return switch (column.type()) {
      case BOOL -> type == Type.Bool ? raw -> raw : null;
      case INT64 -> type == Type.Int && isSigned(source) ? raw -> raw : null;
      case FLOAT64 -> isFloat(source) ? raw -> raw : null;
      case STRING, JSON, GEOGRAPHY -> text ? raw -> value.ofString((String) raw) : null;
      case BYTES -> type == Type.Binary ? raw -> value.ofBytes((byte[]) raw) : null;
      case NUMERIC -> isDecimal(source, 128) ? raw -> value.ofDecimal((BigDecimal) raw) : null;
      case BIGNUMERIC -> isDecimal(source, 256) ? raw -> value.ofDecimal((BigDecimal) raw) : null;
      case DATE, TIME, DATETIME, TIMESTAMP, INTERVAL -> temporal(source, column, value);
      case RANGE, STRUCT -> null;
    };
  }

  private static @Nullable Conversion temporal(
      org.apache.arrow.flatbuf.Field source, Field column, FileValue value) {
    boolean text = source.typeType() == Type.Utf8;
    return switch (column.type()) {
      case DATE ->
          text
              ? raw -> value.ofText((String) raw)
              : isDays(source) ? raw -> value.ofDays((Long) raw) : null;
      case TIME -> isTime(source) ? raw -> value.ofMicrosOfDay((Long) raw) : null;
      case DATETIME -> isMicros(source, "") ? raw -> value.ofLocalMicros((Long) raw) : null;
      case TIMESTAMP -> isMicros(source, "utc") ? raw -> value.ofMicros((Long) raw) : null;
      default ->
          text
              ? raw -> value.ofText((String) raw)
              : isInterval(source) ? raw -> interval(column, (long[]) raw) : null;
    };
  }

  private static boolean isSigned(org.apache.arrow.flatbuf.Field source) {
    return ((Int) source.type(new Int())).isSigned();
  }

  private static boolean isFloat(org.apache.arrow.flatbuf.Field source) {
    return source.typeType() == Type.FloatingPoint
        && ((FloatingPoint) source.type(new FloatingPoint())).precision() != Precision.HALF;
  }

  private static boolean isDecimal(org.apache.arrow.flatbuf.Field source, int bits) {
    return source.typeType() == Type.Decimal
        && ((Decimal) source.type(new Decimal())).bitWidth() == bits;
  }

  private static boolean isDays(org.apache.arrow.flatbuf.Field source) {
    if (source.typeType() == Type.Int) {
      return isSigned(source) && ((Int) source.type(new Int())).bitWidth() == 32;
    }
    return source.typeType() == Type.Date
        && ((Date) source.type(new Date())).unit() == DateUnit.DAY;
  }

  private static boolean isTime(org.apache.arrow.flatbuf.Field source) {
    return source.typeType() == Type.Time
        && ((Time) source.type(new Time())).unit() == TimeUnit.MICROSECOND;
  }

  private static boolean isMicros(org.apache.arrow.flatbuf.Field source, String zone) {
    if (source.typeType() != Type.Timestamp) {
      return false;
    }
    Timestamp type = (Timestamp) source.type(new Timestamp());
    String given = type.timezone() == null ? "" : type.timezone().toLowerCase(Locale.ROOT);
    return type.unit() == TimeUnit.MICROSECOND && given.equals(zone);
  }

  private static boolean isInterval(org.apache.arrow.flatbuf.Field source) {
    return source.typeType() == Type.Interval
        && ((Interval) source.type(new Interval())).unit() == IntervalUnit.MONTH_DAY_NANO;
  }

  private static Object interval(Field column, long[] parts) throws RowFaultException {
    return IntervalText.of(parts[0], parts[1], parts[2] / 1000)
        .orElseThrow(
            () -> new RowFaultException("INTERVAL is out of range on field " + column.name()));
  }
}
