package dev.penstock.core.table;

import dev.penstock.core.model.Names;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a writer of changes asks of its table. A label of the table tells whether it was given that,
 * or is being given. Immutable.
 *
 * @param primaryKey in order
 * @param maxStaleness zero for none; null leaves it alone
 */
record ChangeContract(List<String> primaryKey, @Nullable Duration maxStaleness) {
  /** The label, which other connectors read and write too. */
  static final String LABEL_KEY = "flink_gcp_cdc";

  static final String PENDING = "pending_";
  static final String COMPLETE = "complete_";

  private static final int HASH_BYTES = 16;

  ChangeContract {
    primaryKey = List.copyOf(primaryKey);
  }

  /** The same contract about the key that a table has. */
  ChangeContract withKey(List<String> key) {
    return new ChangeContract(key, maxStaleness);
  }

  /** Whether the contract names a max_staleness, be it none. */
  boolean managesStaleness() {
    return maxStaleness != null;
  }

  /** The label of a table that is on its way to the contract. */
  String pending() {
    return PENDING + hash();
  }

  /** The label of a table that has what the contract asks. */
  String complete() {
    return COMPLETE + hash();
  }

  private String hash() {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
    for (String column : primaryKey) {
      digest.update(Names.fold(column).getBytes(StandardCharsets.UTF_8));
      digest.update((byte) 0);
    }
    digest.update(stalenessWord().getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES);
  }

  private String stalenessWord() {
    if (maxStaleness == null) {
      return "max_staleness=unmanaged";
    }
    return maxStaleness.isZero()
        ? "max_staleness=clear"
        : "max_staleness_us=" + MaxStaleness.micros(maxStaleness);
  }
}
