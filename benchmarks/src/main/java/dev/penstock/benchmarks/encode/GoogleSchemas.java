package dev.penstock.benchmarks.encode;

import com.google.cloud.bigquery.storage.v1.TableFieldSchema;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import java.util.List;

/** Table schemas as Google's converter takes them. */
final class GoogleSchemas {
  private GoogleSchemas() {}

  static com.google.cloud.bigquery.storage.v1.TableSchema of(TableSchema table) {
    return com.google.cloud.bigquery.storage.v1.TableSchema.newBuilder()
        .addAllFields(fields(table.columns()))
        .build();
  }

  private static List<TableFieldSchema> fields(List<Column> columns) {
    return columns.stream().map(GoogleSchemas::field).toList();
  }

  private static TableFieldSchema field(Column column) {
    TableFieldSchema.Builder field =
        TableFieldSchema.newBuilder()
            .setName(column.name())
            .setType(
                column.type() == ColumnType.FLOAT64
                    ? TableFieldSchema.Type.DOUBLE
                    : TableFieldSchema.Type.valueOf(column.type().name()))
            .setMode(TableFieldSchema.Mode.valueOf(column.mode().name()))
            .addAllFields(fields(column.fields()));
    Integer precision = column.precision();
    Integer scale = column.scale();
    if (precision != null && scale != null) {
      field.setPrecision(precision).setScale(scale);
    }
    return field.build();
  }
}
