package dev.penstock.local.decode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.TreeMap;

/**
 * JSON text as the service gives it back: keys sorted, no white space, integers beyond 64 bits as
 * FLOAT64 (WA-141, WA-094). Of equal keys the first stays. Thread-safe.
 */
public final class JsonText {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();

  private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

  private JsonText() {}

  /** Makes parsers of texts of any length: what a row may hold is the limit (LD-031). */
  public static JsonFactory factory() {
    return FACTORY;
  }

  /**
   * Normalises a document.
   *
   * @throws IOException if it is not one JSON document, or a number does not fit a FLOAT64
   */
  static String normalize(String text) throws IOException {
    try (JsonParser in = FACTORY.createParser(text)) {
      in.nextToken();
      String value = value(in);
      if (in.nextToken() != null) {
        throw new IOException("more than one document");
      }
      return value;
    }
  }

  /**
   * Normalises the value that a parser stands on, and leaves it at the end of the value.
   *
   * @throws IOException if it is no value, or a number does not fit a FLOAT64
   */
  static String value(JsonParser in) throws IOException {
    JsonToken token = in.currentToken();
    if (token == null) {
      throw new IOException("no document");
    }
    return switch (token) {
      case START_OBJECT -> object(in);
      case START_ARRAY -> array(in);
      case VALUE_STRING -> quote(in.getText());
      case VALUE_NUMBER_INT -> integer(in);
      case VALUE_NUMBER_FLOAT -> number(in.getDoubleValue());
      case VALUE_TRUE -> "true";
      case VALUE_FALSE -> "false";
      case VALUE_NULL -> "null";
      default -> throw new IOException("unexpected token");
    };
  }

  private static String object(JsonParser in) throws IOException {
    Map<String, String> members = new TreeMap<>();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      in.nextToken();
      members.putIfAbsent(name, value(in));
    }
    StringBuilder out = new StringBuilder("{");
    members.forEach(
        (name, member) -> {
          if (out.length() > 1) {
            out.append(',');
          }
          out.append(quote(name)).append(':').append(member);
        });
    return out.append('}').toString();
  }

  private static String array(JsonParser in) throws IOException {
    StringBuilder out = new StringBuilder("[");
    while (in.nextToken() != JsonToken.END_ARRAY) {
      if (out.length() > 1) {
        out.append(',');
      }
      out.append(value(in));
    }
    return out.append(']').toString();
  }

  private static String integer(JsonParser in) throws IOException {
    BigInteger value = in.getBigIntegerValue();
    boolean fits = value.compareTo(MIN) >= 0 && value.compareTo(MAX) <= 0;
    return fits ? value.toString() : number(value.doubleValue());
  }

  private static String number(double value) throws IOException {
    if (Double.isInfinite(value) || Double.isNaN(value)) {
      throw new IOException("number out of range");
    }
    double magnitude = Math.abs(value);
    if (magnitude != 0 && (magnitude < 1e-5 || magnitude >= 1e16)) {
      String text = Double.toString(value).replace(".0E", "E");
      int exponent = text.indexOf('E') + 1;
      return text.substring(0, exponent - 1)
          + "e"
          + (text.charAt(exponent) == '-' ? "" : "+")
          + text.substring(exponent);
    }
    String plain = BigDecimal.valueOf(value).toPlainString();
    return plain.indexOf('.') < 0 ? plain + ".0" : plain;
  }

  private static String quote(String text) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }
}
