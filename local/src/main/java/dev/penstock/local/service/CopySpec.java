package dev.penstock.local.service;

import dev.penstock.local.catalog.TableId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A copy job to be run (RT-116). Immutable.
 *
 * @param expirationMillis when the destination expires; null for never
 */
public record CopySpec(
    JobHeader header,
    JobTarget target,
    List<TableId> sources,
    Operation operation,
    @Nullable Long expirationMillis)
    implements JobSpec {
  /** What becomes of the source. */
  public enum Operation {
    COPY,
    SNAPSHOT,
    CLONE,
    RESTORE
  }

  /** Copies the sources. */
  public CopySpec {
    sources = List.copyOf(sources);
  }
}
