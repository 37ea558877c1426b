package dev.penstock.cli.source;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What tells one content from another: 32 hexadecimal digits. One owner thread. */
public final class Fingerprint implements CountedInput.Bytes {
  private static final int BYTES = 16;

  private final MessageDigest digest;

  Fingerprint() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /** The fingerprint of texts in their order. */
  public static String of(Iterable<String> texts) {
    Fingerprint all = new Fingerprint();
    for (String text : texts) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      all.digest.update(bytes);
      all.digest.update((byte) 0);
    }
    return all.text();
  }

  @Override
  public void read(byte[] array, int offset, int count) {
    digest.update(array, offset, count);
  }

  /** That of all bytes so far; the next ones begin anew. */
  String text() {
    return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
  }
}
