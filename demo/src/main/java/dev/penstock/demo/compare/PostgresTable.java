package dev.penstock.demo.compare;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A table of PostgreSQL's schema {@code public} as the comparison sees it. Immutable. */
public final class PostgresTable {
  private static final String COLUMNS =
      "SELECT column_name, udt_name FROM information_schema.columns"
          + " WHERE table_schema = 'public' AND table_name = ? ORDER BY ordinal_position";

  private static final String KEY =
      "SELECT a.attname FROM pg_index i"
          + " JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)"
          + " WHERE i.indisprimary AND i.indrelid = ?::regclass"
          + " ORDER BY array_position(i.indkey::int2[], a.attnum)";

  private final String name;
  private final List<ComparedColumn> columns;
  private final List<String> key;

  private PostgresTable(String name, List<ComparedColumn> columns, List<String> key) {
    this.name = name;
    this.columns = columns;
    this.key = key;
  }

  /** Reads the columns that the table has now. */
  public static PostgresTable load(Connection connection, String name) throws SQLException {
    List<ComparedColumn> columns = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(COLUMNS)) {
      statement.setString(1, name);
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          columns.add(column(result.getString(1), result.getString(2)));
        }
      }
    }
    List<String> key = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(KEY)) {
      statement.setString(1, name);
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          key.add(result.getString(1));
        }
      }
    }
    return new PostgresTable(name, List.copyOf(columns), List.copyOf(key));
  }

  private static ComparedColumn column(String name, String udtName) {
    boolean array = udtName.startsWith("_");
    return new ComparedColumn(
        name, ValueForm.ofPostgres(array ? udtName.substring(1) : udtName), array);
  }

  /** The table's name in both databases. */
  public String name() {
    return name;
  }

  List<ComparedColumn> columns() {
    return columns;
  }

  /** Reads every row. */
  public TableContent content(Connection connection) throws SQLException {
    String select =
        columns.stream()
            .map(ComparedColumn::select)
            .collect(Collectors.joining(", ", "SELECT ", " FROM \"" + name + "\""));
    ContentBuilder content = new ContentBuilder(this);
    try (PreparedStatement statement = connection.prepareStatement(select);
        ResultSet result = statement.executeQuery()) {
      while (result.next()) {
        List<@Nullable String> cells = new ArrayList<>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
          cells.add(columns.get(i).fromPostgres(result.getString(i + 1)));
        }
        content.add(cells);
      }
    }
    return content.build();
  }

  /** The content that rows of typed values would have. */
  public TableContent contentOf(Iterable<? extends Map<String, ? extends @Nullable Object>> rows) {
    ContentBuilder content = new ContentBuilder(this);
    for (Map<String, ? extends @Nullable Object> row : rows) {
      List<@Nullable String> cells = new ArrayList<>(columns.size());
      for (ComparedColumn column : columns) {
        cells.add(column.fromTyped(row.get(column.name())));
      }
      content.add(cells);
    }
    return content.build();
  }

  /** The text under which {@link TableContent#rows} has a key. */
  public String keyOf(List<? extends Object> values) {
    List<@Nullable String> texts = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      texts.add(column(key.get(i)).fromTyped(values.get(i)));
    }
    return CanonicalArray.text(texts);
  }

  private ComparedColumn column(String column) {
    return columns.stream().filter(c -> c.name().equals(column)).findFirst().orElseThrow();
  }

  /** Collects rows under their keys. */
  static final class ContentBuilder {
    private final PostgresTable table;
    private final int[] keyIndexes;
    private final Map<String, List<@Nullable String>> rows = new HashMap<>();
    private final List<String> repeatedKeys = new ArrayList<>();

    ContentBuilder(PostgresTable table) {
      this.table = table;
      List<String> names = table.columns.stream().map(ComparedColumn::name).toList();
      this.keyIndexes = table.key.stream().mapToInt(names::indexOf).toArray();
    }

    void add(List<@Nullable String> cells) {
      List<@Nullable String> key = new ArrayList<>();
      for (int index : keyIndexes) {
        key.add(cells.get(index));
      }
      String text = CanonicalArray.text(key);
      if (rows.put(text, cells) != null) {
        repeatedKeys.add(text);
      }
    }

    TableContent build() {
      return new TableContent(
          table.name,
          table.columns.stream().map(ComparedColumn::name).toList(),
          rows,
          List.copyOf(repeatedKeys));
    }
  }
}
