package dev.penstock.core.sequence.source;

import dev.penstock.core.model.ChangeType;
import dev.penstock.core.sequence.SequenceLayout;
import dev.penstock.core.sequence.SequenceNumber;
import dev.penstock.core.sequence.SequenceSections;
import dev.penstock.core.sequence.TieBreaker;
import java.util.Map;

/**
 * How the changes of a table are ordered by their source: epoch, position, tie-breaker. Fixed for
 * the life of the table; a new order needs an epoch above every first section before. Immutable.
 *
 * @param reader reads the positions
 * @param epoch the first section; 0 for none
 * @param tieBreaker the last section
 */
public record SourceOrder(PositionReader reader, long epoch, TieBreaker tieBreaker) {
  /** Checks that a number holds all sections. */
  public SourceOrder {
    layout(reader.kind(), epoch, tieBreaker);
  }

  /** By position alone. */
  public static SourceOrder of(PositionReader reader) {
    return new SourceOrder(reader, 0, TieBreaker.NONE);
  }

  /**
   * The number of a change.
   *
   * @param source the properties of the source
   * @param ordinal the place of the change in the log that it is read from
   * @throws dev.penstock.core.error.IngestException SEQUENCE_INVALID when the source gives no
   *     position
   */
  public SequenceNumber number(Map<String, String> source, ChangeType change, long ordinal) {
    SequenceSections sections = new SequenceSections();
    if (epoch != 0) {
      sections.add(epoch);
    }
    reader.read(source).addTo(sections);
    tieBreaker.addTo(sections, change, ordinal);
    return sections.toNumber();
  }

  /** The layout of the numbers. */
  public SequenceLayout layout() {
    return layout(reader.kind(), epoch, tieBreaker);
  }

  private static SequenceLayout layout(SourceKind kind, long epoch, TieBreaker tieBreaker) {
    String word = tieBreaker == TieBreaker.NONE ? "" : "-" + tieBreaker.word();
    int sections = (epoch == 0 ? 0 : 1) + kind.sections().size() + tieBreaker.sections();
    return new SequenceLayout(kind.word() + word, sections, epoch, null);
  }
}
