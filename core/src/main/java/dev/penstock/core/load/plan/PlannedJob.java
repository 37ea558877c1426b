package dev.penstock.core.load.plan;

import dev.penstock.core.job.WriteDisposition;
import dev.penstock.core.model.Destination;
import java.util.AbstractList;
import java.util.List;

/** A job of a plan. Its id follows from the commit and from what it reads. Immutable. */
public sealed interface PlannedJob {
  /** Names the run: a second submission of the same id adopts the first (RT-069). */
  String jobId();

  /** The table that the commit is for, which this job may only prepare. */
  Destination destination();

  /** The table that it writes. */
  Destination target();

  /** What becomes of the rows that the table holds. */
  WriteDisposition disposition();

  /** Whether it writes a temporary table, and creates it. */
  boolean isTemporary();

  /**
   * Reads neighbouring files of one group.
   *
   * @param from the first file
   * @param to the one after the last file
   * @param bytes of all its files
   * @param name what its id says besides the hash of its files
   */
  record Load(
      StagedGroup group,
      int from,
      int to,
      long bytes,
      Destination target,
      WriteDisposition disposition,
      boolean isTemporary,
      JobName name)
      implements PlannedJob {
    @Override
    public Destination destination() {
      return group.destination();
    }

    /** How many files it reads. */
    public int files() {
      return to - from;
    }

    /** The addresses of its files, asked for one by one. */
    public List<String> uris() {
      return new AbstractList<>() {
        @Override
        public String get(int index) {
          return group.uri().apply(from + index);
        }

        @Override
        public int size() {
          return to - from;
        }
      };
    }

    /** Reads all addresses at each call. */
    @Override
    public String jobId() {
      return name.of(destination(), uris());
    }
  }

  /**
   * Copies tables into one, in one step.
   *
   * @param destination the table that the commit is for
   * @param name what its id says besides the hash of its sources
   */
  record Copy(
      Destination destination,
      List<Destination> sources,
      Destination target,
      WriteDisposition disposition,
      boolean isTemporary,
      JobName name)
      implements PlannedJob {
    /** Copies the sources. */
    public Copy {
      sources = List.copyOf(sources);
    }

    @Override
    public String jobId() {
      return name.of(destination, sources.stream().map(Destination::resourceName).toList());
    }
  }

  /**
   * Replaces the rows of a table by those of another.
   *
   * @param name what its id says besides the hash of its source
   */
  record Query(Destination source, Destination target, JobName name) implements PlannedJob {
    @Override
    public Destination destination() {
      return target;
    }

    @Override
    public WriteDisposition disposition() {
      return WriteDisposition.TRUNCATE_DATA;
    }

    @Override
    public boolean isTemporary() {
      return false;
    }

    /** The statement. */
    public String sql() {
      return "SELECT * FROM " + source.quoted();
    }

    @Override
    public String jobId() {
      return name.of(target, List.of(source.resourceName()));
    }
  }
}
