package dev.penstock.core.load.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Everything that a commit will do, within the limits of the service. Immutable. */
public final class CommitPlan {
  private final CommitRequest request;
  private final List<DestinationPlan> destinations;
  private final CommitLimits limits;

  CommitPlan(CommitRequest request, List<DestinationPlan> destinations, CommitLimits limits) {
    this.request = request;
    this.destinations = List.copyOf(destinations);
    this.limits = limits;
  }

  /** What it was made for. */
  public CommitRequest request() {
    return request;
  }

  /** What happens to each table, in the order of their names. */
  public List<DestinationPlan> destinations() {
    return destinations;
  }

  /** How many load jobs there are. */
  public long loads() {
    return destinations.stream().mapToLong(each -> each.loads().size()).sum();
  }

  /** How many copy jobs there are. */
  public long copies() {
    return destinations.stream().mapToLong(DestinationPlan::copies).sum();
  }

  /** How many queries there are. */
  public long queries() {
    return destinations.stream().map(DestinationPlan::query).filter(Objects::nonNull).count();
  }

  /** The jobs in the order in which they run. */
  public List<Wave> waves() {
    List<Wave> waves = new ArrayList<>();
    add(
        waves,
        "load",
        limits.pendingJobs(),
        destinations.stream().flatMap(d -> d.loads().stream()));
    int deepest = destinations.stream().mapToInt(d -> d.levels().size()).max().orElse(0);
    for (int level = 0; level < deepest; level++) {
      int index = level;
      add(
          waves,
          "copy, level " + (level + 1),
          limits.pendingJobs(),
          destinations.stream()
              .filter(d -> index < d.levels().size())
              .flatMap(d -> d.levels().get(index).stream()));
    }
    add(
        waves,
        "copy all that is left",
        limits.pendingJobs(),
        destinations.stream().map(DestinationPlan::union).filter(Objects::nonNull));
    add(
        waves,
        "query",
        limits.pendingQueries(),
        destinations.stream().map(DestinationPlan::query).filter(Objects::nonNull));
    return waves;
  }

  private static void add(
      List<Wave> waves, String title, int limit, Stream<? extends PlannedJob> jobs) {
    List<? extends PlannedJob> all = jobs.toList();
    for (int from = 0; from < all.size(); from += limit) {
      waves.add(
          new Wave(title, List.copyOf(all.subList(from, Math.min(all.size(), from + limit)))));
    }
  }

  /** The plan for people. */
  public String text() {
    return CommitPlanText.of(this);
  }
}
