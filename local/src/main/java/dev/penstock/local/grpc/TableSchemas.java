package dev.penstock.local.grpc;

import com.google.cloud.bigquery.storage.v1.TableFieldSchema;
import com.google.cloud.bigquery.storage.v1.TableSchema;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.FieldType;
import java.util.List;

/** Table schemas as the write service sends them. */
final class TableSchemas {
  private TableSchemas() {}

  static TableSchema of(List<Field> fields) {
    TableSchema.Builder schema = TableSchema.newBuilder();
    fields.forEach(field -> schema.addFields(field(field)));
    return schema.build();
  }

  private static TableFieldSchema field(Field field) {
    TableFieldSchema.Builder out =
        TableFieldSchema.newBuilder()
            .setName(field.name())
            .setType(type(field.type()))
            .setMode(TableFieldSchema.Mode.valueOf(field.mode().name()));
    Integer precision = field.precision();
    Integer scale = field.scale();
    Long maxLength = field.maxLength();
    if (precision != null) {
      out.setPrecision(precision);
    }
    if (scale != null) {
      out.setScale(scale);
    }
    if (maxLength != null) {
      out.setMaxLength(maxLength);
    }
    if (field.description() != null) {
      out.setDescription(field.description());
    }
    if (field.defaultValueExpression() != null) {
      out.setDefaultValueExpression(field.defaultValueExpression());
    }
    if (field.type() == FieldType.RANGE) {
      out.setRangeElementType(
          TableFieldSchema.FieldElementType.newBuilder().setType(type(field.rangeElement())));
    } else {
      field.fields().forEach(child -> out.addFields(field(child)));
    }
    return out.build();
  }

  private static TableFieldSchema.Type type(FieldType type) {
    return type == FieldType.FLOAT64
        ? TableFieldSchema.Type.DOUBLE
        : TableFieldSchema.Type.valueOf(type.name());
  }
}
