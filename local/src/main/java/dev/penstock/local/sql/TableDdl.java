package dev.penstock.local.sql;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.TableDefinition;
import dev.penstock.local.catalog.TableMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes the statement that makes a table or a view again. */
final class TableDdl {
  private TableDdl() {}

  static String create(TableMetadata table) {
    TableDefinition definition = table.definition();
    if (definition == null) {
      return createTable(table);
    }
    return switch (definition.kind()) {
      case CLONE -> createTable(table);
      case VIEW -> createView(table, definition, "VIEW");
      case MATERIALIZED_VIEW -> createView(table, definition, "MATERIALIZED VIEW");
      case SNAPSHOT -> createSnapshot(table, definition);
    };
  }

  private static String createView(TableMetadata table, TableDefinition definition, String kind) {
    StringBuilder ddl =
        new StringBuilder("CREATE ").append(kind).append(" `").append(table.id()).append('`');
    if (definition.columnsNamed()) {
      ddl.append("(" + identifiers(table.fields().stream().map(Field::name).toList()) + ")");
    }
    appendLayout(ddl, table);
    appendOptions(ddl, table);
    return ddl.append("\nAS ").append(definition.query()).append(';').toString();
  }

  private static String createSnapshot(TableMetadata table, TableDefinition definition) {
    StringBuilder ddl =
        new StringBuilder("CREATE SNAPSHOT TABLE `")
            .append(table.id())
            .append("`\nCLONE `")
            .append(definition.base())
            .append("`\nFOR SYSTEM_TIME AS OF TIMESTAMP_MILLIS(")
            .append(definition.baseMillis())
            .append(')');
    appendOptions(ddl, table);
    return ddl.append(';').toString();
  }

  private static String createTable(TableMetadata table) {
    List<String> columns = new ArrayList<>();
    table.fields().forEach(field -> columns.add(column(field)));
    if (!table.primaryKey().isEmpty()) {
      columns.add("PRIMARY KEY (" + identifiers(table.primaryKey()) + ") NOT ENFORCED");
    }
    StringBuilder ddl = new StringBuilder("CREATE TABLE `").append(table.id()).append('`');
    if (!columns.isEmpty()) {
      ddl.append("\n(\n  ").append(String.join(",\n  ", columns)).append("\n)");
    }
    appendLayout(ddl, table);
    appendOptions(ddl, table);
    return ddl.append(';').toString();
  }

  private static void appendLayout(StringBuilder ddl, TableMetadata table) {
    if (table.partitioning() != null) {
      ddl.append("\nPARTITION BY ").append(Partitions.clause(table));
    }
    if (!table.clustering().isEmpty()) {
      ddl.append("\nCLUSTER BY ").append(identifiers(table.clustering()));
    }
  }

  private static String identifiers(List<String> names) {
    return names.stream().map(SqlIdentifier::of).collect(Collectors.joining(", "));
  }

  private static void appendOptions(StringBuilder ddl, TableMetadata table) {
    List<TableOptions.Shown> options = TableOptions.shown(table);
    if (!options.isEmpty()) {
      ddl.append(
          options.stream()
              .map(option -> option.name() + "=" + value(option))
              .collect(Collectors.joining(",\n  ", "\nOPTIONS(\n  ", "\n)")));
    }
  }

  private static String column(Field field) {
    StringBuilder column =
        new StringBuilder(SqlIdentifier.of(field.name())).append(' ').append(DataTypes.text(field));
    if (field.defaultValueExpression() != null) {
      column.append(" DEFAULT ").append(field.defaultValueExpression());
    }
    if (field.mode() == Mode.REQUIRED) {
      column.append(" NOT NULL");
    }
    if (field.description() != null) {
      column
          .append(" OPTIONS(description=")
          .append(JsonPaths.quote(field.description()))
          .append(')');
    }
    return column.toString();
  }

  private static String value(TableOptions.Shown option) {
    return option.type().equals("INTERVAL")
        ? "INTERVAL '" + option.value() + "' YEAR TO SECOND"
        : option.value();
  }
}
