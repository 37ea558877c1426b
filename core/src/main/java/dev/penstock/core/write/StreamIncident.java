package dev.penstock.core.write;

import dev.penstock.core.connection.Failure;
import dev.penstock.core.model.Destination;
import dev.penstock.core.recovery.Incident;
import dev.penstock.core.recovery.RecoveryTable;
import dev.penstock.core.recovery.Repair;
import dev.penstock.core.recovery.Rule;
import dev.penstock.core.recovery.Sight;
import dev.penstock.core.recovery.Step;
import dev.penstock.core.table.TableAdmin;
import java.util.function.Predicate;

/**
 * A call about a stream that failed, and what can be found out about its table. One owner thread,
 * which waits for table metadata.
 */
final class StreamIncident implements Incident {
  private final Failure failure;
  private final Table table;

  /** The table of a stream. */
  private interface Table {
    Sight sight();

    default boolean mayCreate() {
      return false;
    }
  }

  private StreamIncident(Failure failure, Table table) {
    this.failure = failure;
    this.table = table;
  }

  /**
   * Says of failures to create a stream whether to go on, once the table is repaired.
   *
   * @throws dev.penstock.core.error.IngestException when it cannot be
   */
  static Predicate<Failure> opening(TableInspector inspector, Destination destination) {
    Table table =
        new Table() {
          @Override
          public Sight sight() {
            return inspector.sight();
          }

          @Override
          public boolean mayCreate() {
            return inspector.mayCreateTable();
          }
        };
    return failure -> {
      Rule rule = RecoveryTable.ruleFor(Step.OPEN, new StreamIncident(failure, table));
      if (rule.repair() == Repair.CREATE_TABLE) {
        inspector.makeTable();
      } else if (rule.repair() == Repair.FAIL && rule.said().isComplete()) {
        throw rule.said().about(failure, destination.toString(), "");
      }
      return rule.isRepeated();
    };
  }

  /** Says of failures to commit rows whether they may pass. */
  static Predicate<Failure> committing(TableAdmin tables, Destination destination) {
    Table table = () -> tables.find(destination).isPresent() ? Sight.THERE : Sight.GONE;
    return failure ->
        RecoveryTable.ruleFor(Step.COMMIT, new StreamIncident(failure, table)).isRepeated();
  }

  @Override
  public Failure failure() {
    return failure;
  }

  @Override
  public boolean mayCreateTable() {
    return table.mayCreate();
  }

  @Override
  public Sight table() {
    return table.sight();
  }
}
