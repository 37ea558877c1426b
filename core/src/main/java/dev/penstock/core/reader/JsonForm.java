package dev.penstock.core.reader;

import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.reader.JsonTape.Kind;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The values of one column as documents tell them. Holds the reader of nested values. One owner
 * thread.
 */
final class JsonForm {
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
          Map.entry(ColumnType.STRUCT, "an object"));

  private final Column column;
  private final SourceField field;
  private final String path;
  private final @Nullable JsonFields fields;
  private final @Nullable JsonReader structs;
  private final @Nullable JsonReader lists;

  /**
   * Makes the number of a value, or throws one of the exceptions that {@link #mismatch} stands for.
   */
  private interface LongConversion {
    long of(JsonTape tape, int value);
  }

  private JsonForm(
      Column column,
      SourceField field,
      String path,
      @Nullable JsonFields fields,
      @Nullable JsonReader structs,
      @Nullable JsonReader lists) {
    this.column = column;
    this.field = field;
    this.path = path;
    this.fields = fields;
    this.structs = structs;
    this.lists = lists;
  }

  static JsonForm scalar(Column column, SourceField field, String path) {
    return new JsonForm(column, field, path, null, null, null);
  }

  static JsonForm struct(
      Column column, SourceField field, String path, JsonFields fields, JsonTape tape) {
    return new JsonForm(column, field, path, fields, new JsonReader(tape, fields::form), null);
  }

  static JsonForm list(Column column, SourceField field, JsonForm element, JsonTape tape) {
    JsonReader elements = new JsonReader(tape, ordinal -> element);
    return new JsonForm(column, field, element.path, element.fields, null, elements);
  }

  SourceField field() {
    return field;
  }

  String path() {
    return path;
  }

  /** The fields of its objects; null when its values are no objects. */
  @Nullable JsonFields fields() {
    return fields;
  }

  void checkMayBeAbsent() {
    if (column.mode() == ColumnMode.REQUIRED) {
      throw new RowFaultException(
          path,
          "Field '"
              + path
              + "' is REQUIRED by the schema, and the document has none. Send it, or make the"
              + " column NULLABLE in the schema.");
    }
  }

  boolean toBoolean(JsonTape tape, int value) {
    Kind kind = tape.kind(value);
    String text = kind == Kind.STRING ? tape.text(value) : "";
    if (kind == Kind.TRUE || text.equalsIgnoreCase("true")) {
      return true;
    }
    if (kind == Kind.FALSE || text.equalsIgnoreCase("false")) {
      return false;
    }
    throw mismatch(tape, value);
  }

  long toLong(JsonTape tape, int value) {
    LongConversion conversion = Objects.requireNonNull(LONGS.get(column.type()));
    try {
      return conversion.of(tape, value);
    } catch (NumberFormatException | DateTimeException | ArithmeticException e) {
      throw mismatch(tape, value);
    }
  }

  double toDouble(JsonTape tape, int value) {
    try {
      return JsonNumbers.float64(tape, value);
    } catch (NumberFormatException e) {
      throw mismatch(tape, value);
    }
  }

  BigDecimal toDecimal(JsonTape tape, int value) {
    try {
      return JsonNumbers.decimal(tape, value, column.type());
    } catch (NumberFormatException e) {
      throw mismatch(tape, value);
    }
  }

  String toText(JsonTape tape, int value) {
    return switch (tape.kind(value)) {
      case STRING -> tape.text(value);
      case INTEGER -> Long.toString(tape.number(value));
      case TRUE -> "true";
      case FALSE -> "false";
      case NULL, LARGE_INTEGER, DECIMAL, OBJECT, ARRAY -> throw mismatch(tape, value);
    };
  }

  byte[] toBytes(JsonTape tape, int value) {
    if (tape.kind(value) != Kind.ARRAY) {
      throw mismatch(tape, value);
    }
    byte[] bytes = new byte[tape.memberCount(value)];
    for (int i = 0; i < bytes.length; i++) {
      int element = tape.member(value, i);
      long number = tape.kind(element) == Kind.INTEGER ? tape.number(element) : Long.MAX_VALUE;
      bytes[i] = (byte) number;
      if (bytes[i] != number) {
        throw mismatch(tape, value);
      }
    }
    return bytes;
  }

  RowReader toStruct(JsonTape tape, int value) {
    return on(structs, Kind.OBJECT, tape, value);
  }

  RowReader toList(JsonTape tape, int value) {
    return on(lists, Kind.ARRAY, tape, value);
  }

  private RowReader on(@Nullable JsonReader reader, Kind kind, JsonTape tape, int value) {
    if (tape.kind(value) != kind) {
      throw mismatch(tape, value);
    }
    return Objects.requireNonNull(reader, "reader").on(value);
  }

  private RowFaultException mismatch(JsonTape tape, int value) {
    String wanted =
        lists == null ? WANTED.get(column.type()) : "an array: " + WANTED.get(column.type());
    return new RowFaultException(
        path,
        "Field '"
            + path
            + "' is "
            + column.type()
            + ", and the document holds "
            + tape.kind(value).description()
            + " there that is none. Send "
            + wanted
            + ".");
  }
}
