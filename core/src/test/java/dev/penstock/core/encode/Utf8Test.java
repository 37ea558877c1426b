package dev.penstock.core.encode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

final class Utf8Test {
  /** Both ends of every range of bytes that the definition of UTF-8 names. */
  private static final byte[] BOUNDS =
      HexFormat.of().parseHex("007f808f909fa0bfc0c1c2dfe0e1ecedeeeff0f1f3f4f5ff");

  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();

  @Test
  void takesTheSequencesOfFourBytesThatTheJdkTakes() {
    byte[] bytes = new byte[4];
    int taken = 0;
    for (byte first : BOUNDS) {
      for (byte second : BOUNDS) {
        for (byte third : BOUNDS) {
          for (byte fourth : BOUNDS) {
            bytes[0] = first;
            bytes[1] = second;
            bytes[2] = third;
            bytes[3] = fourth;
            boolean valid = Utf8Validity.isUtf8(bytes, 0, 4);
            if (valid != isUtf8(bytes)) {
              assertThat(HexFormat.of().formatHex(bytes)).as("taken: " + valid).isEmpty();
            }
            taken += valid ? 1 : 0;
          }
        }
      }
    }
    assertThat(taken).isPositive();
  }

  @Test
  void refusesTextsThatEndWithinACharacter() {
    byte[] text = "ж東\uD83D\uDE00".getBytes(StandardCharsets.UTF_8);

    for (int length = 0; length <= text.length; length++) {
      boolean whole = length == 0 || length == 2 || length == 5 || length == 9;
      assertThat(Utf8Validity.isUtf8(text, 0, length)).as("of %d bytes", length).isEqualTo(whole);
    }
  }

  @Test
  void copiesAndChecksTextsOfEveryLength() {
    for (int length = 0; length <= 40; length++) {
      byte[] text = "x".repeat(length).getBytes(StandardCharsets.UTF_8);
      byte[] target = new byte[length + 2];

      assertThat(Utf8.copy(text, 0, length, target, 1)).isTrue();
      assertThat(new String(target, 1, length, StandardCharsets.UTF_8))
          .isEqualTo("x".repeat(length));
      assertThat(target[length + 1]).isZero();
      for (int at = 0; at < length; at++) {
        text[at] = (byte) 0x80;
        assertThat(Utf8.copy(text, 0, length, target, 1)).as("%d of %d", at, length).isFalse();
        text[at] = 'x';
      }
    }
  }

  private boolean isUtf8(byte[] bytes) {
    try {
      return decoder.decode(ByteBuffer.wrap(bytes)) != null;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
