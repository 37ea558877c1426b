package dev.penstock.flink.table;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.LocalDateTime;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.DecimalType;

/** Single values of the Storage Read API in Flink's form. */
final class ReadValues {
  private static final long MICROS_PER_MILLI = 1_000;

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

  static TimestampData timestamp(Object value) {
    long micros = (Long) value;
    return TimestampData.fromEpochMillis(
        Math.floorDiv(micros, MICROS_PER_MILLI),
        (int) (Math.floorMod(micros, MICROS_PER_MILLI) * MICROS_PER_MILLI));
  }

  static TimestampData datetimeText(Object value) {
    return TimestampData.fromLocalDateTime(LocalDateTime.parse(value.toString().replace(' ', 'T')));
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
