package dev.penstock.flink;

import dev.penstock.core.model.Destination;
import java.io.Serial;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.regex.Pattern;
import org.apache.flink.annotation.PublicEvolving;
import org.jspecify.annotations.Nullable;

/** The identity of one BigQuery table. Immutable. */
@PublicEvolving
public final class TableDestination implements DestinationResolution, Serializable {
  @Serial private static final long serialVersionUID = 1L;

  /** <a href="https://cloud.google.com/bigquery/docs/datasets#dataset-naming">Datasets</a>. */
  private static final Pattern DATASET = Pattern.compile("[A-Za-z0-9_]{1,1024}");

  /** <a href="https://cloud.google.com/bigquery/docs/tables#table_naming">Tables</a>. */
  private static final Pattern TABLE =
      Pattern.compile("[\\p{L}\\p{M}\\p{N}\\p{Pc}\\p{Pd}\\p{Zs}]+(\\$[A-Za-z0-9_]+)?");

  private static final int MAX_TABLE_BYTES = 1_024;

  private final String project;
  private final String dataset;
  private final String table;

  private TableDestination(String project, String dataset, String table) {
    this.project = requirePart("project", project);
    this.dataset = requirePart("dataset", dataset);
    this.table = requirePart("table", table);
    require(
        DATASET.matcher(dataset).matches(), "dataset", dataset, "letters, digits and underscores");
    require(
        TABLE.matcher(table).matches()
            && table.getBytes(StandardCharsets.UTF_8).length <= MAX_TABLE_BYTES,
        "table",
        table,
        "letters, digits, spaces, dashes and underscores; project and dataset are apart from it");
  }

  /**
   * A table.
   *
   * @param dataset ASCII letters, digits and underscores, at most 1,024
   * @param table letters, digits, marks, connectors, dashes and spaces, at most 1,024 bytes; then
   *     perhaps a dollar sign and a partition
   * @throws IllegalArgumentException when a part is blank, holds a slash, starts or ends with white
   *     space, or is no name by these rules
   */
  public static TableDestination of(String project, String dataset, String table) {
    return new TableDestination(project, dataset, table);
  }

  private static void require(boolean met, String part, String value, String rule) {
    if (!met) {
      throw new IllegalArgumentException(part + ": '" + value + "' (expected: " + rule + ")");
    }
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
