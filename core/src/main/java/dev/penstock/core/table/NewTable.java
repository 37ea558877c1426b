package dev.penstock.core.table;

import com.google.api.services.bigquery.model.Clustering;
import com.google.api.services.bigquery.model.Table;
import com.google.api.services.bigquery.model.TableConstraints;
import com.google.api.services.bigquery.model.TableReference;
import dev.penstock.core.connection.SchemaForms;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.model.TableSpec;
import dev.penstock.core.table.TablePolicy.Partitioning;
import java.util.List;
import java.util.Map;

/** Plans a table that does not exist yet. */
final class NewTable {
  private NewTable() {}

  /**
   * The REST form of the table.
   *
   * @param columns the columns that the first rows need
   * @param change whether it is to take changes: key columns are REQUIRED and all others are not
   */
  static Table plan(
      Destination destination, TablePolicy policy, List<Column> columns, boolean change) {
    TableSchema schema = change ? keyed(columns, policy.primaryKey()) : new TableSchema(columns);
    if (change) {
      ChangeTableRules.checkColumns(destination, schema);
      ChangeTableRules.checkKey(destination, schema, policy.primaryKey());
    }
    Table table =
        new Table().setTableReference(reference(destination)).setSchema(SchemaForms.toRest(schema));
    if (!policy.primaryKey().isEmpty()) {
      table.setTableConstraints(primaryKey(policy.primaryKey()));
    }
    if (!policy.clustering().isEmpty()) {
      policy.clustering().forEach(name -> requireColumn(destination, schema, "clustering", name));
      table.setClustering(new Clustering().setFields(policy.clustering()));
    }
    if (policy.partitioning() != null) {
      setPartitioning(table, destination, schema, policy.partitioning());
    }
    if (!policy.labels().isEmpty()) {
      table.setLabels(policy.labels());
    }
    return table;
  }

  /** The REST form of a table that is known whole. */
  static Table of(Destination destination, TableSpec spec, Map<String, String> labels) {
    Table table =
        new Table()
            .setTableReference(reference(destination))
            .setSchema(SchemaForms.toRest(spec.schema()));
    if (!spec.primaryKey().isEmpty()) {
      table.setTableConstraints(primaryKey(spec.primaryKey()));
    }
    if (!spec.clusterBy().isEmpty()) {
      table.setClustering(new Clustering().setFields(spec.clusterBy()));
    }
    if (spec.partition() != null) {
      TableForms.setPartition(table, spec.partition());
    }
    if (!labels.isEmpty()) {
      table.setLabels(labels);
    }
    return table;
  }

  private static TableReference reference(Destination destination) {
    return new TableReference()
        .setProjectId(destination.project())
        .setDatasetId(destination.dataset())
        .setTableId(destination.table());
  }

  static TableConstraints primaryKey(List<String> columns) {
    return new TableConstraints()
        .setPrimaryKey(new TableConstraints.PrimaryKey().setColumns(columns));
  }

  private static TableSchema keyed(List<Column> columns, List<String> key) {
    return new TableSchema(columns.stream().map(column -> keyed(column, key)).toList());
  }

  private static Column keyed(Column column, List<String> key) {
    if (column.mode() == ColumnMode.REPEATED) {
      return column;
    }
    boolean isKey = key.stream().anyMatch(column.name()::equalsIgnoreCase);
    return column.withMode(isKey ? ColumnMode.REQUIRED : ColumnMode.NULLABLE);
  }

  private static void setPartitioning(
      Table table, Destination destination, TableSchema schema, Partitioning partitioning) {
    String column = partitioning.by().column();
    if (column != null) {
      requireColumn(destination, schema, "partitioning", column);
    }
    TableForms.setPartition(table, partitioning.by());
    if (partitioning.expiration() != null) {
      table.getTimePartitioning().setExpirationMs(partitioning.expiration().toMillis());
    }
  }

  private static void requireColumn(
      Destination destination, TableSchema schema, String purpose, String name) {
    if (schema.find(name).isEmpty()) {
      throw new IngestException(
          ErrorCode.INVALID_OPTION,
          purpose
              + ": "
              + name
              + " (expected: a column of "
              + destination
              + ", which is created with "
              + schema.columns().stream().map(Column::name).toList()
              + ")");
    }
  }
}
