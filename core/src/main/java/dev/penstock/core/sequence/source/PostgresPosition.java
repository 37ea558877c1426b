package dev.penstock.core.sequence.source;

import dev.penstock.core.sequence.SequenceSections;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in PostgreSQL's log. The DELETE and the INSERT into which the move of a row to another
 * key is split share it. It goes back when another server or slot that was not synchronised takes
 * over.
 *
 * <p>Rows of a snapshot stand where the snapshot was taken. Immutable.
 *
 * @param lastCommitted the end of the last transaction before this one, unsigned; 0 when unknown
 * @param lsn the change itself, unsigned
 */
public record PostgresPosition(long lastCommitted, long lsn) implements SourcePosition {
  private static final Pattern SEQUENCE =
      Pattern.compile("\\s*\\[\\s*(?:null|\"([0-9]+)\")\\s*,\\s*\"([0-9]+)\"\\s*]\\s*");

  static PostgresPosition read(SourceProperties source) {
    Matcher matcher = SEQUENCE.matcher(source.text("sequence"));
    if (!matcher.matches()) {
      throw source.refused(
          "sequence",
          "is no pair of log positions (expected: a JSON array of two texts, such as"
              + " [\"24023128\",\"24023129\"], the first of which may be null)");
    }
    String last = matcher.group(1);
    long lsn = source.unsigned("sequence", matcher.group(2));
    if (source.find("lsn") != null && source.unsigned("lsn") != lsn) {
      throw source.refused(
          "lsn",
          "differs from the second position of 'sequence' (expected: the same). Hand over the"
              + " properties of the source unchanged");
    }
    return new PostgresPosition(last == null ? 0 : source.unsigned("sequence", last), lsn);
  }

  @Override
  public void addTo(SequenceSections sections) {
    sections.add(lastCommitted).add(lsn);
  }
}
