package dev.penstock.core.publish;

import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.PartitionSpec;
import dev.penstock.core.model.SqlText;
import dev.penstock.core.model.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes the statements that publish a staging table.
 *
 * @param newestBy the column whose greatest value wins among rows of one key; null: the last row
 */
record Statements(Destination target, Destination staging, @Nullable String newestBy) {

  /** Counts the rows, and the keys among them if there is a key. */
  String count(List<String> key) {
    String rows = "SELECT COUNT(*) FROM " + staging.quoted();
    return key.isEmpty()
        ? rows
        : "SELECT\n  ("
            + rows
            + "),\n  (SELECT COUNT(*) FROM (SELECT DISTINCT "
            + names(key)
            + " FROM "
            + staging.quoted()
            + "))";
  }

  /**
   * Makes the target from the staging table, one row a key.
   *
   * @param replaces whether a table of the name is replaced; else the statement fails
   */
  String create(TableSchema schema, Layout layout, boolean replaces) {
    List<String> columns =
        new ArrayList<>(schema.columns().stream().map(Column::sqlDefinition).toList());
    if (!layout.constraint().isEmpty()) {
      columns.add("PRIMARY KEY (" + names(layout.constraint()) + ") NOT ENFORCED");
    }
    StringBuilder sql = new StringBuilder(replaces ? "CREATE OR REPLACE TABLE " : "CREATE TABLE ");
    sql.append(target.quoted())
        .append(" (\n  ")
        .append(String.join(",\n  ", columns))
        .append("\n)\n");
    if (layout.partition() != null) {
      sql.append("PARTITION BY ").append(partition(layout.partition(), schema)).append('\n');
    }
    if (!layout.clusterBy().isEmpty()) {
      sql.append("CLUSTER BY ").append(names(layout.clusterBy())).append('\n');
    }
    return sql.append("AS\n").append(winners(schema, layout.key(), "")).toString();
  }

  /** Puts the rows of the staging table into the target by key; rows that are equal stay. */
  String merge(TableSchema rows, TableSchema table, List<String> key) {
    List<Column> values =
        rows.columns().stream().filter(column -> !key.contains(column.name())).toList();
    Aliases as = Aliases.of(rows, table);
    StringBuilder sql = new StringBuilder("MERGE ");
    sql.append(target.quoted())
        .append(" AS ")
        .append(as.target())
        .append("\nUSING (\n")
        .append(winners(rows, key, "  "))
        .append("\n) AS ")
        .append(as.source())
        .append("\nON ")
        .append(
            key.stream()
                .map(name -> sameKey(as, name, rows, table))
                .collect(Collectors.joining("\n  AND ")))
        .append('\n');
    if (!values.isEmpty()) {
      sql.append("WHEN MATCHED AND (\n  ")
          .append(
              values.stream()
                  .map(column -> differs(as, column))
                  .collect(Collectors.joining("\n  OR ")))
          .append("\n) THEN UPDATE SET\n  ")
          .append(
              values.stream()
                  .map(column -> SqlText.identifier(column.name()) + " = " + as.s(column.name()))
                  .collect(Collectors.joining(",\n  ")))
          .append('\n');
    }
    List<String> names = rows.columns().stream().map(Column::name).toList();
    return sql.append("WHEN NOT MATCHED THEN INSERT (")
        .append(names(names))
        .append(")\n  VALUES (")
        .append(names.stream().map(as::s).collect(Collectors.joining(", ")))
        .append(")")
        .toString();
  }

  /** One row a key: the greatest of newestBy, among equals the last of the source. */
  private String winners(TableSchema schema, List<String> key, String indent) {
    String select =
        indent
            + "SELECT "
            + names(schema.columns().stream().map(Column::name).toList())
            + "\n"
            + indent
            + "FROM "
            + staging.quoted();
    if (key.isEmpty()) {
      return select;
    }
    String newest = newestBy == null ? "" : SqlText.identifier(newestBy) + " DESC NULLS LAST, ";
    return select
        + "\n"
        + indent
        + "QUALIFY ROW_NUMBER() OVER (PARTITION BY "
        + names(key)
        + " ORDER BY "
        + newest
        + SqlText.identifier(PublishPlan.SEQUENCE_COLUMN)
        + " DESC) = 1";
  }

  /** NULL is a key like any other, unless neither or only one side can be NULL. */
  private static String sameKey(Aliases as, String name, TableSchema rows, TableSchema table) {
    String equal = as.t(name) + " = " + as.s(name);
    return isRequired(rows, name) || isRequired(table, name)
        ? equal
        : "(" + equal + " OR (" + as.t(name) + " IS NULL AND " + as.s(name) + " IS NULL))";
  }

  private static boolean isRequired(TableSchema schema, String name) {
    return schema.find(name).filter(c -> c.mode() == ColumnMode.REQUIRED).isPresent();
  }

  /** Types that have no IS DISTINCT FROM, or one by another measure, are compared as text. */
  private static String differs(Aliases as, Column column) {
    String text = null;
    if (column.mode() == ColumnMode.REPEATED
        || column.type() == ColumnType.STRUCT
        || column.type() == ColumnType.JSON) {
      text = "TO_JSON_STRING(%s)";
    } else if (column.type() == ColumnType.GEOGRAPHY) {
      text = "ST_ASTEXT(%s)";
    } else if (column.type() == ColumnType.INTERVAL) {
      // A month and 30 days are equal, and not the same.
      text = "CAST(%s AS STRING)";
    }
    String wrap = text == null ? "%s" : text;
    return wrap.replace("%s", as.t(column.name()))
        + " IS DISTINCT FROM "
        + wrap.replace("%s", as.s(column.name()));
  }

  /** SQ-039. */
  private static String partition(PartitionSpec partition, TableSchema schema) {
    if (partition instanceof PartitionSpec.ByRange range) {
      return "RANGE_BUCKET("
          + SqlText.identifier(range.column())
          + ", GENERATE_ARRAY("
          + range.start()
          + ", "
          + range.end()
          + ", "
          + range.interval()
          + "))";
    }
    if (!(partition instanceof PartitionSpec.ByTime time) || time.column() == null) {
      throw new AssertionError(partition);
    }
    Column column = schema.find(time.column()).orElseThrow();
    String name = SqlText.identifier(column.name());
    if (column.type() == ColumnType.DATE && time.granularity() == PartitionSpec.Granularity.DAY) {
      return name;
    }
    return column.type() + "_TRUNC(" + name + ", " + time.granularity() + ")";
  }

  /** What a MERGE calls its two tables; no column has one of these names, for it would hide it. */
  private record Aliases(String target, String source) {
    static Aliases of(TableSchema rows, TableSchema table) {
      return new Aliases(free("T", rows, table), free("S", rows, table));
    }

    private static String free(String name, TableSchema rows, TableSchema table) {
      String free = name;
      while (rows.find(free).isPresent() || table.find(free).isPresent()) {
        free += "_";
      }
      return free;
    }

    String t(String column) {
      return target + "." + SqlText.identifier(column);
    }

    String s(String column) {
      return source + "." + SqlText.identifier(column);
    }
  }

  private static String names(List<String> names) {
    return names.stream().map(SqlText::identifier).collect(Collectors.joining(", "));
  }
}
