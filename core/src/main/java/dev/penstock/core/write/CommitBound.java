package dev.penstock.core.write;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.ServiceLimits;
import dev.penstock.core.table.TableAdmin;
import java.util.Locale;
import java.util.Set;

/**
 * How many bytes one commit takes, which depends on where the table lies. That is asked for only
 * when it matters. One owner thread.
 */
final class CommitBound {
  private static final Set<String> MULTI_REGIONS = Set.of("us", "eu");

  private final Destination destination;
  private final TableAdmin tables;
  private long knownBytes = ServiceLimits.COMMIT_BYTES.value();
  private boolean asked;

  CommitBound(Destination destination, TableAdmin tables) {
    this.destination = destination;
    this.tables = tables;
  }

  /** Refuses a load that no commit would take. */
  void require(long bytes) {
    if (bytes > knownBytes && !asked) {
      asked = true;
      if (MULTI_REGIONS.contains(tables.location(destination).toLowerCase(Locale.ROOT))) {
        knownBytes = ServiceLimits.MULTI_REGION_COMMIT_BYTES.value();
      }
    }
    if (bytes > knownBytes) {
      throw new IngestException(
          ErrorCode.REQUEST_INVALID,
          "Loading "
              + destination
              + " has come to "
              + bytes
              + " bytes, and one commit of streams takes "
              + knownBytes
              + " where the table lies. Nothing is stored. Load the rows in parts, or by a load"
              + " job.");
    }
  }
}
