package dev.penstock.local.objects;

import dev.penstock.local.catalog.ServiceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The size and the checksums of a file. Immutable.
 *
 * @param crc32c in base64
 * @param md5 in base64
 */
record Digests(long size, String crc32c, String md5) {
  private static final int BUFFER_BYTES = 1 << 16;

  static Digests of(Path file) throws IOException {
    CRC32C crc = new CRC32C();
    MessageDigest md5 = md5Digest();
    byte[] buffer = new byte[BUFFER_BYTES];
    long size = 0;
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        crc.update(buffer, 0, read);
        md5.update(buffer, 0, read);
        size += read;
      }
    }
    byte[] bytes = ByteBuffer.allocate(Integer.BYTES).putInt((int) crc.getValue()).array();
    return new Digests(size, base64(bytes), base64(md5.digest()));
  }

  private static MessageDigest md5Digest() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** Checks what the client computed; null for what it did not. */
  void check(@Nullable String clientCrc32c, @Nullable String clientMd5) {
    check("CRC32C", clientCrc32c, crc32c);
    check("MD5 hash", clientMd5, md5);
  }

  private static void check(String what, @Nullable String given, String is) {
    if (given != null && !given.equals(is)) {
      throw ServiceException.invalid(
          "Provided %s \"%s\" doesn't match calculated %s \"%s\"."
              .formatted(what, given, what, is));
    }
  }
}
