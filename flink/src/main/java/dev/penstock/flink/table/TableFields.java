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
      case ARRAY -> listOf(path, name, (ArrayType) type);
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
      throw refused(
          path,
          type,
          "BigQuery keeps fewer digits of a second. Declare "
              + narrowed(type, maxPrecision)
              + ", and CAST to it in the query");
    }
    return SourceField.temporal(name, kind, type.isNullable(), unit);
  }

  /** The same type with fewer digits, as SQL writes it. */
  private static String narrowed(LogicalType type, int precision) {
    String name = type.copy(true).asSummaryString();
    return name.replaceFirst("\\(\\d+\\)", "(" + precision + ")");
  }

  /** What is wrong inside the elements is told before what is wrong with them. */
  private static SourceField listOf(String path, String name, ArrayType array) {
    LogicalType element = array.getElementType();
    if (element.is(LogicalTypeRoot.ARRAY)
        || element.is(LogicalTypeRoot.MAP)
        || element.is(LogicalTypeRoot.MULTISET)) {
      throw refused(
          path,
          array,
          "an array of BigQuery holds no arrays, which MAP and MULTISET are too. Wrap the elements"
              + " in a ROW");
    }
    SourceField field = fieldOf(path, name, element);
    if (element.isNullable()) {
      throw refused(
          path,
          array,
          "its elements may be NULL, and an array of BigQuery holds no NULL. Declare ARRAY<"
              + element.asSummaryString()
              + " NOT NULL>");
    }
    return SourceField.list(name, array.isNullable(), field);
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
