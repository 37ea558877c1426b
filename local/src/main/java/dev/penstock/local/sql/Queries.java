package dev.penstock.local.sql;

import com.google.zetasql.StructType;
import com.google.zetasql.Type;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedOutputColumn;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedQueryStmt;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.rows.RowStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs SELECT. Thread-safe. */
final class Queries {
  /** What a translated statement may grow to; DuckDB would take minutes to plan more. */
  private static final int MAX_SQL_CHARS = 4_000_000;

  private final RowStore rows;
  private final long maxResultBytes;

  Queries(RowStore rows, long maxResultBytes) {
    this.rows = rows;
    this.maxResultBytes = maxResultBytes;
  }

  SqlResult run(Statement statement) {
    ResolvedQueryStmt query = (ResolvedQueryStmt) statement.node();
    List<Output> outputs = outputs(query);
    List<Field> schema = schema(outputs, statement.request().hasDestination());
    if (statement.request().dryRun()) {
      return new SqlResult("SELECT", schema, List.of(), DmlCounts.NONE, null);
    }
    Translation translation = statement.translation();
    ScanTranslator.Tail tail = translation.scans().tail(query.getQuery());
    List<String> items = new ArrayList<>();
    for (Output output : outputs) {
      items.add(
          ResultReader.transport(output.type(), output.sql(), translation.expressions().casts()));
    }
    String sql =
        "SELECT " + ScanTranslator.list(items) + " FROM (" + tail.input() + ")" + tail.clauses();
    List<Type> types = outputs.stream().map(Output::type).toList();
    return new SqlResult(
        "SELECT", schema, read(statement.request(), sql, types), DmlCounts.NONE, null);
  }

  /** A column of a result. */
  record Output(String name, Type type, String sql) {}

  /** The columns of a query; the fields of the STRUCT for SELECT AS STRUCT. */
  private static List<Output> outputs(ResolvedQueryStmt query) {
    List<Output> outputs = outputs(query.getOutputColumnList());
    if (!query.getIsValueTable() || !outputs.get(0).type().isStruct()) {
      return outputs;
    }
    StructType type = outputs.get(0).type().asStruct();
    List<Output> fields = new ArrayList<>();
    for (int i = 0; i < type.getFieldCount(); i++) {
      String name = DuckSql.text(DuckTypes.fieldName(type, i));
      fields.add(
          new Output(
              type.getField(i).getName(),
              type.getField(i).getType(),
              "struct_extract(" + outputs.get(0).sql() + ", " + name + ")"));
    }
    return fields;
  }

  /** The columns as the analyzer names them. */
  static List<Output> outputs(List<ResolvedOutputColumn> columns) {
    List<Output> outputs = new ArrayList<>();
    for (ResolvedOutputColumn column : columns) {
      outputs.add(
          new Output(
              column.getName(),
              column.getColumn().getType(),
              ScanTranslator.name(column.getColumn())));
    }
    return outputs;
  }

  private static List<Field> schema(List<Output> outputs, boolean hasDestination) {
    List<String> names = names(outputs);
    if (hasDestination) {
      refuseDuplicates(names);
    } else {
      numberDuplicates(names);
    }
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      fields.add(FieldTypes.toField(names.get(i), outputs.get(i).type()));
    }
    return fields;
  }

  /** The service names unnamed columns f0_, f1_ and so on. */
  private static List<String> names(List<Output> outputs) {
    List<String> names = new ArrayList<>();
    int unnamed = 0;
    for (Output output : outputs) {
      boolean named = !output.name().isEmpty() && !output.name().startsWith("$");
      names.add(named ? output.name() : "f" + unnamed + "_");
      unnamed += named ? 0 : 1;
    }
    return names;
  }

  private static void refuseDuplicates(List<String> names) {
    Set<String> found = new HashSet<>();
    for (String name : names) {
      if (!found.add(key(name))) {
        throw ServiceException.invalidQuery(
            "Duplicate column names in the result are not supported when a destination table is"
                + " present. Found duplicate(s): "
                + name);
      }
    }
  }

  /** Without a destination the service calls the second x of a result x_1. */
  private static void numberDuplicates(List<String> names) {
    Set<String> taken = new HashSet<>();
    names.forEach(name -> taken.add(key(name)));
    Map<String, Integer> found = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      if (found.putIfAbsent(key(name), 0) != null) {
        String numbered;
        do {
          numbered = name + "_" + found.merge(key(name), 1, Integer::sum);
        } while (!taken.add(key(numbered)));
        names.set(i, numbered);
      }
    }
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** The rows of a translated query. */
  List<List<@Nullable Object>> read(SqlRequest request, String sql, List<Type> types) {
    checkSize(sql);
    SqlSession session = request.scope().session();
    try {
      if (session != null) {
        return session.read(connection -> read(connection, sql, types, request.cancellation()));
      }
      try (Connection connection = rows.open()) {
        return read(connection, sql, types, request.cancellation());
      }
    } catch (SQLException e) {
      throw DuckErrors.refusal(e);
    }
  }

  private List<List<@Nullable Object>> read(
      Connection connection, String sql, List<Type> types, Cancellation cancellation)
      throws SQLException {
    try (java.sql.Statement statement = connection.createStatement()) {
      return cancellation.during(
          statement,
          () -> {
            try (ResultSet results = statement.executeQuery(sql)) {
              return new ResultReader(types, maxResultBytes).read(results);
            }
          });
    }
  }

  /** Refuses a statement that DuckDB could not plan in reasonable time. */
  static void checkSize(String sql) {
    if (sql.length() > MAX_SQL_CHARS) {
      throw new ServiceException(
          400,
          "resourcesExceeded",
          "Query is too complex: its translation has "
              + sql.length()
              + " characters (at most "
              + MAX_SQL_CHARS
              + "). Split it into several statements.");
    }
  }
}
