package dev.penstock.core.sequence.source;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.sequence.SequenceSections;
import java.util.regex.Pattern;

/**
 * A commit timestamp of TiDB. The DELETE and the INSERT into which TiCDC splits the move of a row
 * to another key share it, as do all changes of a transaction. Immutable.
 *
 * @param commitTs the timestamp oracle's number, never 0
 */
public record TicdcPosition(long commitTs) implements SourcePosition {
  private static final Pattern CLUSTER = Pattern.compile("[a-zA-Z0-9]+(-[a-zA-Z0-9]+)*");

  /** Reads changes of one cluster. */
  record Cluster(String id) {
    Cluster {
      if (!CLUSTER.matcher(id).matches()) {
        throw new IngestException(
            ErrorCode.INVALID_OPTION,
            "cluster id: " + id + " (expected: letters and digits, with single hyphens between)");
      }
    }

    TicdcPosition read(SourceProperties source) {
      if (!source.text("cluster_id").equals(id)) {
        throw source.refused(
            "cluster_id",
            "names another cluster (expected: "
                + id
                + "). Clusters have no order between them; give each a table of its own");
      }
      String snapshot = source.find("snapshot");
      if (snapshot != null && !snapshot.equals("false")) {
        throw source.refused("snapshot", "marks a row of a snapshot (expected: false, or absent)");
      }
      long commitTs = source.unsigned("commit_ts");
      if (commitTs == 0) {
        throw source.refused("commit_ts", "is 0 (expected: a timestamp). Use TiCDC 8.0 or later");
      }
      return new TicdcPosition(commitTs);
    }
  }

  @Override
  public void addTo(SequenceSections sections) {
    sections.add(commitTs);
  }
}
