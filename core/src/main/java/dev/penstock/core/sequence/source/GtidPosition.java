package dev.penstock.core.sequence.source;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.sequence.SequenceSections;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in the history of MySQL servers that took over from each other, by global transaction id.
 * Immutable.
 *
 * @param epoch the place of the server in the order in which they took over, from 1; 0 for rows of
 *     the initial snapshot, which stand before all changes
 * @param transaction the transaction's number on its server
 * @param position the event in the binlog
 * @param row the row in the event
 */
public record GtidPosition(long epoch, long transaction, long position, long row)
    implements SourcePosition {
  private static final Pattern UUID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final Pattern GTID = Pattern.compile("([0-9a-fA-F-]{36}):([0-9]{1,20})");
  private static final Pattern TAGGED = Pattern.compile("[0-9a-fA-F-]{36}:[a-zA-Z_].*");

  /** Reads changes of servers in the order in which they took over. */
  record Servers(List<String> uuids) {
    Servers {
      if (uuids.isEmpty()) {
        throw invalid("is empty (expected: the UUID of each server, oldest first)");
      }
      List<String> lower = new ArrayList<>();
      for (String uuid : uuids) {
        String folded = uuid.toLowerCase(Locale.ROOT);
        if (!UUID.matcher(folded).matches()) {
          throw invalid(uuid + " (expected: a UUID such as 24bc7850-2c16-11e6-a073-0242ac110002)");
        }
        if (lower.contains(folded)) {
          throw invalid(uuid + " (expected: each server once)");
        }
        lower.add(folded);
      }
      uuids = List.copyOf(lower);
    }

    private static IngestException invalid(String rest) {
      return new IngestException(ErrorCode.INVALID_OPTION, "server UUIDs: " + rest);
    }

    GtidPosition read(SourceProperties source) {
      if (source.isInitialSnapshot()) {
        return new GtidPosition(0, 0, 0, 0);
      }
      String gtid = source.text("gtid");
      Matcher matcher = GTID.matcher(gtid);
      if (!matcher.matches()) {
        throw source.refused(
            "gtid",
            TAGGED.matcher(gtid).matches()
                ? "has a tag (expected: UUID:NUMBER). Transactions of different tags have no order;"
                    + " turn tags off at the source"
                : "is no id of one transaction (expected: UUID:NUMBER)");
      }
      long epoch = uuids.indexOf(matcher.group(1).toLowerCase(Locale.ROOT)) + 1L;
      if (epoch == 0) {
        throw source.refused(
            "gtid",
            "names a server that is not in the list (expected: one of the "
                + uuids.size()
                + " given). Add the server that took over at the end of the list");
      }
      return new GtidPosition(
          epoch,
          source.unsigned("gtid", matcher.group(2)),
          source.unsigned("pos"),
          source.unsigned("row"));
    }
  }

  @Override
  public void addTo(SequenceSections sections) {
    sections.add(epoch).add(transaction).add(position).add(row);
  }
}
