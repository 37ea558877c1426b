package dev.penstock.core.reader;

import dev.penstock.core.encode.FieldEncoder;
import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.reader.JsonTape.Kind;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The values of one column as documents tell them. Holds the reader of nested values. One owner
 * thread.
 */
final class JsonForm {
  private final Column column;
  private final SourceField field;
  private final String path;
  private final @Nullable JsonFields fields;
  private final @Nullable JsonReader structs;
  private final @Nullable JsonReader lists;
  private final @Nullable JsonForm element;
  private final JsonNotation notation;

  private JsonForm(
      Column column,
      SourceField field,
      String path,
      @Nullable JsonFields fields,
      @Nullable JsonForm element,
      JsonTape tape,
      JsonNotation notation) {
    this.column = column;
    this.field = field;
    this.path = path;
    this.fields = fields;
    this.element = element;
    this.structs = fields == null ? null : new JsonReader(tape, fields::form);
    this.lists = element == null ? null : new JsonReader(tape, ordinal -> element);
    this.notation = notation;
  }

  static JsonForm scalar(
      Column column, SourceField field, String path, JsonTape tape, JsonNotation notation) {
    return new JsonForm(column, field, path, null, null, tape, notation);
  }

  static JsonForm struct(
      Column column,
      SourceField field,
      String path,
      JsonFields fields,
      JsonTape tape,
      JsonNotation notation) {
    return new JsonForm(column, field, path, fields, null, tape, notation);
  }

  static JsonForm list(Column column, SourceField field, JsonForm element, JsonTape tape) {
    return new JsonForm(
        column, field, element.path, element.fields, element, tape, element.notation);
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

  /** The form of the elements of its arrays; itself when its values are no arrays. */
  JsonForm element() {
    return element == null ? this : element;
  }

  /** Whether its values stay text as the document writes them, whatever they are. */
  boolean isRaw() {
    return column.type() == ColumnType.JSON && element == null && notation.keepsJson();
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

  void encode(JsonTape tape, int value, FieldEncoder encoder) {
    switch (encoder.kind()) {
      case BOOL -> encoder.bool(toBoolean(tape, value));
      case LONG, UNSIGNED_LONG, DATE, TIME, DATETIME, INSTANT ->
          encoder.number(toLong(tape, value));
      case DOUBLE -> encoder.number(toDouble(tape, value));
      case DECIMAL -> encoder.decimal(toDecimal(tape, value));
      case TEXT, INTERVAL, JSON -> toText(tape, value, encoder);
      case BYTES -> {
        byte[] bytes = toBytes(tape, value);
        encoder.bytes(bytes, 0, bytes.length);
      }
      case STRUCT -> {
        toStruct(tape, value).encode(encoder.beginStruct());
        encoder.endStruct();
      }
      case LIST -> toList(tape, value).encodeElements(encoder);
    }
  }

  boolean toBoolean(JsonTape tape, int value) {
    try {
      return notation.bool(tape, value);
    } catch (NumberFormatException e) {
      throw mismatch(tape, value);
    }
  }

  long toLong(JsonTape tape, int value) {
    try {
      return notation.number(column.type(), tape, value);
    } catch (NumberFormatException | DateTimeException | ArithmeticException e) {
      throw mismatch(tape, value);
    }
  }

  double toDouble(JsonTape tape, int value) {
    try {
      return notation.float64(tape, value);
    } catch (NumberFormatException e) {
      throw mismatch(tape, value);
    }
  }

  BigDecimal toDecimal(JsonTape tape, int value) {
    try {
      return notation.decimal(column.type(), tape, value);
    } catch (NumberFormatException e) {
      throw mismatch(tape, value);
    }
  }

  void toText(JsonTape tape, int value, RowReader.TextSink sink) {
    if (tape.kind(value) == Kind.RAW) {
      sink.utf8(tape.document(), tape.rawStart(value), tape.rawLength(value));
      return;
    }
    String text;
    try {
      text = notation.text(tape, value);
    } catch (NumberFormatException e) {
      throw mismatch(tape, value);
    }
    sink.text(text);
  }

  byte[] toBytes(JsonTape tape, int value) {
    try {
      return notation.bytes(tape, value);
    } catch (NumberFormatException e) {
      throw mismatch(tape, value);
    }
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
    String scalar = notation.wanted(column.type());
    String wanted = element == null ? scalar : "an array: " + scalar;
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
