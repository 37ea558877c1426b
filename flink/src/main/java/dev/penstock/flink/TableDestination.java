package dev.penstock.flink;

import dev.penstock.core.model.Destination;
import java.io.Serial;
import java.io.Serializable;
import java.util.Objects;
import org.apache.flink.annotation.PublicEvolving;
import org.jspecify.annotations.Nullable;

/** The identity of one BigQuery table. Immutable. */
@PublicEvolving
public final class TableDestination implements DestinationResolution, Serializable {
  @Serial private static final long serialVersionUID = 1L;

  private final String project;
  private final String dataset;
  private final String table;

  private TableDestination(String project, String dataset, String table) {
    this.project = requirePart("project", project);
    this.dataset = requirePart("dataset", dataset);
    this.table = requirePart("table", table);
  }

  /**
   * A table.
   *
   * @throws IllegalArgumentException when a part is blank, holds a slash, or starts or ends with
   *     white space
   */
  public static TableDestination of(String project, String dataset, String table) {
    return new TableDestination(project, dataset, table);
  }

  private static String requirePart(String name, String value) {
    Objects.requireNonNull(value, name);
    if (value.isBlank() || value.indexOf('/') >= 0 || !value.strip().equals(value)) {
      throw new IllegalArgumentException(
          name + ": '" + value + "' (expected: a name without slash and surrounding white space)");
    }
    return value;
  }

  /** The project. */
  public String getProject() {
    return project;
  }

  /** The dataset. */
  public String getDataset() {
    return dataset;
  }

  /** The table. */
  public String getTable() {
    return table;
  }

  /** The same identity as the engine names it. */
  public Destination toDestination() {
    return new Destination(project, dataset, table);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TableDestination that
        && table.equals(that.table)
        && dataset.equals(that.dataset)
        && project.equals(that.project);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * project.hashCode() + dataset.hashCode()) + table.hashCode();
  }

  /** {@code project.dataset.table}. */
  @Override
  public String toString() {
    return project + "." + dataset + "." + table;
  }
}
