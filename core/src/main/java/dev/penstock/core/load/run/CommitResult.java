package dev.penstock.core.load.run;

import java.util.List;

/**
 * What a commit did. Immutable.
 *
 * @param tables in the order of the plan
 * @param leftovers what could not be removed in the end, for people
 */
public record CommitResult(List<TableCommit> tables, List<String> leftovers) {
  /** Copies the lists. */
  public CommitResult {
    tables = List.copyOf(tables);
    leftovers = List.copyOf(leftovers);
  }

  /** Rows that loads read from files. */
  public long rows() {
    return tables.stream().mapToLong(TableCommit::rows).sum();
  }

  /** Bytes of the files. */
  public long bytes() {
    return tables.stream().mapToLong(TableCommit::bytes).sum();
  }
}
