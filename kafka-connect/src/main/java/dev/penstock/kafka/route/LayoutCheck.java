package dev.penstock.kafka.route;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Destination;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.kafka.config.SequenceOptions;
import dev.penstock.kafka.config.TableOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks once whether a table was written with sequence numbers of the same layout: an offset and a
 * version have no order between them, and the service would silently drop the smaller. One owner
 * thread.
 */
final class LayoutCheck {
  private static final Logger LOG = LoggerFactory.getLogger(LayoutCheck.class);

  private final Destination destination;
  private final SequenceOptions sequence;
  private final LiveTables tables;
  private boolean done;

  LayoutCheck(Destination destination, SequenceOptions sequence, LiveTables tables) {
    this.destination = destination;
    this.sequence = sequence;
    this.tables = tables;
  }

  /**
   * Checks before the first row.
   *
   * @throws IngestException INVALID_OPTION when the table's label names another layout
   */
  void check(TablePolicy policy) {
    if (done) {
      return;
    }
    String found = tables.labelsOf(destination, policy).get(TableOptions.LAYOUT_LABEL);
    if (found != null && !found.equals(sequence.layout())) {
      if (sequence.epoch() == 0) {
        throw new IngestException(
            ErrorCode.INVALID_OPTION,
            "Table "
                + destination
                + " was written with sequence numbers of layout '"
                + found
                + "', and this configuration makes '"
                + sequence.layout()
                + "', which has no order to them. Set cdcSequenceMode and"
                + " cdcChangeSequenceNumberField as they were, or set cdcSequenceEpoch to the"
                + " current time in milliseconds, which outranks all former numbers.");
      }
      LOG.warn(
          "Table {} was written with sequence numbers of layout '{}'; cdcSequenceEpoch {} must"
              + " outrank the first section of them all",
          destination,
          found,
          sequence.epoch());
    }
    done = true;
  }
}
