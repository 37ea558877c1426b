package dev.penstock.core.sequence.source;

import dev.penstock.core.sequence.SequenceNumber;
import dev.penstock.core.sequence.SequenceSections;
import dev.penstock.core.sequence.TextPosition;
import dev.penstock.core.sequence.TextPosition.Format;

/**
 * A place in SQL Server's log: two positions of ten bytes and a number of four, one behind the
 * other in three sections. Rows of a snapshot stand right behind the commit at which it was taken.
 * Immutable.
 *
 * @param commit the transaction's commit
 * @param change the change itself
 * @param serial the event's number among those of the change, 0 to 2^32-1
 */
public record SqlServerPosition(Lsn commit, Lsn change, long serial) implements SourcePosition {
  private static final TextPosition LSN = new TextPosition(Format.MSSQL_LSN);
  private static final Lsn NONE = new Lsn(0, 0);
  private static final int SLOT_BITS = 16;

  /** How older versions of the connector write that there is no position. */
  private static final String UNAVAILABLE = "NULL";

  /**
   * A log position. Immutable.
   *
   * @param block file and block, eight bytes
   * @param slot the record in the block, 0 to 65535
   */
  public record Lsn(long block, int slot) {
    /** Checks the record's number. */
    public Lsn {
      if (slot >>> SLOT_BITS != 0) {
        throw new IllegalArgumentException("slot: " + slot + " (expected: 0..65535)");
      }
    }
  }

  /** Checks the serial number. */
  public SqlServerPosition {
    if (serial >>> Integer.SIZE != 0) {
      throw new IllegalArgumentException("serial: " + serial + " (expected: 0..2^32-1)");
    }
  }

  static SqlServerPosition read(SourceProperties source) {
    Lsn commit = lsn(source, "commit_lsn");
    String change = source.find("change_lsn");
    boolean atCommit = change == null || change.equals(UNAVAILABLE);
    if (atCommit && source.isInitialSnapshot()) {
      return new SqlServerPosition(commit, NONE, 0);
    }
    return new SqlServerPosition(
        commit, lsn(source, "change_lsn"), source.unsigned("event_serial_no", Integer.SIZE));
  }

  private static Lsn lsn(SourceProperties source, String name) {
    SequenceSections sections = new SequenceSections();
    String fault = LSN.encode(source.text(name), sections);
    if (fault != null) {
      throw source.refused(name, fault);
    }
    SequenceNumber number = sections.toNumber();
    return new Lsn(number.first(), (int) number.second());
  }

  @Override
  public void addTo(SequenceSections sections) {
    sections
        .add(commit.block)
        .add((long) commit.slot << (Long.SIZE - SLOT_BITS) | change.block >>> SLOT_BITS)
        .add(change.block << (Long.SIZE - SLOT_BITS) | (long) change.slot << Integer.SIZE | serial);
  }
}
