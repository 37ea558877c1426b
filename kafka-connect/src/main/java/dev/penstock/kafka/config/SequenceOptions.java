package dev.penstock.kafka.config;

import dev.penstock.core.sequence.SequenceLayout;
import dev.penstock.kafka.config.Choices.MissingSequence;
import dev.penstock.kafka.config.Choices.SequenceMode;
import java.util.Arrays;
import java.util.List;

/**
 * What orders the changes of one key. Immutable.
 *
 * @param fields the fields before the offset; empty unless the mode is FIELD_OFFSET
 * @param epoch the leading section; 0 for none
 * @param missing what becomes of a record whose field is absent
 */
public record SequenceOptions(
    SequenceMode mode, List<SequenceField> fields, long epoch, MissingSequence missing) {
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

  /** The layout of the numbers of a topic's records; its label names the topic where it matters. */
  public SequenceLayout layout(String topic) {
    String kind =
        switch (mode) {
          case NONE -> "none";
          case OFFSET -> "offset";
          case KAFKA_TIMESTAMP_OFFSET -> "timestamp-offset";
          case FIELD_OFFSET -> "field-offset";
        };
    return new SequenceLayout(kind, sections(), epoch, comparesAcrossTopics() ? null : topic);
  }
}
