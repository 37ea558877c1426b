package dev.penstock.kafka.scenario;

import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.PrimaryKey;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableConstraints;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableInfo;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.util.List;

/** Tables that are there before the sink. */
final class Columns {
  private Columns() {}

  static Field required(String name, StandardSQLTypeName type) {
    return Field.newBuilder(name, type).setMode(Field.Mode.REQUIRED).build();
  }

  /** Creates a table whose primary key is its first column. */
  static void createKeyed(
      LocalBigQueryExtension bigquery, String dataset, String table, Field... columns) {
    PrimaryKey key = PrimaryKey.newBuilder().setColumns(List.of(columns[0].getName())).build();
    bigquery
        .client()
        .create(
            TableInfo.of(
                TableId.of(bigquery.project(), dataset, table),
                StandardTableDefinition.newBuilder()
                    .setSchema(Schema.of(columns))
                    .setTableConstraints(TableConstraints.newBuilder().setPrimaryKey(key).build())
                    .build()));
  }
}
