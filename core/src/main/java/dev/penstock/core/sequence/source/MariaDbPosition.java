package dev.penstock.core.sequence.source;

import dev.penstock.core.sequence.SequenceSections;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in the history of one MariaDB replication domain, by global transaction id: numbers of a
 * domain go on when another server takes over. Immutable.
 *
 * @param transaction the transaction's number in the domain; 0 for rows of the initial snapshot,
 *     which stand before all changes
 * @param position the event in the binlog
 * @param row the row in the event
 */
public record MariaDbPosition(long transaction, long position, long row) implements SourcePosition {
  private static final Pattern GTID = Pattern.compile("([0-9]{1,10})-[0-9]{1,10}-([0-9]{1,20})");

  static MariaDbPosition read(SourceProperties source, long domain) {
    if (source.isInitialSnapshot()) {
      return new MariaDbPosition(0, 0, 0);
    }
    Matcher matcher = GTID.matcher(source.text("gtid"));
    if (!matcher.matches()) {
      throw source.refused(
          "gtid", "is no id of one transaction (expected: DOMAIN-SERVER-NUMBER, such as 0-1-270)");
    }
    if (source.unsigned("gtid", matcher.group(1)) != domain) {
      throw source.refused(
          "gtid",
          "names another replication domain (expected: "
              + domain
              + "). Domains have no order between them; give each a table of its own");
    }
    return new MariaDbPosition(
        source.unsigned("gtid", matcher.group(2)), source.unsigned("pos"), source.unsigned("row"));
  }

  @Override
  public void addTo(SequenceSections sections) {
    sections.add(transaction).add(position).add(row);
  }
}
