package dev.penstock.local.sql;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** FORMAT over arguments that come as type, text and literal. */
final class FormatFunction {
  private static final Pattern SPECIFIER =
      Pattern.compile("%([-+ #0']*)(\\*|\\d*)(?:\\.(\\*|\\d*))?([a-zA-Z%])");
  private static final int FIELDS = 3;

  private final String[] arguments;
  private int next = 1;

  private FormatFunction(String[] arguments) {
    this.arguments = arguments;
  }

  /** The text of a pattern and its arguments; null when a NULL argument has no text. */
  static @Nullable String format(String[] arguments) {
    return new FormatFunction(arguments).format();
  }

  private @Nullable String format() {
    String pattern = arguments[0];
    StringBuilder out = new StringBuilder();
    boolean isNull = false;
    int at = 0;
    for (int percent = pattern.indexOf('%'); percent >= 0; percent = pattern.indexOf('%', at)) {
      out.append(pattern, at, percent);
      Matcher matcher = SPECIFIER.matcher(pattern).region(percent, pattern.length());
      if (!matcher.lookingAt()) {
        throw invalid(pattern);
      }
      String text = specifier(matcher);
      isNull |= text == null;
      out.append(text);
      at = matcher.end();
    }
    if (next < arguments.length) {
      throw new IllegalArgumentException(
          "Too many arguments to FORMAT for pattern \"" + pattern + "\"");
    }
    return isNull ? null : out.append(pattern, at, pattern.length()).toString();
  }

  private @Nullable String specifier(Matcher matcher) {
    if (matcher.group(4).equals("%")) {
      if (!matcher.group().equals("%%")) {
        throw invalid(arguments[0]);
      }
      return "%";
    }
    String flags = matcher.group(1);
    Integer width = size(matcher.group(2));
    if (width != null && width < 0) {
      flags += "-";
    }
    Integer precision = size(matcher.group(3));
    char kind = matcher.group(4).charAt(0);
    Place place = new Place(flags, width == null ? 0 : Math.abs(width), precision, kind);
    int first = take();
    String type = arguments[first];
    String text = kind == 'T' ? arguments[first + 2] : arguments[first + 1];
    return switch (kind) {
      case 't', 'T' -> place.text(text);
      case 'd', 'i', 'o', 'x', 'X' -> number(place, type, "INT64", text);
      case 'f', 'F', 'e', 'E', 'g', 'G' -> number(place, type, "FLOAT64", text);
      case 's' -> type.equals("NULL") ? null : place.text(expect(type, "STRING", text));
      case 'p', 'P' -> json(place, type, text);
      default -> throw invalid(arguments[0]);
    };
  }

  private @Nullable String number(Place place, String type, String expected, String text) {
    if (type.equals("NULL")) {
      return null;
    }
    if (expected.equals("INT64")) {
      return place.integer(Long.parseLong(expect(type, expected, text)));
    }
    if (!type.equals("NUMERIC") && !type.equals("BIGNUMERIC")) {
      expect(type, expected, text);
    }
    return place.decimal(text, type.equals("FLOAT64"));
  }

  private @Nullable String json(Place place, String type, String text) {
    if (type.equals("NULL")) {
      return null;
    }
    String value = expect(type, "JSON", text);
    return place.text(place.kind() == 'P' ? JsonLayout.indented(value) : value);
  }

  private @Nullable Integer size(@Nullable String text) {
    if (text == null) {
      return null;
    }
    if (text.equals("*")) {
      int first = take();
      return Integer.valueOf(expect(arguments[first], "INT64", arguments[first + 1]));
    }
    return text.isEmpty() ? 0 : Integer.parseInt(text);
  }

  private int take() {
    if (next >= arguments.length) {
      throw new IllegalArgumentException(
          "Too few arguments to FORMAT for pattern \"" + arguments[0] + "\"");
    }
    int first = next;
    next += FIELDS;
    return first;
  }

  private static String expect(String type, String expected, String text) {
    if (!type.equals(expected)) {
      throw new IllegalArgumentException(
          "Invalid type for argument to FORMAT; Expected " + expected + "; Got " + type);
    }
    return text;
  }

  private static IllegalArgumentException invalid(String pattern) {
    return new IllegalArgumentException("Invalid FORMAT string: \"" + pattern + "\"");
  }

  /** What stands between the percent sign and the end of a specifier, and how it writes. */
  private record Place(String flags, int width, @Nullable Integer precision, char kind) {
    String text(String value) {
      String shown =
          precision == null || value.codePointCount(0, value.length()) <= precision
              ? value
              : value.substring(0, value.offsetByCodePoints(0, precision));
      return padded("", shown, ' ');
    }

    String integer(long value) {
      BigInteger magnitude = BigInteger.valueOf(value).abs();
      String digits =
          switch (kind) {
            case 'o' -> magnitude.toString(8);
            case 'x' -> magnitude.toString(16);
            case 'X' -> magnitude.toString(16).toUpperCase(Locale.ROOT);
            default -> magnitude.toString();
          };
      if (precision != null) {
        digits = "0".repeat(Math.max(0, precision - digits.length())) + digits;
      }
      if (has('\'')) {
        digits = grouped(digits);
      }
      String prefix = sign(value < 0) + (has('#') && value != 0 ? prefix() : "");
      return padded(prefix, digits, has('0') && precision == null ? '0' : ' ');
    }

    private String prefix() {
      return switch (kind) {
        case 'o' -> "0";
        case 'x' -> "0x";
        case 'X' -> "0X";
        default -> "";
      };
    }

    String decimal(String value, boolean binary) {
      boolean upper = Character.isUpperCase(kind);
      boolean negative = value.startsWith("-");
      String magnitude = negative ? value.substring(1) : value;
      if (Character.isLetter(magnitude.charAt(0))) {
        String shown = upper ? magnitude.toUpperCase(Locale.ROOT) : magnitude;
        return padded(sign(negative), shown, ' ');
      }
      String digits =
          DecimalLayout.write(
              binary ? new BigDecimal(Double.parseDouble(magnitude)) : new BigDecimal(magnitude),
              Character.toLowerCase(kind),
              precision == null ? 6 : precision,
              has('#'));
      if (has('\'')) {
        int end = digits.indexOf('.') < 0 ? digits.length() : digits.indexOf('.');
        digits = grouped(digits.substring(0, end)) + digits.substring(end);
      }
      String shown = upper ? digits.toUpperCase(Locale.ROOT) : digits;
      return padded(sign(negative), shown, has('0') ? '0' : ' ');
    }

    private boolean has(char flag) {
      return flags.indexOf(flag) >= 0;
    }

    private String sign(boolean negative) {
      return negative ? "-" : has('+') ? "+" : has(' ') ? " " : "";
    }

    private String padded(String prefix, String digits, char with) {
      int missing = width - prefix.length() - digits.codePointCount(0, digits.length());
      String padding = String.valueOf(has('-') ? ' ' : with).repeat(Math.max(0, missing));
      if (has('-')) {
        return prefix + digits + padding;
      }
      return with == '0' ? prefix + padding + digits : padding + prefix + digits;
    }

    private String grouped(String digits) {
      boolean hexadecimal = kind == 'x' || kind == 'X';
      int size = hexadecimal || kind == 'o' ? 4 : 3;
      StringBuilder out = new StringBuilder(digits);
      for (int at = digits.length() - size; at > 0; at -= size) {
        out.insert(at, hexadecimal || kind == 'o' ? ':' : ',');
      }
      return out.toString();
    }
  }
}
