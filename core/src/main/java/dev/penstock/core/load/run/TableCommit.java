package dev.penstock.core.load.run;

import dev.penstock.core.model.Destination;
import java.util.List;
import java.util.Objects;

/**
 * What a commit did to one table. Immutable.
 *
 * @param rows rows that loads read from files
 * @param bytes bytes of the files
 * @param jobIds its jobs in the order in which they were planned
 */
public record TableCommit(Destination destination, long rows, long bytes, List<String> jobIds) {
  /** Copies the ids. */
  public TableCommit {
    Objects.requireNonNull(destination, "destination");
    jobIds = List.copyOf(jobIds);
  }
}
