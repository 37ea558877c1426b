package dev.penstock.core.load.run;

import dev.penstock.core.job.JobTarget.SchemaChange;
import dev.penstock.core.job.WriteDisposition;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.table.LiveTable;
import dev.penstock.core.table.NewColumn;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.table.TablePolicy;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables of a connection. Jobs get the columns of the live table, to which those of the files
 * are added where that is allowed; a table whose rows and schema are replaced gets those of the
 * files. Thread-safe when its function is.
 */
public final class ServiceTables implements CommitTables {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceTables.class);

  private final TableAdmin tables;
  private final WriteDisposition disposition;
  private final Function<Destination, Wanted> wanted;

  /**
   * Tables for commits of one kind.
   *
   * @param wanted what the files of a table are made for
   */
  public ServiceTables(
      TableAdmin tables, WriteDisposition disposition, Function<Destination, Wanted> wanted) {
    this.tables = tables;
    this.disposition = disposition;
    this.wanted = wanted;
  }

  /**
   * What the files of a table are made for. Immutable.
   *
   * @param policy what may be done to the table
   * @param columns of the files, and of a new table
   */
  public record Wanted(TablePolicy policy, List<Column> columns) {
    /** Copies the columns. */
    public Wanted {
      Objects.requireNonNull(policy, "policy");
      columns = List.copyOf(columns);
    }
  }

  @Override
  public CommitTarget prepare(Destination destination) {
    Wanted files = wanted.apply(destination);
    TableSchema columns = new TableSchema(files.columns());
    LiveTable live = tables.ensure(destination, files.policy(), files.columns(), false);
    if (disposition == WriteDisposition.TRUNCATE) {
      return target(live, columns, Set.of());
    }
    if (files.policy().mayChangeColumns() && !live.holds(columns)) {
      live = tables.unite(destination, columns, files.policy());
    }
    Set<SchemaChange> changes = EnumSet.noneOf(SchemaChange.class);
    if (files.policy().addColumns()) {
      changes.add(SchemaChange.ALLOW_FIELD_ADDITION);
    }
    if (files.policy().relaxRequired()) {
      changes.add(SchemaChange.ALLOW_FIELD_RELAXATION);
    }
    List<NewColumn> missing = NewColumn.missing(live.schema(), columns);
    if (!missing.isEmpty()) {
      LOG.warn(
          "Table {} lacks columns that its staged files have, and the load leaves them out: {}",
          destination,
          missing.stream().map(NewColumn::path).toList());
    }
    return target(live, live.schema(), changes);
  }

  private static CommitTarget target(
      LiveTable live, TableSchema schema, Set<SchemaChange> changes) {
    return new CommitTarget(
        schema,
        live.partition().orElse(null),
        live.clustering(),
        changes,
        live.location().isEmpty() ? null : live.location());
  }

  @Override
  public void drop(Destination table) {
    tables.drop(table);
  }
}
