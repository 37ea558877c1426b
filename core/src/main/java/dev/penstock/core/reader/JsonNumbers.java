package dev.penstock.core.reader;

import com.fasterxml.jackson.core.io.NumberInput;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.DecimalType;
import java.math.BigDecimal;

/**
 * Numbers as documents tell them: as JSON numbers, or as text. Whatever is none throws {@link
 * NumberFormatException}.
 */
final class JsonNumbers {
  /** Bounds the work for a text that can be no number of any column. */
  private static final int MAX_CHARACTERS = 1000;

  private static final int MAX_LONG_DIGITS = 19;

  private JsonNumbers() {}

  static long int64(JsonTape tape, int value) {
    return switch (tape.kind(value)) {
      case INTEGER -> tape.number(value);
      case STRING -> parseLong(tape.text(value));
      case NULL, TRUE, FALSE, LARGE_INTEGER, DECIMAL, OBJECT, ARRAY, RAW -> throw none();
    };
  }

  private static long parseLong(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && (i > 0 || c != '-')) {
        throw none();
      }
    }
    return Long.parseLong(text);
  }

  static double float64(JsonTape tape, int value) {
    return switch (tape.kind(value)) {
      case INTEGER -> tape.number(value);
      case LARGE_INTEGER, DECIMAL -> parseNumber(tape.text(value));
      case STRING -> parseDouble(tape.text(value));
      case NULL, TRUE, FALSE, OBJECT, ARRAY, RAW -> throw none();
    };
  }

  /** Rounds as Java does, several times as fast where there are many digits. */
  private static double parseNumber(String json) {
    if (json.length() > MAX_CHARACTERS) {
      throw none();
    }
    return NumberInput.parseDouble(json, true);
  }

  /** Java's own notation, without the white space that Java would allow around it. */
  static double parseDouble(String text) {
    int length = text.length();
    if (length > MAX_CHARACTERS
        || length == 0
        || text.charAt(0) <= ' '
        || text.charAt(length - 1) <= ' ') {
      throw none();
    }
    return Double.parseDouble(text);
  }

  static BigDecimal decimal(JsonTape tape, int value, ColumnType type) {
    BigDecimal decimal =
        switch (tape.kind(value)) {
          case INTEGER -> BigDecimal.valueOf(tape.number(value));
          case DECIMAL, STRING -> parseDecimal(tape.text(value));
          case NULL, TRUE, FALSE, LARGE_INTEGER, OBJECT, ARRAY, RAW -> throw none();
        };
    if (decimal.scale() > DecimalType.of(type).fractionDigits()) {
      throw none();
    }
    return decimal;
  }

  private static BigDecimal parseDecimal(String text) {
    if (text.length() > MAX_CHARACTERS) {
      throw none();
    }
    return new BigDecimal(text);
  }

  /** A number with its fraction cut off, if 64 bits hold it. */
  static long truncated(String text) {
    BigDecimal decimal = parseDecimal(text);
    if (decimal.signum() == 0) {
      return 0;
    }
    if ((long) decimal.precision() - decimal.scale() > MAX_LONG_DIGITS
        || decimal.toBigInteger().bitLength() >= Long.SIZE) {
      throw none();
    }
    return decimal.longValue();
  }

  static NumberFormatException none() {
    return new NumberFormatException();
  }
}
