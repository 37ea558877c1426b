package dev.penstock.local.load;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A node of a Parquet schema. Immutable.
 *
 * @param physical for example {@code INT64}; empty for a group
 * @param converted for example {@code UTF8}; empty for none
 */
record ParquetNode(
    String name,
    String physical,
    String converted,
    int precision,
    int scale,
    List<ParquetNode> children) {

  /** Reads the nodes below one, which come one after the other, each before its own children. */
  static List<ParquetNode> children(ResultSet rows, int count) throws SQLException {
    List<ParquetNode> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.next();
      String physical = text(rows, 2);
      int children = rows.getInt(3);
      nodes.add(
          new ParquetNode(
              text(rows, 1),
              physical,
              text(rows, 4),
              rows.getInt(6),
              rows.getInt(5),
              children(rows, children)));
    }
    return nodes;
  }

  private static String text(ResultSet rows, int column) throws SQLException {
    String text = rows.getString(column);
    return text == null ? "" : text;
  }

  boolean isGroup() {
    return !children.isEmpty();
  }

  boolean isList() {
    return converted.equals("LIST");
  }

  boolean isMap() {
    return converted.startsWith("MAP");
  }

  /** The element of a list: the only child of its only child. */
  ParquetNode element() {
    ParquetNode repeated = children.get(0);
    return repeated.children().size() == 1 ? repeated.children().get(0) : repeated;
  }

  boolean isDecimal() {
    return converted.equals("DECIMAL");
  }

  boolean isTimestamp() {
    return physical.equals("INT96") || converted.startsWith("TIMESTAMP");
  }

  /** The DuckDB type that its values are read as. */
  String duckType() {
    if (isList()) {
      return element().duckType() + "[]";
    }
    if (isGroup()) {
      return children.stream()
          .map(child -> '"' + child.name.replace("\"", "\"\"") + "\" " + child.duckType())
          .collect(Collectors.joining(", ", "STRUCT(", ")"));
    }
    if (isDecimal()) {
      return "DECIMAL(" + precision + ", " + scale + ")";
    }
    if (isTimestamp()) {
      return "TIMESTAMPTZ";
    }
    return switch (converted) {
      case "DATE" -> "DATE";
      case "TIME_MILLIS", "TIME_MICROS" -> "TIME";
      case "UTF8", "ENUM", "JSON" -> "VARCHAR";
      default -> plainDuckType();
    };
  }

  private String plainDuckType() {
    return switch (physical) {
      case "BOOLEAN" -> "BOOLEAN";
      case "INT32", "INT64" -> "BIGINT";
      case "FLOAT", "DOUBLE" -> "DOUBLE";
      default -> "BLOB";
    };
  }
}
