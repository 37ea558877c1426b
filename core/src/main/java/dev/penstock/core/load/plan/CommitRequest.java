package dev.penstock.core.load.plan;

import dev.penstock.core.job.WriteDisposition;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Files that become rows of their tables together. Immutable.
 *
 * @param commitId names the commit in job ids and temporary tables: letters, digits, underscores
 *     and dashes; the same id and files make the same jobs, so that a repetition adopts them
 * @param groups one for each table and format
 * @param disposition what happens to rows that a table holds
 * @param tempDataset where temporary tables lie, in the project of each table; null for the dataset
 *     of the table itself
 */
public record CommitRequest(
    String commitId,
    List<StagedGroup> groups,
    WriteDisposition disposition,
    @Nullable String tempDataset) {
  /** Leaves room in a table's name of 1,024 bytes and a job's id of 1,024 characters (RT-068). */
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,512}");

  /** Copies the groups and checks the id. */
  public CommitRequest {
    Objects.requireNonNull(disposition, "disposition");
    groups = List.copyOf(groups);
    if (!ID.matcher(commitId).matches()) {
      throw new IllegalArgumentException(
          "commitId: '"
              + commitId
              + "' (expected: 1 to 512 letters, digits, underscores and dashes)");
    }
  }
}
