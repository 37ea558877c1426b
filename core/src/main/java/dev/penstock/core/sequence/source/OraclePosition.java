package dev.penstock.core.sequence.source;

import dev.penstock.core.sequence.SequenceSections;

/**
 * A place in Oracle's redo log, by system change numbers. Changes of one transaction may share it.
 * Rows of a snapshot stand where the snapshot was taken. Immutable.
 *
 * @param commitScn the transaction's commit, unsigned
 * @param scn the change itself, unsigned
 */
public record OraclePosition(long commitScn, long scn) implements SourcePosition {

  static OraclePosition read(SourceProperties source, int redoThread) {
    if (source.find("redo_thread") != null && source.unsigned("redo_thread") != redoThread) {
      throw source.refused(
          "redo_thread",
          "names another thread (expected: "
              + redoThread
              + "). Changes of several redo threads are not ordered here; order by the offset of"
              + " the log");
    }
    if (source.find("commit_scn") == null && source.isInitialSnapshot()) {
      return new OraclePosition(source.unsigned("scn"), 0);
    }
    return new OraclePosition(source.unsigned("commit_scn"), source.unsigned("scn"));
  }

  @Override
  public void addTo(SequenceSections sections) {
    sections.add(commitScn).add(scn);
  }
}
