package dev.penstock.core.sequence.source;

import dev.penstock.core.sequence.SequenceNumber;
import dev.penstock.core.sequence.SequenceSections;

/**
 * Where a source says that a change stands. The order of positions of one kind is the order of
 * their sequence numbers. Immutable.
 */
public sealed interface SourcePosition
    permits BinlogPosition,
        GtidPosition,
        MariaDbPosition,
        MongoPosition,
        OraclePosition,
        PostgresPosition,
        SpannerPosition,
        SqlServerPosition,
        TicdcPosition {
  /** Adds the sections, as many for every position of the kind. */
  void addTo(SequenceSections sections);

  /** The number of these sections alone. */
  default SequenceNumber toSequence() {
    SequenceSections sections = new SequenceSections();
    addTo(sections);
    return sections.toNumber();
  }
}
