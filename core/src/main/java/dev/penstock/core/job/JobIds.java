package dev.penstock.core.job;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Job ids that follow from what the job does, so that equal intentions run once. Immutable. */
public final class JobIds {
  private static final int HASH_BYTES = 16;

  private JobIds() {}

  /**
   * The id of one more run of a job: an id whose job failed is used up (RT-071).
   *
   * @param attempt from 1
   */
  public static String attempt(String jobId, int attempt) {
    return attempt == 1 ? jobId : jobId + "_" + attempt;
  }

  /**
   * An id of letters, digits and underscores (RT-068).
   *
   * @param purpose a word of letters, digits and underscores that people see in the job history
   * @param parts everything that makes one intention differ from another
   */
  public static String of(String purpose, String... parts) {
    return "penstock_" + purpose + "_" + hash(HASH_BYTES, List.of(parts));
  }

  /**
   * The first bytes of a hash, in hexadecimal digits.
   *
   * @param bytes how many, 1 to 32
   * @param parts read once, in their order
   */
  public static String hash(int bytes, Iterable<String> parts) {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
    for (String part : parts) {
      digest.update(part.getBytes(StandardCharsets.UTF_8));
      digest.update((byte) 0);
    }
    return HexFormat.of().formatHex(digest.digest(), 0, bytes);
  }
}
