package dev.penstock.local.sql;

import com.google.common.hash.Hashing;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Hashes of bytes; bytes come and go as hexadecimal text. */
final class Hashes {
  private Hashes() {}

  /** A hash by its Java name. */
  static String hash(String algorithm, String hex) {
    try {
      byte[] digest = MessageDigest.getInstance(algorithm).digest(HexFormat.of().parseHex(hex));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  /** FARM_FINGERPRINT. */
  static String fingerprint(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    return Long.toString(Hashing.farmHashFingerprint64().hashBytes(bytes).asLong());
  }
}
