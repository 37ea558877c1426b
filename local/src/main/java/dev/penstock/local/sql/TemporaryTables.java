package dev.penstock.local.sql;

import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The temporary tables of a session by name (SQ-054). One owner thread at a time. */
final class TemporaryTables {
  /** How a statement may qualify them. */
  static final String QUALIFIER = "_SESSION";

  private final String dataset = "_script" + UUID.randomUUID().toString().replace("-", "");
  private final Map<String, TableMetadata> tables = new HashMap<>();
  private final Clock clock;

  TemporaryTables(Clock clock) {
    this.clock = clock;
  }

  /** The name of a temporary table in the hidden dataset. */
  TableId id(String project, List<String> path) {
    boolean qualified = path.size() == 2 && path.get(0).equalsIgnoreCase(QUALIFIER);
    if (path.size() != 1 && !qualified) {
      throw ServiceException.invalidQuery(
          "Invalid temporary table name: "
              + String.join(".", path)
              + " (expected: a bare name, or _SESSION and a name)");
    }
    return new TableId(project, dataset, path.get(path.size() - 1));
  }

  /**
   * Finds a table under the parts of a name; null when a statement names no temporary table by it.
   */
  @Nullable TableMetadata find(List<String> path) {
    boolean qualified = path.size() == 2 && path.get(0).equalsIgnoreCase(QUALIFIER);
    return path.size() == 1 || qualified ? tables.get(path.get(path.size() - 1)) : null;
  }

  /** Whether a table is one of them. */
  boolean holds(TableMetadata table) {
    return table.id().dataset().equals(dataset);
  }

  /** Remembers a table that lies in a DuckDB table, in the place of one of the same name. */
  void put(TableMetadata draft, String physicalName) {
    long now = clock.millis();
    TableMetadata table =
        new TableMetadata(
            draft.id(),
            physicalName,
            physicalName,
            now,
            now,
            draft.fields(),
            draft.primaryKey(),
            draft.clustering(),
            draft.partitioning(),
            draft.labels(),
            draft.options(),
            draft.description(),
            draft.friendlyName(),
            draft.expirationMillis(),
            false,
            null);
    tables.put(table.id().table(), table);
  }

  void remove(TableMetadata table) {
    tables.remove(table.id().table());
  }

  Map<String, TableMetadata> all() {
    return Map.copyOf(tables);
  }

  /** Goes back to what there was before a transaction. */
  void reset(Map<String, TableMetadata> before) {
    tables.clear();
    tables.putAll(before);
  }
}
