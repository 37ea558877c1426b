package dev.penstock.local.sql;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.penstock.local.catalog.JsonFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Values of type JSON as they print: members by name, the first of equal names, no spaces, and
 * numbers as INT64, UINT64 or else FLOAT64.
 */
final class JsonValues {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final BigInteger MIN_INT64 = BigInteger.valueOf(Long.MIN_VALUE);
  private static final int UINT64_BITS = 64;

  private JsonValues() {}

  /** PARSE_JSON; a number that FLOAT64 would round is refused. */
  static String parse(String json) {
    return read(json, JsonValues::exactNumber);
  }

  /** The value a well-formed text stands for; numbers are rounded. */
  static String of(String json) {
    return read(json, JsonValues::number);
  }

  /** A finite FLOAT64 as a number that stays one. */
  static String float64(double value) {
    String text = NumberTexts.text(value);
    return text.contains(".") || text.contains("e") ? text : text + ".0";
  }

  private static String read(String json, UnaryOperator<String> numbers) {
    try (JsonParser in = FACTORY.createParser(json)) {
      if (in.nextToken() != null) {
        String value = value(in, numbers);
        if (in.nextToken() == null) {
          return value;
        }
      }
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Invalid input to PARSE_JSON: " + JsonFault.of(e), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new IllegalArgumentException("Invalid input to PARSE_JSON: not a JSON document");
  }

  private static String value(JsonParser in, UnaryOperator<String> numbers) throws IOException {
    JsonToken token = in.currentToken();
    if (token == JsonToken.START_ARRAY) {
      StringJoiner elements = new StringJoiner(",", "[", "]");
      while (in.nextToken() != JsonToken.END_ARRAY) {
        elements.add(value(in, numbers));
      }
      return elements.toString();
    }
    if (token == JsonToken.START_OBJECT) {
      Map<String, String> members = new TreeMap<>();
      while (in.nextToken() != JsonToken.END_OBJECT) {
        String name = in.currentName();
        in.nextToken();
        members.putIfAbsent(name, value(in, numbers));
      }
      StringJoiner texts = new StringJoiner(",", "{", "}");
      members.forEach((name, text) -> texts.add(JsonPaths.quote(name) + ":" + text));
      return texts.toString();
    }
    if (token == JsonToken.VALUE_STRING) {
      return JsonPaths.quote(in.getText());
    }
    return token.isNumeric() ? numbers.apply(in.getText()) : in.getText();
  }

  private static String number(String text) {
    if (text.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'))) {
      BigInteger integer = new BigInteger(text);
      if (integer.compareTo(MIN_INT64) >= 0 && integer.bitLength() <= UINT64_BITS) {
        return integer.toString();
      }
    }
    double value = Double.parseDouble(text);
    if (Double.isInfinite(value)) {
      throw new IllegalArgumentException("JSON number out of range: " + text);
    }
    return value == 0 && text.startsWith("-") ? "-0.0" : float64(value);
  }

  private static String exactNumber(String text) {
    String number = number(text);
    if (new BigDecimal(number).compareTo(new BigDecimal(text)) != 0) {
      throw new IllegalArgumentException(
          "Invalid input to PARSE_JSON: Input number: "
              + text
              + " cannot round-trip through string representation");
    }
    return number;
  }
}
