package dev.penstock.kafka.read;

import dev.penstock.core.encode.RowReader.ByteSink;
import dev.penstock.core.encode.RowReader.TextSink;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Keeps the last text and bytes it was handed. */
final class Sink implements TextSink, ByteSink {
  String text = "";
  byte[] bytes = new byte[0];

  @Override
  public void text(String value) {
    text = value;
  }

  @Override
  public void utf8(byte[] array, int offset, int length) {
    text = new String(array, offset, length, StandardCharsets.UTF_8);
  }

  @Override
  public void bytes(byte[] array, int offset, int length) {
    bytes = Arrays.copyOfRange(array, offset, offset + length);
  }
}
