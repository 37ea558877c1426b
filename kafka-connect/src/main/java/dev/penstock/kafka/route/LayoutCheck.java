package dev.penstock.kafka.route;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Destination;
import dev.penstock.core.sequence.SequenceLayout;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.kafka.config.SequenceOptions;
import java.util.Map;
import org.apache.kafka.connect.sink.SinkRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks whether the rows of a table have numbers that can be compared with those of this topic: an
 * offset and a version have no order between them, nor have offsets of two topics, and the service
 * would silently drop the smaller. One owner thread.
 */
final class LayoutCheck {
  private static final Logger LOG = LoggerFactory.getLogger(LayoutCheck.class);

  /** Before the first row, and before the second, when another task may have made the table. */
  private static final int LOOKS = 2;

  private final Destination destination;
  private final SequenceOptions sequence;
  private final LiveTables tables;
  private final RecordOrigin origin;
  private final String topic;
  private int looks;

  /**
   * A check for the records of one topic.
   *
   * @param topic the topic they are read from, before transforms renamed it
   */
  LayoutCheck(
      Destination destination,
      SequenceOptions sequence,
      LiveTables tables,
      RecordOrigin origin,
      String topic) {
    this.destination = destination;
    this.sequence = sequence;
    this.tables = tables;
    this.origin = origin;
    this.topic = topic;
  }

  /**
   * Checks before a row.
   *
   * @throws IngestException INVALID_OPTION when the rows of the table, or the record, have numbers
   *     without an order to those of the topic
   */
  void check(TablePolicy policy, SinkRecord record) {
    if (!sequence.comparesAcrossTopics() && !origin.topic(record).equals(topic)) {
      throw twoTopics(destination, topic, origin.topic(record));
    }
    if (looks == LOOKS) {
      return;
    }
    Map<String, String> labels = tables.labelsOf(destination, policy);
    String found = labels.get(SequenceLayout.LABEL_KEY);
    if (found == null) {
      looks++;
      return;
    }
    compare(found);
    looks = LOOKS;
  }

  private void compare(String found) {
    SequenceLayout own = sequence.layout(topic);
    switch (own.orderTo(found)) {
      case SAME -> {}
      case IF_EPOCH_IS_HIGHER ->
          LOG.warn(
              "Table {} was written with sequence numbers of layout '{}'; cdcSequenceEpoch {} must"
                  + " outrank the first section of them all",
              destination,
              found,
              sequence.epoch());
      case NONE -> throw otherLayout(found, own);
    }
  }

  private IngestException otherLayout(String found, SequenceLayout own) {
    return new IngestException(
        ErrorCode.INVALID_OPTION,
        "Table "
            + destination
            + " was written with sequence numbers of layout '"
            + found
            + "', and this configuration makes '"
            + own.label()
            + "' of topic "
            + topic
            + ", which has no order to them. Set cdcSequenceMode and cdcChangeSequenceNumberField"
            + " as they were, and give each topic its table. If the other numbers are history,"
            + " set cdcSequenceEpoch to the current time in milliseconds, which outranks them.");
  }

  /** Why two topics may not go to one table. */
  static IngestException twoTopics(Destination destination, String one, String other) {
    return new IngestException(
        ErrorCode.INVALID_OPTION,
        "topics: "
            + one
            + " and "
            + other
            + " both go to "
            + destination
            + " (expected: one topic a table, because offsets of different topics cannot be"
            + " compared). Set cdcChangeSequenceNumberField to a source position such as __lsn,"
            + " or give each topic its table.");
  }
}
