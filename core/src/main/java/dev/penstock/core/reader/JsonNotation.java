package dev.penstock.core.reader;

import dev.penstock.core.model.ColumnType;
import java.math.BigDecimal;

/**
 * What the values of documents mean, column type by column type. Whatever is none throws {@link
 * NumberFormatException}, {@link java.time.DateTimeException} or {@link ArithmeticException}. One
 * owner thread.
 */
interface JsonNotation {
  boolean bool(JsonTape tape, int value);

  /** The value of a column whose kind is read as a long. */
  long number(ColumnType type, JsonTape tape, int value);

  double float64(JsonTape tape, int value);

  BigDecimal decimal(ColumnType type, JsonTape tape, int value);

  String text(JsonTape tape, int value);

  byte[] bytes(JsonTape tape, int value);

  /** Whether a JSON column takes any value as the document writes it. */
  boolean keepsJson();

  /** Whether a range is a text, and not an object of its bounds. */
  boolean hasRangeTexts();

  /** What a column of a type takes, for messages. */
  String wanted(ColumnType type);
}
