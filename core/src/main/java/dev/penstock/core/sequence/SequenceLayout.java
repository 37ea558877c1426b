package dev.penstock.core.sequence;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the sections of a table's sequence numbers mean. Numbers of two layouts have no order
 * between them, and the service would silently drop the smaller: so a table carries the {@link
 * #label} of its layout, and whoever writes to it makes the same numbers or raises the epoch.
 * Immutable.
 *
 * @param kind what the sections after the epoch are, for example {@code field-offset}
 * @param sections how many every number has, the epoch included, at most 4; 0 when rows carry no
 *     number
 * @param epoch the leading section, which outranks all numbers written before; 0 for none
 * @param log the log that gives the positions, where those of another cannot be compared with them,
 *     for example a Kafka topic; null where they can
 */
public record SequenceLayout(String kind, int sections, long epoch, @Nullable String log) {
  /** The key of the table label that holds a layout. */
  public static final String LABEL_KEY = "cdc_seq";

  private static final int FINGERPRINT_BYTES = 4;

  /** How numbers of one layout stand to rows that are there already. */
  public enum Order {
    /** They are numbers of the same layout. */
    SAME,
    /** They outrank the rows if the epoch is higher than the first section of them all. */
    IF_EPOCH_IS_HIGHER,
    /** There is no order. */
    NONE
  }

  /** Checks the number of sections, before a row needs a fifth. */
  public SequenceLayout {
    if (sections < 0 || sections > SequenceNumber.MAX_SECTIONS) {
      throw new IngestException(
          ErrorCode.INVALID_OPTION,
          "sections of a sequence number: "
              + sections
              + " (expected: at most 4; use fewer fields, or drop the epoch or the tie-breaker)");
    }
  }

  /**
   * The value of the table label, for example {@code epoch-field-offset-2-v1}; with a log also its
   * fingerprint, as in {@code offset-1-v1-5f3c2a91}.
   */
  public String label() {
    return String.format(
        Locale.ROOT,
        "%s%s-%d-v1%s",
        epoch == 0 ? "" : "epoch-",
        kind,
        sections,
        log == null ? "" : "-" + fingerprint(log));
  }

  /** How numbers of this layout stand to those of a table with this label. */
  public Order orderTo(String label) {
    if (label.equals(label())) {
      return Order.SAME;
    }
    return epoch == 0 ? Order.NONE : Order.IF_EPOCH_IS_HIGHER;
  }

  private static String fingerprint(String log) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(log.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, FINGERPRINT_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
