package dev.penstock.demo.operations;

import dev.penstock.demo.compare.LocalTable;
import dev.penstock.demo.compare.PostgresTable;
import dev.penstock.demo.compare.TableComparison;
import dev.penstock.demo.compare.TableContent;
import dev.penstock.demo.stack.Stack;
import dev.penstock.demo.stack.Wait;
import dev.penstock.testkit.history.ChangeHistory;
import dev.penstock.testkit.history.KeyState;
import dev.penstock.testkit.history.Operation;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compares BigQuery with the history and with PostgreSQL after an operation. One owner thread. */
final class StateCheck {
  private static final Duration VISIBLE_BOUND = Duration.ofSeconds(20);
  private static final Duration POLL = Duration.ofMillis(10);
  private static final int SHOWN_TEXT = 60;

  private final Stack stack;
  private final ChangeHistory history;

  StateCheck(Stack stack, ChangeHistory history) {
    this.stack = stack;
    this.history = history;
  }

  /** Waits until all touched tables are as expected; false when the bound passes first. */
  boolean await(Connection connection, Operation operation) throws SQLException {
    long deadline = System.nanoTime() + VISIBLE_BOUND.toNanos();
    List<PostgresTable> tables = tables(connection, operation);
    while (!asExpected(tables, operation)) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      Wait.pause(POLL);
    }
    return true;
  }

  private List<PostgresTable> tables(Connection connection, Operation operation)
      throws SQLException {
    List<PostgresTable> tables = new ArrayList<>();
    for (String name : OperationsRun.touched(history, operation)) {
      tables.add(PostgresTable.load(connection, name));
    }
    return tables;
  }

  private boolean asExpected(List<PostgresTable> tables, Operation operation) {
    for (PostgresTable table : tables) {
      if (!isIdentical(expected(table, operation), actual(table))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isIdentical(TableContent expected, TableContent actual) {
    return TableComparison.of(expected, actual).differences().isEmpty();
  }

  private TableContent expected(PostgresTable table, Operation operation) {
    return table.contentOf(
        history.stateAfter(operation.number(), history.profile("F")).rows(table.name()).values());
  }

  private TableContent actual(PostgresTable table) {
    return new LocalTable(stack.local().rest(), table.name()).content(table);
  }

  /** The result as it stands now. */
  OperationResult result(Connection connection, Operation operation, List<String> done)
      throws SQLException {
    List<String> expected = new ArrayList<>();
    List<String> actual = new ArrayList<>();
    boolean ok = true;
    for (PostgresTable table : tables(connection, operation)) {
      TableContent wanted = expected(table, operation);
      TableContent found = actual(table);
      ok &= isIdentical(wanted, found) && isIdentical(table.content(connection), found);
      for (KeyState state : OperationsRun.shown(history, operation)) {
        if (state.table().equals(table.name())) {
          String key = table.keyOf(state.key());
          expected.add(row(wanted, key));
          actual.add(row(found, key));
        }
      }
    }
    return new OperationResult(operation.number(), operation.title(), done, expected, actual, ok);
  }

  private static String row(TableContent content, String key) {
    Map<String, List<@Nullable String>> rows = content.rows();
    List<@Nullable String> row = rows.get(key);
    if (row == null) {
      return content.table() + " " + key + ": absent";
    }
    StringBuilder text = new StringBuilder(content.table() + " " + key + ":");
    for (int i = 0; i < row.size(); i++) {
      String cell = row.get(i);
      if (cell != null && !cell.equals("[]")) {
        text.append(' ').append(content.columns().get(i)).append('=').append(shortened(cell));
      }
    }
    return text.toString();
  }

  private static String shortened(String cell) {
    return cell.length() <= SHOWN_TEXT
        ? cell
        : cell.substring(0, SHOWN_TEXT) + "… (" + cell.length() + " characters)";
  }
}
