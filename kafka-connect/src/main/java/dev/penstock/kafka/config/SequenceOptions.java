package dev.penstock.kafka.config;

import dev.penstock.kafka.config.Choices.MissingSequence;
import dev.penstock.kafka.config.Choices.SequenceMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * What orders the changes of one key. Immutable.
 *
 * @param fields the fields before the offset; empty unless the mode is FIELD_OFFSET
 * @param epoch the leading section; 0 for none
 * @param missing what becomes of a record whose field is absent
 */
public record SequenceOptions(
    SequenceMode mode, List<SequenceField> fields, long epoch, MissingSequence missing) {
  private static final int FINGERPRINT_BYTES = 4;

  /** Copies the fields. */
  public SequenceOptions {
    fields = List.copyOf(fields);
  }

  /** What the numbers of different topics have in common. */
  enum Kind {
    BY_OFFSET,
    BY_CONTENT;

    boolean comparesAcrossTopics() {
      return this == BY_CONTENT;
    }
  }

  static SequenceOptions from(Settings settings) {
    return new SequenceOptions(
        modeOf(settings),
        modeOf(settings) == SequenceMode.FIELD_OFFSET ? fields(settings) : List.of(),
        settings.number(Keys.SEQUENCE_EPOCH),
        settings.choice(Keys.MISSING_SEQUENCE, MissingSequence.class));
  }

  static SequenceMode modeOf(Settings settings) {
    boolean byField = settings.isSet(Keys.SEQUENCE_FIELD) && !settings.isSet(Keys.SEQUENCE_MODE);
    return byField
        ? SequenceMode.FIELD_OFFSET
        : settings.choice(Keys.SEQUENCE_MODE, SequenceMode.class);
  }

  static Kind kindOf(Settings settings) {
    return modeOf(settings) == SequenceMode.FIELD_OFFSET ? Kind.BY_CONTENT : Kind.BY_OFFSET;
  }

  static List<SequenceField> fields(Settings settings) {
    return Arrays.stream(settings.text(Keys.SEQUENCE_FIELD).split(","))
        .map(String::trim)
        .filter(field -> !field.isEmpty())
        .map(SequenceField::parse)
        .toList();
  }

  /** Whether numbers of different topics can be compared. */
  public boolean comparesAcrossTopics() {
    return mode == SequenceMode.FIELD_OFFSET;
  }

  /** How many sections every number of a table has; 0 when there are no numbers. */
  public int sections() {
    int own = fields.stream().mapToInt(SequenceField::sections).sum();
    return switch (mode) {
      case NONE -> 0;
      case OFFSET -> epochSections() + 1;
      case KAFKA_TIMESTAMP_OFFSET -> epochSections() + 2;
      case FIELD_OFFSET -> epochSections() + own + 1;
    };
  }

  private int epochSections() {
    return epoch == 0 ? 0 : 1;
  }

  /**
   * A name of the layout, fit for a table label: two tasks on one table must agree on it, for
   * example {@code epoch-field-offset-2-v1}. Where numbers of different topics cannot be compared,
   * it names the topic too: {@code offset-1-v1-5f3c2a91}.
   */
  public String layout(String topic) {
    String kind =
        switch (mode) {
          case NONE -> "none";
          case OFFSET -> "offset";
          case KAFKA_TIMESTAMP_OFFSET -> "timestamp-offset";
          case FIELD_OFFSET -> "field-offset";
        };
    String prefix = epoch == 0 ? "" : "epoch-";
    String suffix = comparesAcrossTopics() ? "" : "-" + fingerprint(topic);
    return String.format(Locale.ROOT, "%s%s-%d-v1%s", prefix, kind, sections(), suffix);
  }

  private static String fingerprint(String topic) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(topic.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, FINGERPRINT_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
