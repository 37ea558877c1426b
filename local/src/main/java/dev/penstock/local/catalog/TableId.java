package dev.penstock.local.catalog;

import org.jspecify.annotations.Nullable;

/**
 * The name of a table, which may be decorated with a partition of it. Dataset and table names are
 * case-sensitive. Immutable.
 */
public record TableId(String project, String dataset, String table) {
  /** {@code p:d.t}, as error texts show it (RT-009). */
  public String legacy() {
    return project + ":" + dataset + "." + table;
  }

  /** The partition that the name is decorated with; null for the whole table (RT-047). */
  public @Nullable String partition() {
    int dollar = table.indexOf('$');
    return dollar < 0 ? null : table.substring(dollar + 1);
  }

  /** The name without the partition. */
  public TableId whole() {
    int dollar = table.indexOf('$');
    return dollar < 0 ? this : new TableId(project, dataset, table.substring(0, dollar));
  }

  @Override
  public String toString() {
    return project + "." + dataset + "." + table;
  }
}
