package dev.penstock.demo;

import dev.penstock.demo.progress.Progress;
import dev.penstock.demo.progress.TableView;
import dev.penstock.demo.stack.Stack;
import dev.penstock.demo.stack.StackException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Counts the rows of all tables on both sides for the page. Thread-safe. */
final class TableCounts {
  private final Stack stack;
  private final Progress progress;
  private final List<String> byOffset;
  private final List<String> byVersion;

  TableCounts(Stack stack, Progress progress, List<String> byOffset, List<String> byVersion) {
    this.stack = stack;
    this.progress = progress;
    this.byOffset = List.copyOf(byOffset);
    this.byVersion = List.copyOf(byVersion);
  }

  void refresh() {
    List<TableView> views = new ArrayList<>();
    try (Connection connection = stack.postgres().connect();
        Statement statement = connection.createStatement()) {
      for (String table : byOffset) {
        views.add(view(statement, table, "offset"));
      }
      for (String table : byVersion) {
        views.add(view(statement, table, "version / offset"));
      }
    } catch (SQLException e) {
      throw new StackException("PostgreSQL refused a count: " + e.getMessage(), e);
    }
    progress.show(views);
  }

  private TableView view(Statement statement, String table, String sequencing) throws SQLException {
    try (ResultSet result = statement.executeQuery("SELECT count(*) FROM " + table)) {
      result.next();
      return new TableView(
          table, sequencing, result.getLong(1), stack.local().rest().countRows(table));
    }
  }
}
