package dev.penstock.core.publish;

import dev.penstock.core.model.Destination;
import dev.penstock.core.model.TableSpec;
import dev.penstock.core.table.NewColumn;
import java.util.List;
import java.util.Map;

/**
 * One step of a plan. Steps run in order, and each either happens whole or not at all. Immutable.
 */
public sealed interface Step {
  /** The table that the step changes or reads. */
  Destination table();

  /** Whether the service does it as a job, whose id can be asked for after a crash. */
  default boolean isJob() {
    return this instanceof CopyTable
        || this instanceof RunQuery
        || (this instanceof LoadRows load && load.method() == LoadMethod.LOAD_JOB);
  }

  /**
   * Makes a table.
   *
   * @param staging whether it is one that the run drops at its end, and the service a day later
   */
  record CreateTable(Destination table, TableSpec spec, Map<String, String> labels, boolean staging)
      implements Step {
    /** Copies the labels. */
    public CreateTable {
      labels = Map.copyOf(labels);
    }
  }

  /** Adds columns at the end of a table or of its STRUCTs. */
  record AddColumns(Destination table, List<NewColumn> columns) implements Step {
    /** Copies the list. */
    public AddColumns {
      columns = List.copyOf(columns);
    }
  }

  /** Makes REQUIRED columns NULLABLE. */
  record RelaxColumns(Destination table, List<String> columns) implements Step {
    /** Copies the list. */
    public RelaxColumns {
      columns = List.copyOf(columns);
    }
  }

  /**
   * Brings the rows of the source, readable all at once.
   *
   * @param sequenced whether each row gets its number in the source, in the column {@link
   *     PublishPlan#SEQUENCE_COLUMN}
   */
  record LoadRows(Destination table, LoadMethod method, boolean sequenced) implements Step {}

  /**
   * Counts what the table holds, and compares it with what was loaded.
   *
   * @param key columns whose distinct values are counted; empty for none
   */
  record CheckRows(Destination table, List<String> key, String sql) implements Step {
    /** Copies the key. */
    public CheckRows {
      key = List.copyOf(key);
    }
  }

  /**
   * Compares the number of rows that the table tells of itself with what was loaded: exact where
   * load jobs wrote.
   */
  record CheckRowCount(Destination table) implements Step {}

  /** Puts the rows, columns and key of one table in place of those of another. */
  record CopyTable(Destination from, Destination table) implements Step {}

  /** Takes off a table the labels and the lifetime that its copy may have brought along. */
  record ReleaseTable(Destination from, Destination table) implements Step {}

  /** Runs a statement that writes the table. */
  record RunQuery(Destination table, String sql) implements Step {}

  /** Removes a table; none is no failure. */
  record DropTable(Destination table) implements Step {}
}
