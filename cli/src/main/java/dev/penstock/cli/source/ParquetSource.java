package dev.penstock.cli.source;

import dev.penstock.cli.source.DeclaredColumns.Declared;
import dev.penstock.cli.source.ParquetColumns.Leaf;
import dev.penstock.cli.source.ParquetColumns.Projected;
import dev.penstock.core.encode.SourceSchema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A Parquet file on this machine. One owner thread. */
final class ParquetSource implements Source {
  static final UriOption MEMORY_BYTES =
      new UriOption("memory-bytes", "268435456", "33554432..2147483647");
  static final List<UriOption> OPTIONS = List.of(MEMORY_BYTES);

  private static final int LEAST_MEMORY_BYTES = 1 << 25;

  private final ParquetFile file;
  private final int memoryBytes;

  /**
   * A source; the file is not read yet.
   *
   * @throws dev.penstock.core.error.IngestException INVALID_OPTION
   */
  ParquetSource(SourceUri uri) {
    this.memoryBytes =
        new UriOptions(uri, OPTIONS).number(MEMORY_BYTES, LEAST_MEMORY_BYTES, Integer.MAX_VALUE);
    this.file = ParquetFile.of(uri);
  }

  @Override
  public String tableName() {
    return file.tableName();
  }

  @Override
  public SourceTable inspect(Wanted wanted) {
    FileState state = file.state();
    file.checkMagic();
    try (Connection connection = DuckDb.open(memoryBytes)) {
      checkNames(connection);
      ParquetColumns maker = new ParquetColumns(file.toString(), leaves(connection));
      List<String> names = new ArrayList<>();
      List<ParquetType> types = new ArrayList<>();
      try (PreparedStatement statement =
              connection.prepareStatement("DESCRIBE SELECT * FROM " + ParquetFile.ROWS);
          ResultSet columns = bind(statement).executeQuery()) {
        while (columns.next()) {
          names.add(columns.getString(1));
          types.add(ParquetType.parse(columns.getString(2)));
        }
      }
      return table(state, maker, names, types, rowCount(connection), wanted);
    } catch (SQLException e) {
      throw file.unreadable(e);
    }
  }

  private PreparedStatement bind(PreparedStatement statement) throws SQLException {
    statement.setString(1, file.pattern());
    return statement;
  }

  private void checkNames(Connection connection) throws SQLException {
    try (PreparedStatement statement =
            connection.prepareStatement("SELECT name, num_children FROM parquet_schema(?)");
        ResultSet nodes = bind(statement).executeQuery()) {
      new ParquetNames(nodes).check();
    }
  }

  /** The scalars as the file declares them, without the structs and lists around them. */
  private List<Leaf> leaves(Connection connection) throws SQLException {
    List<Leaf> leaves = new ArrayList<>();
    try (PreparedStatement statement =
            connection.prepareStatement(
                "SELECT type, precision FROM parquet_schema(?)"
                    + " WHERE coalesce(num_children, 0) = 0");
        ResultSet rows = bind(statement).executeQuery()) {
      while (rows.next()) {
        leaves.add(new Leaf(String.valueOf(rows.getString(1)), rows.getInt(2)));
      }
    }
    return leaves;
  }

  private long rowCount(Connection connection) throws SQLException {
    try (PreparedStatement statement =
            connection.prepareStatement("SELECT num_rows FROM parquet_file_metadata(?)");
        ResultSet row = bind(statement).executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  private SourceTable table(
      FileState state,
      ParquetColumns maker,
      List<String> names,
      List<ParquetType> types,
      long rowCount,
      Wanted wanted) {
    List<Declared> declared = new ArrayList<>();
    List<String> expressions = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Projected column = maker.column(names.get(i), types.get(i), "c" + i);
      declared.add(new Declared(column.field(), "the type in the file"));
      expressions.add(column.sql());
    }
    DeclaredColumns columns = DeclaredColumns.of(declared, wanted);
    String aliases =
        IntStream.range(0, names.size()).mapToObj(i -> "c" + i).collect(Collectors.joining(", "));
    return new ParquetTable(
        file,
        state,
        memoryBytes,
        "SELECT "
            + String.join(", ", expressions)
            + " FROM "
            + ParquetFile.ROWS
            + " AS t("
            + aliases
            + ")",
        new SourceSchema(columns.fields()),
        columns.reports(),
        rowCount);
  }
}
