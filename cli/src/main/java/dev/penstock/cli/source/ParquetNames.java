package dev.penstock.cli.source;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The names in a file as it declares them. Where two become one, DuckDB gives the second a number
 * of its own, and nobody would hear of it. One owner thread.
 */
final class ParquetNames {
  private final ResultSet nodes;

  /**
   * Names of a file.
   *
   * @param nodes name and number of children of each node, parents before their children
   */
  ParquetNames(ResultSet nodes) {
    this.nodes = nodes;
  }

  /**
   * Checks all of them.
   *
   * @throws dev.penstock.core.error.IngestException SCHEMA_MISMATCH when two become one
   */
  void check() throws SQLException {
    nodes.next();
    checkChildren("", nodes.getInt(2));
  }

  private void checkChildren(String path, int count) throws SQLException {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      nodes.next();
      String name = nodes.getString(1);
      names.add(name);
      checkChildren(path.isEmpty() ? name : path + "." + name, nodes.getInt(2));
    }
    List<String> unused =
        DeclaredColumns.names(names, path.isEmpty() ? "column" : "'" + path + "', field");
  }
}
