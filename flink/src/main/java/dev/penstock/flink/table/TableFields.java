package dev.penstock.flink.table;

import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.encode.ValueKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** The kinds of values that Flink's types are. */
final class TableFields {
  private static final int MAX_TIMESTAMP_PRECISION = 6;
  private static final int MAX_TIME_PRECISION = 3;

  private TableFields() {}

  /**
   * The schema of rows of a type.
   *
   * @throws ValidationException when BigQuery has no column for a field
   */
  static SourceSchema schemaOf(RowType row) {
    return new SourceSchema(fieldsOf("", row));
  }

  private static List<SourceField> fieldsOf(String parent, RowType row) {
    List<SourceField> fields = new ArrayList<>();
    for (RowType.RowField field : row.getFields()) {
      fields.add(fieldOf(parent + field.getName(), field.getName(), field.getType()));
    }
    return fields;
  }

  private static SourceField fieldOf(String path, String name, LogicalType type) {
    boolean nullable = type.isNullable();
    return switch (type.getTypeRoot()) {
      case CHAR, VARCHAR -> SourceField.of(name, ValueKind.TEXT, nullable);
      case BOOLEAN -> SourceField.of(name, ValueKind.BOOL, nullable);
      case BINARY, VARBINARY -> SourceField.of(name, ValueKind.BYTES, nullable);
      case TINYINT, SMALLINT, INTEGER, BIGINT -> SourceField.of(name, ValueKind.LONG, nullable);
      case FLOAT, DOUBLE -> SourceField.of(name, ValueKind.DOUBLE, nullable);
      case DECIMAL -> {
        DecimalType decimal = (DecimalType) type;
        yield SourceField.decimal(name, nullable, decimal.getPrecision(), decimal.getScale());
      }
      case DATE -> SourceField.of(name, ValueKind.DATE, nullable);
      case TIME_WITHOUT_TIME_ZONE ->
          temporal(path, name, type, ValueKind.TIME, TimeUnit.MILLISECONDS, MAX_TIME_PRECISION);
      case TIMESTAMP_WITHOUT_TIME_ZONE ->
          temporal(
              path, name, type, ValueKind.DATETIME, TimeUnit.MICROSECONDS, MAX_TIMESTAMP_PRECISION);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          temporal(
              path, name, type, ValueKind.INSTANT, TimeUnit.MICROSECONDS, MAX_TIMESTAMP_PRECISION);
      case ROW -> SourceField.struct(name, nullable, fieldsOf(path + ".", (RowType) type));
      case ARRAY -> listOf(path, name, ((ArrayType) type).getElementType(), nullable);
      case MAP -> entriesOf(path, name, (MapType) type);
      case MULTISET -> {
        LogicalType element = ((MultisetType) type).getElementType();
        yield entriesOf(path, name, new MapType(nullable, element, new IntType(false)));
      }
      default -> throw refused(path, type, "BigQuery has no such column");
    };
  }

  private static SourceField temporal(
      String path, String name, LogicalType type, ValueKind kind, TimeUnit unit, int maxPrecision) {
    if (LogicalTypeChecks.getPrecision(type) > maxPrecision) {
      throw refused(path, type, "the precision is above " + maxPrecision);
    }
    return SourceField.temporal(name, kind, type.isNullable(), unit);
  }

  private static SourceField listOf(
      String path, String name, LogicalType element, boolean nullable) {
    if (element.isNullable()) {
      throw refused(path, element, "an array of BigQuery holds no NULL; declare NOT NULL elements");
    }
    if (element.is(LogicalTypeRoot.ARRAY)
        || element.is(LogicalTypeRoot.MAP)
        || element.is(LogicalTypeRoot.MULTISET)) {
      throw refused(path, element, "an array of BigQuery holds no arrays; wrap them in a ROW");
    }
    return SourceField.list(name, nullable, fieldOf(path, name, element));
  }

  private static SourceField entriesOf(String path, String name, MapType map) {
    SourceField entry =
        SourceField.struct(
            name,
            false,
            List.of(
                fieldOf(path + ".key", "key", map.getKeyType()),
                fieldOf(path + ".value", "value", map.getValueType())));
    return SourceField.list(name, map.isNullable(), entry);
  }

  private static ValidationException refused(String path, LogicalType type, String why) {
    return new ValidationException(
        "Column '"
            + path
            + "' of type "
            + type.asSummaryString()
            + " cannot be written: "
            + why
            + ".");
  }
}
