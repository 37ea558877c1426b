package dev.penstock.local.sql;

import com.google.zetasql.Type;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedOutputColumn;
import com.google.zetasql.resolvedast.ResolvedNodes.ResolvedScan;
import dev.penstock.local.catalog.Field;
import java.util.ArrayList;
import java.util.List;

/** A query whose rows have the form in which tables store them. */
final class StoredQuery {
  private StoredQuery() {}

  /** A DuckDB SELECT of the fields, which are the columns of a query in their order. */
  static String select(
      Translation translation,
      ResolvedScan query,
      List<ResolvedOutputColumn> columns,
      List<Field> fields) {
    ScanTranslator.Tail tail = translation.scans().tail(query);
    Casts casts = translation.expressions().casts();
    List<String> items = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      ResolvedOutputColumn output = columns.get(i);
      Type type = output.getColumn().getType();
      String value =
          casts.sql(
              type, FieldTypes.toType(fields.get(i)), ScanTranslator.name(output.getColumn()));
      items.add(
          StoredColumn.write(fields.get(i), value, casts)
              + " AS "
              + DuckSql.name(fields.get(i).name()));
    }
    return "SELECT " + String.join(", ", items) + " FROM (" + tail.input() + ")" + tail.clauses();
  }
}
