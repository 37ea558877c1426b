package dev.penstock.core.encode;

import java.nio.charset.StandardCharsets;

/** A field encoder that takes the text of its field whole. */
interface TextFieldEncoder extends FieldEncoder, RowReader.TextSink {
  @Override
  default void encode(RowReader row, int ordinal) {
    row.text(ordinal, this);
  }

  @Override
  default void utf8(byte[] array, int offset, int length) {
    text(new String(array, offset, length, StandardCharsets.UTF_8));
  }
}
