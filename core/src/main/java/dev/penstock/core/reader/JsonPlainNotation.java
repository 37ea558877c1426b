package dev.penstock.core.reader;

import dev.penstock.core.model.ColumnType;
import dev.penstock.core.reader.JsonTape.Kind;
import java.math.BigDecimal;

/**
 * Values as the document says, without any conversion that could lose or guess. One owner thread.
 */
final class JsonPlainNotation implements JsonNotation {
  private final TextValues texts = new TextValues();

  @Override
  public boolean bool(JsonTape tape, int value) {
    return switch (tape.kind(value)) {
      case TRUE -> true;
      case FALSE -> false;
      case STRING -> texts.bool(tape.text(value));
      case NULL, INTEGER, LARGE_INTEGER, DECIMAL, OBJECT, ARRAY, RAW -> throw JsonNumbers.none();
    };
  }

  @Override
  public long number(ColumnType type, JsonTape tape, int value) {
    Kind kind = tape.kind(value);
    if (type == ColumnType.INT64 && kind == Kind.INTEGER) {
      return tape.number(value);
    }
    if (kind != Kind.STRING) {
      throw JsonNumbers.none();
    }
    return texts.number(type, tape.text(value));
  }

  @Override
  public double float64(JsonTape tape, int value) {
    return switch (tape.kind(value)) {
      case INTEGER, LARGE_INTEGER, DECIMAL, STRING -> texts.float64(scalar(tape, value));
      case NULL, TRUE, FALSE, OBJECT, ARRAY, RAW -> throw JsonNumbers.none();
    };
  }

  @Override
  public BigDecimal decimal(ColumnType type, JsonTape tape, int value) {
    return switch (tape.kind(value)) {
      case INTEGER -> BigDecimal.valueOf(tape.number(value));
      case LARGE_INTEGER, DECIMAL, STRING -> texts.decimal(tape.text(value));
      case NULL, TRUE, FALSE, OBJECT, ARRAY, RAW -> throw JsonNumbers.none();
    };
  }

  @Override
  public String text(JsonTape tape, int value) {
    return scalar(tape, value);
  }

  private static String scalar(JsonTape tape, int value) {
    return switch (tape.kind(value)) {
      case STRING, LARGE_INTEGER, DECIMAL -> tape.text(value);
      case INTEGER -> Long.toString(tape.number(value));
      case TRUE -> "true";
      case FALSE -> "false";
      case NULL, OBJECT, ARRAY, RAW -> throw JsonNumbers.none();
    };
  }

  @Override
  public byte[] bytes(JsonTape tape, int value) {
    if (tape.kind(value) != Kind.STRING) {
      throw JsonNumbers.none();
    }
    return TextValues.bytes(tape.text(value));
  }

  @Override
  public boolean keepsJson() {
    return true;
  }

  @Override
  public boolean hasRangeTexts() {
    return true;
  }

  @Override
  public String wanted(ColumnType type) {
    return TextValues.wanted(type);
  }
}
