package dev.penstock.demo;

import dev.penstock.demo.compare.LocalTable;
import dev.penstock.demo.compare.PostgresTable;
import dev.penstock.demo.compare.TableComparison;
import dev.penstock.demo.stack.LocalRest;
import dev.penstock.demo.stack.PostgresServer;
import dev.penstock.demo.stack.StackException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The comparison of all tables. Immutable.
 *
 * @param rows rows in either database
 * @param identicalRows rows that are equal in every cell
 * @param faults one line for each other row, and for each wrong column
 */
public record Verdict(int rows, int identicalRows, List<String> faults) {
  /** Copies the lines. */
  public Verdict {
    faults = List.copyOf(faults);
  }

  /** Reads and compares every row of the tables. */
  public static Verdict of(PostgresServer postgres, LocalRest local, List<String> tables) {
    int rows = 0;
    int identical = 0;
    List<String> faults = new ArrayList<>();
    try (Connection connection = postgres.connect()) {
      for (String name : tables) {
        PostgresTable expected = PostgresTable.load(connection, name);
        LocalTable actual = new LocalTable(local, name);
        faults.addAll(actual.schemaFaults(expected));
        TableComparison comparison =
            TableComparison.of(expected.content(connection), actual.content(expected));
        rows += comparison.rows();
        identical += comparison.identical();
        faults.addAll(comparison.differences());
      }
    } catch (SQLException e) {
      throw new StackException("PostgreSQL refused a query: " + e.getMessage(), e);
    }
    return new Verdict(rows, identical, faults);
  }

  /** Whether both databases hold the same. */
  public boolean isIdentical() {
    return faults.isEmpty() && rows == identicalRows;
  }

  /** The line that ends a run. */
  public String line() {
    return "identical: " + identicalRows + " of " + rows + " rows";
  }
}
