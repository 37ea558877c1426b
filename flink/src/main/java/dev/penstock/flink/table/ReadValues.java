package dev.penstock.flink.table;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.DecimalType;

/** Single values of the Storage Read API in Flink's form. */
final class ReadValues {
  private static final long MICROS_PER_MILLI = 1_000;
  private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);
  private static final int MICRO_DIGITS = 6;

  private ReadValues() {}

  static StringData text(Object value) {
    return StringData.fromString(value.toString());
  }

  static byte[] bytes(Object value) {
    ByteBuffer buffer = ((ByteBuffer) value).duplicate();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  static long integer(String path, Object value, long min, long max) throws IOException {
    long number = (Long) value;
    if (number < min || number > max) {
      throw new IOException(
          "A value of column '"
              + path
              + "' is outside of "
              + min
              + ".."
              + max
              + ". Declare BIGINT.");
    }
    return number;
  }

  static int timeOfDay(Object micros) {
    return (int) ((Long) micros / MICROS_PER_MILLI);
  }

  static float single(String path, Object value) throws IOException {
    double number = (Double) value;
    float rounded = (float) number;
    if (Float.isInfinite(rounded) && !Double.isInfinite(number)) {
      throw new IOException(
          "A value of column '" + path + "' is too large for FLOAT. Declare DOUBLE.");
    }
    return rounded;
  }

  /** Digits behind the declared precision are cut off, as Flink's own casts do. */
  static TimestampData timestamp(Object value, int precision) {
    long micros = (Long) value;
    for (long unit = 1, digit = MICRO_DIGITS; digit > precision; digit--) {
      unit *= 10;
      micros -= Math.floorMod(micros, unit);
    }
    return TimestampData.fromEpochMillis(
        Math.floorDiv(micros, MICROS_PER_MILLI),
        (int) (Math.floorMod(micros, MICROS_PER_MILLI) * MICROS_PER_MILLI));
  }

  static TimestampData datetimeText(Object value, int precision) {
    LocalDateTime time = LocalDateTime.parse(value.toString().replace(' ', 'T'));
    long micros = ChronoUnit.MICROS.between(EPOCH, time);
    return timestamp(micros, precision);
  }

  static DecimalData decimal(String path, Object value, int scale, DecimalType declared)
      throws IOException {
    BigDecimal number = new BigDecimal(new BigInteger(bytes(value)), scale).stripTrailingZeros();
    if (number.scale() <= declared.getScale()) {
      DecimalData fitting =
          DecimalData.fromBigDecimal(number, declared.getPrecision(), declared.getScale());
      if (fitting != null) {
        return fitting;
      }
    }
    throw new IOException(
        "A value of column '"
            + path
            + "' does not fit "
            + declared.asSummaryString()
            + ". Declare more digits.");
  }
}
