package dev.penstock.local.sql;

import java.util.HexFormat;
import java.util.Locale;

/** Values as FORMAT's {@code %t} and {@code %T} write them; BYTES come as hexadecimal text. */
final class LiteralTexts {
  private LiteralTexts() {}

  /** As {@code %t} does. */
  static String shown(String type, String text) {
    return switch (type) {
      case "FLOAT64" -> isWhole(text) ? text + ".0" : text;
      case "BYTES" -> escapedBytes(text, '"');
      default -> text;
    };
  }

  /** As {@code %T} does. */
  static String literal(String type, String text) {
    return switch (type) {
      case "INT64", "BOOL" -> text;
      case "FLOAT64" ->
          Character.isLetter(text.charAt(text.length() - 1))
              ? "CAST(\"" + text + "\" AS FLOAT64)"
              : shown(type, text);
      case "STRING" -> quoted(text);
      case "BYTES" -> {
        String latin = BitFunctions.latin(text);
        char quote = quote(latin);
        yield "b" + quote + escapedBytes(text, quote) + quote;
      }
      case "INTERVAL" -> "INTERVAL \"" + text + "\" YEAR TO SECOND";
      default -> type + " " + quoted(text);
    };
  }

  private static boolean isWhole(String text) {
    return text.chars().allMatch(c -> c == '-' || Character.isDigit(c));
  }

  private static char quote(String text) {
    return text.indexOf('"') >= 0 && text.indexOf('\'') < 0 ? '\'' : '"';
  }

  private static String quoted(String text) {
    char quote = quote(text);
    StringBuilder out = new StringBuilder().append(quote);
    text.codePoints().forEach(c -> escape(out, c, quote, c > 127));
    return out.append(quote).toString();
  }

  private static String escapedBytes(String hex, char quote) {
    StringBuilder out = new StringBuilder();
    for (byte b : HexFormat.of().parseHex(hex)) {
      boolean printable = b >= ' ' && b < 127;
      if (printable) {
        escape(out, b, quote, false);
      } else {
        out.append(String.format(Locale.ROOT, "\\x%02x", b & 0xff));
      }
    }
    return out.toString();
  }

  private static void escape(StringBuilder out, int c, char quote, boolean plain) {
    int named = "\n\r\t".indexOf(c);
    if (named >= 0) {
      out.append('\\').append("nrt".charAt(named));
    } else if (c == '\\' || c == quote) {
      out.append('\\').append((char) c);
    } else if (plain || (c >= ' ' && c < 127)) {
      out.appendCodePoint(c);
    } else {
      out.append(String.format(Locale.ROOT, "\\x%02x", c));
    }
  }
}
