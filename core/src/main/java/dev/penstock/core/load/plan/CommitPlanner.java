package dev.penstock.core.load.plan;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.job.WriteDisposition;
import dev.penstock.core.model.Destination;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Works out how staged files become rows. The same request gives the same plan, and a plan that
 * does not fit into the limits of the service is refused before anything is done. Immutable.
 */
public final class CommitPlanner {
  private static final String CURE =
      " Let staged files grow larger before they roll, commit fewer rows at once, or split the"
          + " commit over more days.";

  private final CommitRequest request;
  private final CommitLimits limits;
  private long loads;
  private long copies;

  private CommitPlanner(CommitRequest request, CommitLimits limits) {
    this.request = request;
    this.limits = limits;
  }

  /**
   * The plan of a commit by the limits of the service.
   *
   * @throws IngestException INVALID_OPTION when a limit does not allow it
   */
  public static CommitPlan plan(CommitRequest request) {
    return plan(request, CommitLimits.ofService());
  }

  /**
   * The plan of a commit.
   *
   * @throws IngestException INVALID_OPTION when a limit does not allow it
   */
  public static CommitPlan plan(CommitRequest request, CommitLimits limits) {
    return new CommitPlanner(request, limits).plan();
  }

  private CommitPlan plan() {
    List<DestinationPlan> plans =
        request.groups().stream()
            .collect(
                Collectors.groupingBy(
                    group -> group.destination().toString(), TreeMap::new, Collectors.toList()))
            .values()
            .stream()
            .map(this::plan)
            .toList();
    return new CommitPlan(request, plans, limits);
  }

  private DestinationPlan plan(List<StagedGroup> unsorted) {
    List<StagedGroup> groups =
        unsorted.stream().sorted(Comparator.comparing(StagedGroup::format)).toList();
    requireDistinct(groups);
    List<FileRange> parts = groups.stream().flatMap(group -> parts(group).stream()).toList();
    loads += parts.size();
    requireWithin("load jobs", loads, limits.loads(), "QT-014");
    Destination destination = groups.get(0).destination();
    if (parts.size() > groups.size()) {
      return throughTables(destination, parts, overflow(groups, parts));
    }
    if (groups.size() > 1 && request.disposition().replaces()) {
      return throughTables(
          destination, parts, "files of several formats replace its rows in one step");
    }
    List<PlannedJob.Load> direct =
        parts.stream()
            .map(part -> part.into(destination, request.disposition(), name("load", "")))
            .toList();
    return new DestinationPlan(destination, null, direct, List.of(), null, null);
  }

  private void requireDistinct(List<StagedGroup> groups) {
    for (int i = 1; i < groups.size(); i++) {
      if (groups.get(i).format() == groups.get(i - 1).format()) {
        throw new IllegalArgumentException(
            "groups: two of "
                + groups.get(i).destination()
                + " in "
                + groups.get(i).format()
                + " (expected: one for each table and format)");
      }
    }
  }

  private static String overflow(List<StagedGroup> groups, List<FileRange> parts) {
    return String.format(
        Locale.ROOT,
        "%,d files of %,d bytes are more than one load job takes",
        groups.stream().mapToLong(StagedGroup::files).sum(),
        parts.stream().mapToLong(FileRange::bytes).sum());
  }

  /** Cuts a group in its order: a file goes into the next part once it does not fit this one. */
  private List<FileRange> parts(StagedGroup group) {
    List<FileRange> parts = new ArrayList<>();
    int from = 0;
    long bytes = 0;
    for (int file = 0; file < group.files(); file++) {
      long size = group.bytes().applyAsLong(file);
      if (size > limits.bytesPerLoad()) {
        throw tooLarge(group, file, size);
      }
      if (file - from == limits.filesPerLoad() || bytes + size > limits.bytesPerLoad()) {
        parts.add(new FileRange(group, from, file, bytes));
        from = file;
        bytes = 0;
      }
      bytes += size;
    }
    parts.add(new FileRange(group, from, group.files(), bytes));
    return parts;
  }

  private DestinationPlan throughTables(
      Destination destination, List<FileRange> parts, String reason) {
    TempTables tables = new TempTables(request, destination);
    List<PlannedJob.Load> leaves = leaves(tables, parts);
    List<Destination> left = leaves.stream().map(PlannedJob.Load::target).toList();
    List<List<PlannedJob.Copy>> levels = new ArrayList<>();
    while (left.size() > limits.sourcesPerCopy()) {
      List<PlannedJob.Copy> level = new ArrayList<>();
      left = reduced(destination, tables, left, levels.size() + 1, level);
      levels.add(level);
    }
    copies += levels.stream().mapToInt(List::size).sum() + 1L;
    requireWithin("copy jobs", copies, limits.copies(), "QT-017");
    if (request.disposition() != WriteDisposition.TRUNCATE_DATA) {
      PlannedJob.Copy union =
          new PlannedJob.Copy(
              destination, left, destination, request.disposition(), false, name("copy", ""));
      return new DestinationPlan(destination, reason, leaves, levels, union, null);
    }
    Destination aggregate = tables.aggregate();
    return new DestinationPlan(
        destination,
        reason,
        leaves,
        levels,
        temporary(destination, left, aggregate, "_aggregate"),
        new PlannedJob.Query(aggregate, destination, name("query", "")));
  }

  /** Numbers the tables of each format from 0. */
  private List<PlannedJob.Load> leaves(TempTables tables, List<FileRange> parts) {
    List<PlannedJob.Load> leaves = new ArrayList<>(parts.size());
    int partition = 0;
    for (FileRange part : parts) {
      partition = part.from() == 0 ? 0 : partition + 1;
      leaves.add(
          part.intoTemporary(
              tables.leaf(part.group().format(), partition), name("load", "_p" + partition)));
    }
    return leaves;
  }

  /** Copies neighbours together; one that has no neighbour left goes on as it is. */
  private List<Destination> reduced(
      Destination destination,
      TempTables tables,
      List<Destination> sources,
      int level,
      List<PlannedJob.Copy> copies) {
    List<Destination> reduced = new ArrayList<>();
    for (int from = 0; from < sources.size(); from += limits.sourcesPerCopy()) {
      List<Destination> group =
          sources.subList(from, Math.min(sources.size(), from + limits.sourcesPerCopy()));
      if (group.size() == 1) {
        reduced.add(group.get(0));
      } else {
        Destination target = tables.intermediate(level, copies.size());
        copies.add(temporary(destination, group, target, "_l" + level + "g" + copies.size()));
        reduced.add(target);
      }
    }
    return reduced;
  }

  private PlannedJob.Copy temporary(
      Destination destination, List<Destination> sources, Destination target, String place) {
    return new PlannedJob.Copy(
        destination, sources, target, WriteDisposition.TRUNCATE, true, name("copy", place));
  }

  private JobName name(String kind, String place) {
    return new JobName(kind, request.commitId(), place);
  }

  private void requireWithin(String what, long count, int limit, String fact) {
    if (count > limit) {
      throw new IngestException(
          ErrorCode.INVALID_OPTION,
          String.format(
                  Locale.ROOT,
                  "Commit %s is refused before any job: it needs at least %,d %s (expected: at most"
                      + " %,d, as many as a project may run a day, %s).",
                  request.commitId(),
                  count,
                  what,
                  limit,
                  fact)
              + CURE);
    }
  }

  private IngestException tooLarge(StagedGroup group, int file, long size) {
    return new IngestException(
        ErrorCode.INVALID_OPTION,
        String.format(
            Locale.ROOT,
            "Commit %s is refused before any job: file %s for %s has %,d bytes (expected: at most"
                + " %,d, which one load job takes, QT-015). Stage its rows in smaller files.",
            request.commitId(),
            group.uri().apply(file),
            group.destination(),
            size,
            limits.bytesPerLoad()));
  }
}
