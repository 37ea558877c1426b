package dev.penstock.local.sql;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.RangeText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Values as text that differs when the values do, one line each. */
final class TypedText {
  private static final Pattern INTERVAL =
      Pattern.compile("(-?)(\\d+)-(\\d+) (-?\\d+) (-?)(\\d+):(\\d+):(\\d+)(?:\\.(\\d+))?");

  private TypedText() {}

  /** A value of a result. */
  static String print(Field field, @Nullable Object value) {
    if (field.mode() == Mode.REPEATED) {
      StringJoiner elements = new StringJoiner(", ", "[", "]");
      ((List<?>) Objects.requireNonNull(value))
          .forEach(element -> elements.add(print(field.element(), element)));
      return elements.toString();
    }
    if (value == null) {
      return "NULL";
    }
    return switch (field.type()) {
      case STRUCT -> struct(field, (List<?>) value);
      case STRING, JSON, GEOGRAPHY -> quoted((String) value);
      case BYTES -> HexFormat.of().formatHex((byte[]) value);
      case NUMERIC, BIGNUMERIC -> decimal((BigDecimal) value);
      case INTERVAL -> interval((String) value);
      case RANGE -> range(field, RangeText.parse((String) value));
      case BOOL, INT64, FLOAT64, DATE, TIME, DATETIME, TIMESTAMP -> value.toString();
    };
  }

  /** A text on one line. */
  static String quoted(String text) {
    return '"' + escaped(text) + '"';
  }

  /** A text without line ends. */
  static String escaped(String text) {
    StringBuilder out = new StringBuilder();
    text.chars()
        .forEach(
            c -> {
              if (c == '\\' || c == '"') {
                out.append('\\').append((char) c);
              } else if (c < ' ' || c == 0x85 || c == 0x2028 || c == 0x2029) {
                out.append(String.format("\\u%04x", c));
              } else {
                out.append((char) c);
              }
            });
    return out.toString();
  }

  /** A decimal number without zeros at its end. */
  static String decimal(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  private static String struct(Field field, List<?> values) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      texts.add(print(field.fields().get(i), values.get(i)));
    }
    return "(" + String.join(", ", texts) + ")";
  }

  private static String range(Field field, RangeText range) {
    Field bound = field.fields().get(0);
    String start = print(bound, RangeText.value(range.start(), bound.type()));
    return "[" + start + ", " + print(bound, RangeText.value(range.end(), bound.type())) + ")";
  }

  private static String interval(String text) {
    Matcher matcher = INTERVAL.matcher(text);
    if (!matcher.matches()) {
      throw new AssertionError(text);
    }
    long months = number(matcher, 2) * 12 + number(matcher, 3);
    String fraction = (Objects.requireNonNullElse(matcher.group(9), "") + "000000").substring(0, 6);
    long micros =
        ((number(matcher, 6) * 60 + number(matcher, 7)) * 60 + number(matcher, 8)) * 1_000_000
            + Long.parseLong(fraction);
    return (matcher.group(1).isEmpty() ? months : -months)
        + " "
        + matcher.group(4)
        + " "
        + (matcher.group(5).isEmpty() ? micros : -micros);
  }

  private static long number(Matcher matcher, int group) {
    return Long.parseLong(matcher.group(group));
  }
}
