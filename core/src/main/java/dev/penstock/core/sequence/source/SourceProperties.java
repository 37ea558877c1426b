package dev.penstock.core.sequence.source;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.math.BigInteger;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a source writes beside one change, with the rules that its values follow. Immutable. */
final class SourceProperties {
  private static final String INCREMENTAL = "incremental";

  /** How Debezium marks rows of an initial snapshot: the first and last ones by names of theirs. */
  private static final Set<String> INITIAL =
      Set.of("true", "first", "first_in_data_collection", "last_in_data_collection", "last");

  private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,20}");

  private final SourceKind kind;
  private final Map<String, String> values;

  /**
   * Checks that the properties are the kind's.
   *
   * @throws IngestException SEQUENCE_INVALID when another connector wrote them
   */
  SourceProperties(SourceKind kind, Map<String, String> values) {
    this.kind = kind;
    this.values = values;
    if (!text("connector").equals(kind.connector())) {
      throw refused(
          "connector",
          "names another source (expected: "
              + kind.connector()
              + "). Choose the kind of position that this source writes");
    }
  }

  /** A property's text; null when it is absent. */
  @Nullable String find(String name) {
    return values.get(name);
  }

  /** The text of a property that must be there. */
  String text(String name) {
    String value = values.get(name);
    if (value == null) {
      throw refused(
          name,
          "is absent (expected: in every change). Hand over the properties of the source"
              + " unchanged");
    }
    return value;
  }

  /** A whole number from 0 to 2^64-1, unsigned. */
  long unsigned(String name) {
    return unsigned(name, text(name));
  }

  /** A whole number below a power of two. */
  long unsigned(String name, int bits) {
    long value = unsigned(name);
    if (bits < Long.SIZE && value >>> bits != 0) {
      throw refused(name, "is out of range (expected: 0..2^" + bits + "-1)");
    }
    return value;
  }

  /** The number that a part of a property says. */
  long unsigned(String name, String digits) {
    BigInteger value = DECIMAL.matcher(digits).matches() ? new BigInteger(digits) : null;
    if (value == null || value.bitLength() > Long.SIZE) {
      throw refused(
          name, "is no position (expected: decimal digits from 0 to 2^64-1, without a sign)");
    }
    return value.longValue();
  }

  /**
   * Whether the row comes from an initial snapshot, whose rows stand before all changes.
   *
   * @throws IngestException SEQUENCE_INVALID for an incremental snapshot, whose rows stand between
   *     changes, at no position of their own
   */
  boolean isInitialSnapshot() {
    String mark = values.get("snapshot");
    if (mark == null || mark.equals("false")) {
      return false;
    }
    if (INITIAL.contains(mark)) {
      return true;
    }
    throw refused(
        "snapshot",
        mark.equals(INCREMENTAL)
            ? "marks a row of an incremental snapshot, which has no position of its own (expected:"
                + " rows of an initial snapshot, or changes). Take an initial snapshot, or order"
                + " by the offset of the log"
            : "is no mark that is known (expected: true, first, first_in_data_collection,"
                + " last_in_data_collection, last or false)");
  }

  /**
   * A refusal.
   *
   * @param rest what is wrong, what is expected, and what to do, without the value
   */
  IngestException refused(String name, String rest) {
    return new IngestException(
        ErrorCode.SEQUENCE_INVALID,
        "Source property '" + name + "' of a " + kind.word() + " change " + rest + ".");
  }
}
