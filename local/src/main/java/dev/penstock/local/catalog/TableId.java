package dev.penstock.local.catalog;

/** The name of a table. Dataset and table names are case-sensitive. Immutable. */
public record TableId(String project, String dataset, String table) {
  /** {@code p:d.t}, as error texts show it (RT-009). */
  public String legacy() {
    return project + ":" + dataset + "." + table;
  }

  @Override
  public String toString() {
    return project + "." + dataset + "." + table;
  }
}
