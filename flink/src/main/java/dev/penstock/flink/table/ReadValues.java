package dev.penstock.flink.table;

import java.io.IOException;
import java.math.BigDecimal;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.DecimalType;

/** Single values in Flink's form, and whether the declared type holds them. */
final class ReadValues {
  private static final long MICROS_PER_MILLI = 1_000;
  private static final int MICRO_DIGITS = 6;
  private static final int MILLI_DIGITS = 3;

  private ReadValues() {}

  static long integer(String path, long number, long min, long max) throws IOException {
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

  static float single(String path, double number) throws IOException {
    float rounded = (float) number;
    if (Float.isInfinite(rounded) && !Double.isInfinite(number)) {
      throw new IOException(
          "A value of column '" + path + "' is too large for FLOAT. Declare DOUBLE.");
    }
    return rounded;
  }

  /** Digits behind the declared precision are cut off, as Flink's own casts do. */
  static TimestampData timestamp(long micros, int precision) {
    long cut = cut(micros, MICRO_DIGITS, precision);
    return TimestampData.fromEpochMillis(
        Math.floorDiv(cut, MICROS_PER_MILLI),
        (int) (Math.floorMod(cut, MICROS_PER_MILLI) * MICROS_PER_MILLI));
  }

  /** The same for a time of day, of which Flink keeps milliseconds. */
  static int time(long millis, int precision) {
    return (int) cut(millis, MILLI_DIGITS, precision);
  }

  private static long cut(long number, int digits, int precision) {
    long unit = 1;
    for (int digit = digits; digit > precision; digit--) {
      unit *= 10;
    }
    return number - Math.floorMod(number, unit);
  }

  static DecimalData decimal(String path, BigDecimal value, DecimalType declared)
      throws IOException {
    BigDecimal number = value.stripTrailingZeros();
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
