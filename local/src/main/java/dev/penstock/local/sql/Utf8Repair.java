package dev.penstock.local.sql;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Reads bytes as UTF-8, with a replacement character for each byte that is no part of a text. */
final class Utf8Repair {
  private static final char REPLACEMENT = '\ufffd';

  private Utf8Repair() {}

  static String decode(byte[] bytes) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    while (true) {
      CoderResult result = decoder.reset().decode(in, out, true);
      if (!result.isError()) {
        return out.flip().toString();
      }
      in.get();
      out.put(REPLACEMENT);
    }
  }
}
