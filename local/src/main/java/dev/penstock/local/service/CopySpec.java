package dev.penstock.local.service;

import dev.penstock.local.catalog.TableId;
import java.util.List;

/** A copy job to be run (RT-116). Immutable. */
public record CopySpec(JobHeader header, JobTarget target, List<TableId> sources)
    implements JobSpec {
  /** Copies the sources. */
  public CopySpec {
    sources = List.copyOf(sources);
  }
}
