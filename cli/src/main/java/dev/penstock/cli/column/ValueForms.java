package dev.penstock.cli.column;

import dev.penstock.core.encode.IsoText;
import dev.penstock.core.reader.NumberText;
import java.util.Map;

/**
 * Tells what a value looks like. Strict: a text is a number or a time only in the one notation that
 * cannot mean anything else. One owner thread.
 */
final class ValueForms {
  private static final Map<String, ValueClass> WORDS =
      Map.ofEntries(
          Map.entry("true", ValueClass.BOOL),
          Map.entry("True", ValueClass.BOOL),
          Map.entry("TRUE", ValueClass.BOOL),
          Map.entry("false", ValueClass.BOOL),
          Map.entry("False", ValueClass.BOOL),
          Map.entry("FALSE", ValueClass.BOOL),
          Map.entry("NaN", ValueClass.NOT_FINITE),
          Map.entry("nan", ValueClass.NOT_FINITE),
          Map.entry("Infinity", ValueClass.NOT_FINITE),
          Map.entry("inf", ValueClass.NOT_FINITE),
          Map.entry("-Infinity", ValueClass.NOT_FINITE),
          Map.entry("-inf", ValueClass.NOT_FINITE));

  private static final int LONGEST_WORD = "-Infinity".length();
  private static final int DATE_LENGTH = "yyyy-mm-dd".length();
  private static final int SHORTEST_TIME = "hh:mm:ss".length();
  private static final int LONGEST_TIME = "yyyy-mm-ddThh:mm:ss.fffffffff+hh:mm:ss".length();

  private final NumberText number = new NumberText();
  private final IsoText time = new IsoText();

  /** The number that the last text was. */
  NumberText number() {
    return number;
  }

  /** What a text is that may be anything, as the cell of a CSV file. */
  ValueClass any(CharSequence text) {
    int length = text.length();
    if (length == 0) {
      return ValueClass.EMPTY;
    }
    char first = text.charAt(0);
    if ((first >= '0' && first <= '9') || first == '-' || first == '.') {
      ValueClass found = number(text);
      if (found != ValueClass.TEXT) {
        return found;
      }
    }
    return length <= LONGEST_WORD && isWordStart(first)
        ? WORDS.getOrDefault(text.toString(), ValueClass.TEXT)
        : time(text);
  }

  private static boolean isWordStart(char c) {
    return switch (c) {
      case 't', 'T', 'f', 'F', 'n', 'N', 'i', 'I', '-' -> true;
      default -> false;
    };
  }

  /** What a text is that a number may stand in. */
  ValueClass number(CharSequence text) {
    return switch (number.scan(text)) {
      case NONE -> ValueClass.TEXT;
      case INTEGER ->
          number.hasLeadingZero()
              ? ValueClass.LEADING_ZERO
              : number.fitsLong() ? ValueClass.INTEGER : ValueClass.LARGE_INTEGER;
      case FRACTION -> number.hasLeadingZero() ? ValueClass.LEADING_ZERO : ValueClass.DECIMAL;
      case EXPONENT -> number.hasLeadingZero() ? ValueClass.LEADING_ZERO : ValueClass.EXPONENT;
    };
  }

  /** What a text is that no number stands in, as the string of a JSON document. */
  ValueClass time(CharSequence text) {
    int length = text.length();
    if (length == 0) {
      return ValueClass.EMPTY;
    }
    char first = text.charAt(0);
    if (first < '0' || first > '9' || length < SHORTEST_TIME || length > LONGEST_TIME) {
      return ValueClass.TEXT;
    }
    if (text.charAt(2) == ':') {
      return text.charAt(5) == ':'
          ? checked(ValueClass.TIME, time.timeOfDayMicros(text))
          : ValueClass.TEXT;
    }
    if (length == DATE_LENGTH) {
      return checked(ValueClass.DATE, time.dateDays(text));
    }
    ValueClass local = checked(ValueClass.DATETIME, time.datetimeMicros(text));
    return local == ValueClass.TEXT ? checked(ValueClass.TIMESTAMP, time.zonedMicros(text)) : local;
  }

  private ValueClass checked(ValueClass wanted, long value) {
    if (value == IsoText.INVALID) {
      return ValueClass.TEXT;
    }
    return time.isExact() ? wanted : ValueClass.FINE_TIME;
  }
}
