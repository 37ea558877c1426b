package dev.penstock.architecture.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.Row;
import org.jspecify.annotations.Nullable;

/** Rows of Flink SQL: each column with the type that fits it best. */
final class FlinkRows {
  private static final int DECIMAL_PRECISION = 38;
  private static final int NUMERIC_SCALE = 9;
  private static final int BIGNUMERIC_SCALE = 18;
  private static final int MILLIS = 3;
  private static final int MICROS = 6;

  private final List<Field> columns;

  FlinkRows(List<Field> columns) {
    List<Field> all = new ArrayList<>(columns);
    all.add(0, Field.of(MatrixTable.ID, StandardSQLTypeName.STRING));
    this.columns = List.copyOf(all);
  }

  Row of(MatrixRow row) {
    Row values = new Row(columns.size());
    values.setField(0, row.id());
    for (int i = 1; i < columns.size(); i++) {
      if (columns.get(i).getName().equals(row.column())) {
        values.setField(i, value(columns.get(i), row.value()));
      }
    }
    return values;
  }

  DataType type() {
    return rowType(columns);
  }

  Schema schema() {
    return Schema.newBuilder().fromRowDataType(type()).build();
  }

  TypeInformation<Row> typeInfo() {
    return rowInfo(columns);
  }

  private static DataType rowType(List<Field> fields) {
    return DataTypes.ROW(fields.stream().map(f -> DataTypes.FIELD(f.getName(), type(f))).toList());
  }

  private static DataType type(Field column) {
    return column.getMode() == Field.Mode.REPEATED
        ? DataTypes.ARRAY(element(column).notNull())
        : element(column);
  }

  private static DataType element(Field column) {
    if (column.getType().getStandardType() == StandardSQLTypeName.STRUCT) {
      return rowType(column.getSubFields());
    }
    return switch (column.getType().getStandardType()) {
      case BOOL -> DataTypes.BOOLEAN();
      case INT64 -> DataTypes.BIGINT();
      case FLOAT64 -> DataTypes.DOUBLE();
      case BYTES -> DataTypes.BYTES();
      case NUMERIC -> DataTypes.DECIMAL(DECIMAL_PRECISION, NUMERIC_SCALE);
      case BIGNUMERIC -> DataTypes.DECIMAL(DECIMAL_PRECISION, BIGNUMERIC_SCALE);
      case DATE -> DataTypes.DATE();
      case TIME -> DataTypes.TIME(MILLIS);
      case DATETIME -> DataTypes.TIMESTAMP(MICROS);
      case TIMESTAMP -> DataTypes.TIMESTAMP_LTZ(MICROS);
      case STRING, JSON, GEOGRAPHY, INTERVAL -> DataTypes.STRING();
      case RANGE, STRUCT, ARRAY -> throw new AssertionError(column);
    };
  }

  private static TypeInformation<Row> rowInfo(List<Field> fields) {
    return Types.ROW_NAMED(
        fields.stream().map(Field::getName).toArray(String[]::new),
        fields.stream().map(FlinkRows::info).toArray(TypeInformation<?>[]::new));
  }

  private static TypeInformation<?> info(Field column) {
    return column.getMode() == Field.Mode.REPEATED
        ? Types.OBJECT_ARRAY(elementInfo(column))
        : elementInfo(column);
  }

  private static TypeInformation<?> elementInfo(Field column) {
    if (column.getType().getStandardType() == StandardSQLTypeName.STRUCT) {
      return rowInfo(column.getSubFields());
    }
    return switch (column.getType().getStandardType()) {
      case BOOL -> Types.BOOLEAN;
      case INT64 -> Types.LONG;
      case FLOAT64 -> Types.DOUBLE;
      case BYTES -> Types.PRIMITIVE_ARRAY(Types.BYTE);
      case NUMERIC, BIGNUMERIC -> Types.BIG_DEC;
      case DATE -> Types.LOCAL_DATE;
      case TIME -> Types.LOCAL_TIME;
      case DATETIME -> Types.LOCAL_DATE_TIME;
      case TIMESTAMP -> Types.INSTANT;
      case STRING, JSON, GEOGRAPHY, INTERVAL -> Types.STRING;
      case RANGE, STRUCT, ARRAY -> throw new AssertionError(column);
    };
  }

  private static @Nullable Object value(Field column, JsonNode value) {
    if (!value.isArray()) {
      return element(column, value);
    }
    Object[] elements =
        column.getType().getStandardType() == StandardSQLTypeName.STRUCT ? new Row[0] : new Long[0];
    List<@Nullable Object> list = new ArrayList<>();
    value.forEach(each -> list.add(element(column, each)));
    return list.toArray(elements);
  }

  private static @Nullable Object element(Field column, JsonNode value) {
    if (value.isNull()) {
      return null;
    }
    if (value.isObject()) {
      Row row = new Row(column.getSubFields().size());
      for (int i = 0; i < row.getArity(); i++) {
        Field field = column.getSubFields().get(i);
        row.setField(i, value(field, value.required(field.getName())));
      }
      return row;
    }
    String text = value.textValue();
    return switch (column.getType().getStandardType()) {
      case BOOL -> Boolean.valueOf(text);
      case INT64 -> Long.valueOf(text);
      case FLOAT64 -> Double.valueOf(text);
      case BYTES -> Base64.getDecoder().decode(text);
      case NUMERIC, BIGNUMERIC -> new BigDecimal(text);
      case DATE -> LocalDate.parse(text);
      case TIME -> LocalTime.parse(text);
      case DATETIME -> LocalDateTime.parse(text);
      case TIMESTAMP -> Instant.parse(text);
      case STRING, JSON, GEOGRAPHY, INTERVAL -> text;
      case RANGE, STRUCT, ARRAY -> throw new AssertionError(column);
    };
  }
}
