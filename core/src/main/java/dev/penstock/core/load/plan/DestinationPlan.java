package dev.penstock.core.load.plan;

import dev.penstock.core.model.Destination;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that bring the files of one table into it. Immutable.
 *
 * @param detour why they go through temporary tables; null when they are loaded directly
 * @param loads one for each part of each format
 * @param levels copies that make fewer tables of many; each level reads tables of those before it
 * @param union the copy that reads what is left: into the table itself, or into one temporary table
 *     for the query; null without temporary tables
 * @param query replaces the rows of the table; null for none
 */
public record DestinationPlan(
    Destination destination,
    @Nullable String detour,
    List<PlannedJob.Load> loads,
    List<List<PlannedJob.Copy>> levels,
    PlannedJob.@Nullable Copy union,
    PlannedJob.@Nullable Query query) {
  /** Copies the lists. */
  public DestinationPlan {
    Objects.requireNonNull(destination, "destination");
    loads = List.copyOf(loads);
    levels = levels.stream().map(List::copyOf).toList();
  }

  /** How many copy jobs there are. */
  public int copies() {
    return levels.stream().mapToInt(List::size).sum() + (union == null ? 0 : 1);
  }

  /**
   * The tables that are left over when all jobs are done, in the order in which they are filled.
   */
  public List<Destination> temporaryTables() {
    List<PlannedJob> jobs = new ArrayList<>(loads);
    levels.forEach(jobs::addAll);
    if (union != null) {
      jobs.add(union);
    }
    return jobs.stream().filter(PlannedJob::isTemporary).map(PlannedJob::target).toList();
  }
}
