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
    long cut = micros;
    for (long unit = 1, digit = MICRO_DIGITS; digit > precision; digit--) {
      unit *= 10;
      cut -= Math.floorMod(cut, unit);
    }
    return TimestampData.fromEpochMillis(
        Math.floorDiv(cut, MICROS_PER_MILLI),
        (int) (Math.floorMod(cut, MICROS_PER_MILLI) * MICROS_PER_MILLI));
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
