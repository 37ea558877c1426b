package dev.penstock.core.reader;

import dev.penstock.core.model.ColumnType;
import dev.penstock.core.reader.JsonTape.Kind;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;

/** Values as Google's own JSON writer takes them. Immutable. */
final class JsonWriterNotation implements JsonNotation {
  private static final Map<ColumnType, LongConversion> LONGS =
      Map.of(
          ColumnType.INT64, JsonNumbers::int64,
          ColumnType.DATE, JsonTimes::date,
          ColumnType.TIME, JsonTimes::time,
          ColumnType.DATETIME, JsonTimes::datetime,
          ColumnType.TIMESTAMP, JsonTimes::timestamp);

  private static final Map<ColumnType, String> WANTED =
      Map.ofEntries(
          Map.entry(ColumnType.BOOL, "true or false, also as text"),
          Map.entry(ColumnType.INT64, "a whole number of 64 bits, also as text"),
          Map.entry(ColumnType.FLOAT64, "a number, also as text"),
          Map.entry(ColumnType.NUMERIC, "a number with at most 9 fraction digits, also as text"),
          Map.entry(
              ColumnType.BIGNUMERIC, "a number with at most 38 fraction digits, also as text"),
          Map.entry(ColumnType.STRING, "a string, a whole number or a boolean"),
          Map.entry(ColumnType.JSON, "a string that holds JSON text"),
          Map.entry(ColumnType.GEOGRAPHY, "a string"),
          Map.entry(ColumnType.INTERVAL, "a string"),
          Map.entry(ColumnType.BYTES, "an array of whole numbers from -128 to 127"),
          Map.entry(ColumnType.DATE, "yyyy-mm-dd as text, or days since 1970 as a number"),
          Map.entry(ColumnType.TIME, "hh:mm:ss.ffffff as text"),
          Map.entry(ColumnType.DATETIME, "yyyy-mm-ddThh:mm:ss.ffffff as text"),
          Map.entry(ColumnType.TIMESTAMP, "ISO-8601 text, or microseconds since 1970 as a number"),
          Map.entry(ColumnType.RANGE, "an object of 'start' and 'end'"),
          Map.entry(ColumnType.STRUCT, "an object"));

  private interface LongConversion {
    long of(JsonTape tape, int value);
  }

  @Override
  public boolean bool(JsonTape tape, int value) {
    Kind kind = tape.kind(value);
    String text = kind == Kind.STRING ? tape.text(value) : "";
    if (kind == Kind.TRUE || text.equalsIgnoreCase("true")) {
      return true;
    }
    if (kind == Kind.FALSE || text.equalsIgnoreCase("false")) {
      return false;
    }
    throw JsonNumbers.none();
  }

  @Override
  public long number(ColumnType type, JsonTape tape, int value) {
    return Objects.requireNonNull(LONGS.get(type)).of(tape, value);
  }

  @Override
  public double float64(JsonTape tape, int value) {
    return JsonNumbers.float64(tape, value);
  }

  @Override
  public BigDecimal decimal(ColumnType type, JsonTape tape, int value) {
    return JsonNumbers.decimal(tape, value, type);
  }

  @Override
  public String text(JsonTape tape, int value) {
    return switch (tape.kind(value)) {
      case STRING -> tape.text(value);
      case INTEGER -> Long.toString(tape.number(value));
      case TRUE -> "true";
      case FALSE -> "false";
      case NULL, LARGE_INTEGER, DECIMAL, OBJECT, ARRAY, RAW -> throw JsonNumbers.none();
    };
  }

  @Override
  public byte[] bytes(JsonTape tape, int value) {
    if (tape.kind(value) != Kind.ARRAY) {
      throw JsonNumbers.none();
    }
    byte[] bytes = new byte[tape.memberCount(value)];
    for (int i = 0; i < bytes.length; i++) {
      int element = tape.member(value, i);
      long number = tape.kind(element) == Kind.INTEGER ? tape.number(element) : Long.MAX_VALUE;
      bytes[i] = (byte) number;
      if (bytes[i] != number) {
        throw JsonNumbers.none();
      }
    }
    return bytes;
  }

  @Override
  public boolean keepsJson() {
    return false;
  }

  @Override
  public boolean hasRangeTexts() {
    return false;
  }

  @Override
  public String wanted(ColumnType type) {
    return Objects.requireNonNull(WANTED.get(type));
  }
}
