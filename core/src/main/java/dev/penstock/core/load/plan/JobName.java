package dev.penstock.core.load.plan;

import dev.penstock.core.job.JobIds;
import dev.penstock.core.model.Destination;
import java.util.AbstractList;
import java.util.List;

/**
 * What the id of a job of a commit says: its kind, the commit, a hash of what it reads, and its
 * place. Immutable.
 *
 * @param kind what the job does, a word
 * @param commitId the commit
 * @param place tells it from jobs that read the same; may be empty
 */
public record JobName(String kind, String commitId, String place) {
  private static final int HASH_BYTES = 8;

  /**
   * The id.
   *
   * @param destination the table that the commit is for
   * @param sources what the job reads
   */
  String of(Destination destination, List<String> sources) {
    List<String> read =
        new AbstractList<>() {
          @Override
          public String get(int index) {
            return index == 0 ? destination.resourceName() : sources.get(index - 1);
          }

          @Override
          public int size() {
            return sources.size() + 1;
          }
        };
    return "penstock_" + kind + "_" + commitId + "_" + JobIds.hash(HASH_BYTES, read) + place;
  }
}
