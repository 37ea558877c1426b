package dev.penstock.local.catalog;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * GEOGRAPHY values as well-known text. It is read for its form and written in one notation; nothing
 * is computed: no edge is cut, no ring turned. One owner thread.
 */
public final class GeographyText {
  private static final int MAX_DEPTH = 50;
  private static final int MIN_LINE_POSITIONS = 2;
  private static final int MIN_RING_POSITIONS = 4;
  private static final double MAX_LONGITUDE = 180;
  private static final double MAX_LATITUDE = 90;
  private static final String EMPTY = "EMPTY";
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:([A-Za-z]+)|([-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?)|([(),]))");
  private static final Pattern WKB = Pattern.compile("\\s*0[01](?:[0-9A-Fa-f]{2}){8,}\\s*");

  private final Matcher tokens;

  /** The token that is looked at: one of the three, or none at the end or where there is none. */
  private @Nullable String word;

  private @Nullable String number;
  private @Nullable String sign;

  /** Where it begins, and where the next one does. */
  private int begin;

  private int end;

  private GeographyText(String text) {
    this.tokens = TOKEN.matcher(text);
    next();
  }

  /**
   * The value of a text in one notation: {@code POINT(1 2)}.
   *
   * @throws IllegalArgumentException for a text that is no geography
   * @throws ServiceException for a notation that the service takes and this server does not
   */
  public static String canonical(String text) {
    if (text.stripLeading().startsWith("{")) {
      throw ServiceException.notSupported("GEOGRAPHY from GeoJSON");
    }
    if (WKB.matcher(text).matches()) {
      throw ServiceException.notSupported("GEOGRAPHY from WKB");
    }
    GeographyText reader = new GeographyText(text);
    String value = reader.geography(0);
    if (reader.begin < text.stripTrailing().length()) {
      throw reader.broken("end");
    }
    return value;
  }

  private void next() {
    boolean has = tokens.region(end, tokens.regionEnd()).lookingAt();
    word = has ? tokens.group(1) : null;
    number = has ? tokens.group(2) : null;
    sign = has ? tokens.group(3) : null;
    begin = end;
    if (has) {
      end = tokens.end();
      begin = end - tokens.group().strip().length();
    }
  }

  private String geography(int depth) {
    if (depth > MAX_DEPTH) {
      throw new IllegalArgumentException("collections lie deeper than " + MAX_DEPTH);
    }
    String kind = word();
    if (EMPTY.equalsIgnoreCase(word)) {
      next();
      return kind + " " + EMPTY;
    }
    return kind
        + switch (kind) {
          case "POINT" -> point();
          case "LINESTRING" -> line();
          case "POLYGON" -> polygon();
          case "MULTIPOINT" -> list(this::pointOfMany);
          case "MULTILINESTRING" -> list(this::line);
          case "MULTIPOLYGON" -> list(this::polygon);
          case "GEOMETRYCOLLECTION" -> list(() -> geography(depth + 1));
          default -> throw new IllegalArgumentException("'" + kind + "' is no kind of geography");
        };
  }

  private String polygon() {
    return list(this::ring);
  }

  private String point() {
    take("(");
    String position = position().text();
    take(")");
    return "(" + position + ")";
  }

  /** With or without parentheses of its own. */
  private String pointOfMany() {
    if (!isSign("(")) {
      return position().text();
    }
    String inner = point();
    return inner.substring(1, inner.length() - 1);
  }

  private String line() {
    List<Position> positions = positions();
    if (positions.size() < MIN_LINE_POSITIONS) {
      throw new IllegalArgumentException("a line has at least two positions");
    }
    return written(positions);
  }

  private String ring() {
    List<Position> positions = positions();
    if (positions.size() < MIN_RING_POSITIONS) {
      throw new IllegalArgumentException(
          "a ring has at least three positions, and the first again");
    }
    if (!positions.get(0).equals(positions.get(positions.size() - 1))) {
      throw new IllegalArgumentException("a ring ends where it begins");
    }
    return written(positions);
  }

  private static String written(List<Position> positions) {
    return "(" + String.join(", ", positions.stream().map(Position::text).toList()) + ")";
  }

  private List<Position> positions() {
    List<Position> positions = new ArrayList<>();
    take("(");
    positions.add(position());
    while (isSign(",")) {
      next();
      positions.add(position());
    }
    take(")");
    return positions;
  }

  private String list(Supplier<String> element) {
    List<String> elements = new ArrayList<>();
    take("(");
    elements.add(element.get());
    while (isSign(",")) {
      next();
      elements.add(element.get());
    }
    take(")");
    return "(" + String.join(", ", elements) + ")";
  }

  private record Position(double longitude, double latitude) {
    String text() {
      return written(longitude) + " " + written(latitude);
    }

    private static String written(double degrees) {
      BigDecimal digits = BigDecimal.valueOf(degrees);
      return digits.signum() == 0 ? "0" : digits.stripTrailingZeros().toPlainString();
    }
  }

  private Position position() {
    double longitude = number("longitude", MAX_LONGITUDE);
    double latitude = number("latitude", MAX_LATITUDE);
    if (number != null) {
      throw new IllegalArgumentException("a position has two coordinates");
    }
    return new Position(longitude, latitude);
  }

  private double number(String what, double max) {
    String written = number;
    if (written == null) {
      throw broken(what);
    }
    next();
    // Zero has one sign only.
    double degrees = Double.parseDouble(written) + 0.0;
    if (Math.abs(degrees) > max) {
      throw new IllegalArgumentException(
          what + " " + written + " is not in [-" + (int) max + ", " + (int) max + "]");
    }
    return degrees;
  }

  private String word() {
    String written = word;
    if (written == null) {
      throw broken("kind of geography");
    }
    next();
    return written.toUpperCase(Locale.ROOT);
  }

  private boolean isSign(String wanted) {
    return wanted.equals(sign);
  }

  private void take(String wanted) {
    if (!isSign(wanted)) {
      throw broken("'" + wanted + "'");
    }
    next();
  }

  private IllegalArgumentException broken(String wanted) {
    return new IllegalArgumentException("no " + wanted + " at character " + (begin + 1));
  }
}
