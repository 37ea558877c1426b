package dev.penstock.core.load.plan;

import dev.penstock.core.job.FileFormat;
import dev.penstock.core.job.JobIds;
import dev.penstock.core.model.Destination;
import java.util.List;

/** The names of the temporary tables of one table in one commit. Immutable. */
final class TempTables {
  private static final int HASH_BYTES = 6;

  private final CommitRequest request;
  private final Destination destination;

  TempTables(CommitRequest request, Destination destination) {
    this.request = request;
    this.destination = destination;
  }

  /** A table that a load fills. */
  Destination leaf(FileFormat format, int partition) {
    return table(format.name(), "_p" + partition);
  }

  /** A table that a copy of others fills. */
  Destination intermediate(int level, int group) {
    return table("", "_l" + level + "_g" + group);
  }

  /** The one table that holds all rows of a commit. */
  Destination aggregate() {
    return table("", "_aggregate");
  }

  private Destination table(String format, String place) {
    String dataset = request.tempDataset();
    return new Destination(
        destination.project(),
        dataset == null ? destination.dataset() : dataset,
        "tmp_"
            + request.commitId()
            + "_"
            + JobIds.hash(HASH_BYTES, List.of(destination.resourceName(), format))
            + place);
  }
}
