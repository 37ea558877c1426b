package dev.penstock.core.model;

/** The identity of one BigQuery table. Immutable. */
public record Destination(String project, String dataset, String table) {
  /** Checks that no part is empty. */
  public Destination {
    requireNonEmpty("project", project);
    requireNonEmpty("dataset", dataset);
    requireNonEmpty("table", table);
  }

  private static void requireNonEmpty(String name, String value) {
    if (value.isEmpty()) {
      throw new IllegalArgumentException(name + ": '' (expected: not empty)");
    }
  }

  /** {@code projects/p/datasets/d/tables/t}, the resource name of the table. */
  public String resourceName() {
    return "projects/" + project + "/datasets/" + dataset + "/tables/" + table;
  }

  /** The table quoted for SQL: {@code `p.d.t`}. */
  public String quoted() {
    return SqlText.identifier(toString());
  }

  /** {@code p.d.t}. */
  @Override
  public String toString() {
    return project + "." + dataset + "." + table;
  }
}
