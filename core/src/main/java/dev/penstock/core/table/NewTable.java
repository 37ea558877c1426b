package dev.penstock.core.table;

import com.google.api.services.bigquery.model.Clustering;
import com.google.api.services.bigquery.model.EncryptionConfiguration;
import com.google.api.services.bigquery.model.Table;
import com.google.api.services.bigquery.model.TableConstraints;
import com.google.api.services.bigquery.model.TableFieldSchema;
import com.google.api.services.bigquery.model.TableReference;
import dev.penstock.core.connection.SchemaForms;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnDetails;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.Names;
import dev.penstock.core.model.TableAttributes;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.model.TableSpec;
import java.util.List;
import java.util.Map;

/** Plans a table that does not exist yet. */
final class NewTable {
  private NewTable() {}

  /**
   * The table that a policy makes.
   *
   * @param columns the columns that the first rows need
   * @param change whether it is to take changes: key columns are REQUIRED and all others are not
   */
  static TableSpec plan(
      Destination destination, TablePolicy policy, List<Column> columns, boolean change) {
    if (!change) {
      return policy.template().with(new TableSchema(columns));
    }
    TableSchema schema = keyed(columns, policy.primaryKey());
    ChangeTableRules.checkColumns(destination, schema);
    ChangeTableRules.checkKey(destination, schema, policy.primaryKey());
    return policy.template().with(schema);
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

  /**
   * The REST form of a table.
   *
   * @param nowMillis from when on it lives
   * @throws dev.penstock.core.error.IngestException INVALID_OPTION when the service would refuse it
   */
  static Table of(Destination destination, TableSpec spec, long nowMillis) {
    NewTableRules.check(destination, spec);
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
    setAttributes(table, spec.attributes(), nowMillis);
    return table;
  }

  private static void setAttributes(Table table, TableAttributes attributes, long nowMillis) {
    table.setDescription(attributes.description()).setFriendlyName(attributes.friendlyName());
    if (!attributes.labels().isEmpty()) {
      table.setLabels(attributes.labels());
    }
    if (attributes.partitionExpiration() != null) {
      table.getTimePartitioning().setExpirationMs(attributes.partitionExpiration().toMillis());
    }
    if (attributes.requirePartitionFilter()) {
      table.setRequirePartitionFilter(true);
    }
    if (attributes.lifetime() != null) {
      table.setExpirationTime(nowMillis + attributes.lifetime().toMillis());
    }
    if (attributes.kmsKeyName() != null) {
      table.setEncryptionConfiguration(
          new EncryptionConfiguration().setKmsKeyName(attributes.kmsKeyName()));
    }
    Map<String, ColumnDetails> details = NewTableRules.byPath(attributes);
    if (!details.isEmpty()) {
      describe(table.getSchema().getFields(), "", details);
    }
  }

  private static void describe(
      List<TableFieldSchema> fields, String parent, Map<String, ColumnDetails> details) {
    for (TableFieldSchema field : fields) {
      String path = parent + Names.fold(field.getName());
      ColumnDetails found = details.get(path);
      if (found != null) {
        field
            .setDescription(found.description())
            .setDefaultValueExpression(found.defaultExpression());
      }
      if (field.getFields() != null) {
        describe(field.getFields(), path + ".", details);
      }
    }
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
}
