package dev.penstock.core.encode;

import dev.penstock.core.encode.SourceField.TextForm;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.DecimalType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The column that a source field gets in a table made for it. Columns are NULLABLE, lists REPEATED,
 * unless the field names its column; who makes the table sets the key columns REQUIRED. Immutable.
 */
public final class CreationTypes {
  private CreationTypes() {}

  /**
   * The column for a field.
   *
   * @throws IngestException with {@code UNSUPPORTED_TYPE} for a list of lists or a struct without
   *     fields
   */
  public static Column columnFor(SourceField field) {
    Optional<String> refusal = findRefusal(field, field.name());
    if (refusal.isPresent()) {
      throw new IngestException(ErrorCode.UNSUPPORTED_TYPE, refusal.get());
    }
    return column(field, field.name());
  }

  /**
   * The column for a field in a table that exists. The service adds no REQUIRED columns to a table,
   * so none is.
   */
  public static Column addedColumnFor(SourceField field) {
    return columnFor(field).relaxed();
  }

  /**
   * The columns that hold just the rows of a source: REQUIRED where a field is never null. Fields
   * that no column holds are left out.
   */
  public static List<Column> columnsOf(SourceSchema source) {
    return source.fields().stream()
        .filter(field -> findRefusal(field, field.name()).isEmpty())
        .map(field -> required(field, columnFor(field)))
        .toList();
  }

  /**
   * The same field, made as a REQUIRED column where it is never null, its nested fields too. This
   * is for who asks for it: REQUIRED cannot be added to a table later, and a source schema often
   * says less about null than it seems to.
   */
  public static SourceField withRequiredColumns(SourceField field) {
    return findRefusal(field, field.name()).isPresent()
        ? field
        : field.withColumn(required(field, columnFor(field)));
  }

  private static Column required(SourceField field, Column column) {
    SourceField element = field.kind() == ValueKind.LIST ? field.children().get(0) : field;
    List<Column> fields = new ArrayList<>();
    for (int i = 0; i < column.fields().size(); i++) {
      fields.add(required(element.children().get(i), column.fields().get(i)));
    }
    Column nested = column.withFields(fields);
    return field.nullable() || column.mode() == ColumnMode.REPEATED
        ? nested
        : nested.withMode(ColumnMode.REQUIRED);
  }

  /** Finds why a field has no column type. */
  static Optional<String> findRefusal(SourceField field, String path) {
    if (field.column() != null && field.column().type() == ColumnType.JSON) {
      return Optional.empty();
    }
    SourceField element = field.kind() == ValueKind.LIST ? field.children().get(0) : field;
    if (element.kind() == ValueKind.LIST) {
      return Optional.of(
          "Field '"
              + path
              + "' is a list of lists, and BigQuery has no array of arrays. Wrap the inner list in"
              + " a struct, or leave the field out.");
    }
    if (element.kind() != ValueKind.STRUCT) {
      return Optional.empty();
    }
    if (element.children().isEmpty()) {
      return Optional.of(
          "Field '"
              + path
              + "' is a struct without fields, and BigQuery has no such type. Leave the field"
              + " out.");
    }
    return element.children().stream()
        .flatMap(child -> findRefusal(child, path + "." + child.name()).stream())
        .findFirst();
  }

  private static Column column(SourceField field, String name) {
    if (field.column() != null) {
      return field.column().withName(name);
    }
    if (field.kind() == ValueKind.LIST) {
      return column(field.children().get(0), name).withMode(ColumnMode.REPEATED);
    }
    if (field.kind() == ValueKind.STRUCT) {
      List<Column> fields =
          field.children().stream().map(child -> column(child, child.name())).toList();
      return Column.struct(name, ColumnMode.NULLABLE, fields);
    }
    if (field.kind() == ValueKind.DECIMAL) {
      return decimal(name, field.precision(), field.scale());
    }
    return Column.nullable(name, scalarType(field));
  }

  /** The type for a scalar field, whatever column it asks for and however many digits it has. */
  static ColumnType scalarTypeOf(SourceField field) {
    return field.kind() == ValueKind.DECIMAL ? ColumnType.BIGNUMERIC : scalarType(field);
  }

  private static ColumnType scalarType(SourceField field) {
    return switch (field.kind()) {
      case BOOL -> ColumnType.BOOL;
      case LONG -> ColumnType.INT64;
      case UNSIGNED_LONG -> ColumnType.NUMERIC;
      case DOUBLE -> ColumnType.FLOAT64;
      case TEXT -> textType(field.textForm());
      case BYTES -> ColumnType.BYTES;
      case DATE -> ColumnType.DATE;
      case TIME -> ColumnType.TIME;
      case DATETIME -> ColumnType.DATETIME;
      case INSTANT -> ColumnType.TIMESTAMP;
      case INTERVAL -> ColumnType.INTERVAL;
      case JSON -> ColumnType.JSON;
      case DECIMAL, STRUCT, LIST -> throw new AssertionError(field);
    };
  }

  private static ColumnType textType(@Nullable TextForm form) {
    if (form == null) {
      return ColumnType.STRING;
    }
    return switch (form) {
      case ISO_INSTANT -> ColumnType.TIMESTAMP;
      // A time of day with an offset has no type of its own; its offset would be lost.
      case ISO_OFFSET_TIME -> ColumnType.STRING;
      case DECIMAL -> ColumnType.BIGNUMERIC;
      case ISO_DATE -> ColumnType.DATE;
      case ISO_TIME -> ColumnType.TIME;
      case ISO_DATETIME -> ColumnType.DATETIME;
      case BASE64 -> ColumnType.BYTES;
    };
  }

  private static Column decimal(String name, @Nullable Integer precision, @Nullable Integer scale) {
    if (scale == null) {
      return Column.nullable(name, ColumnType.BIGNUMERIC);
    }
    if (precision == null) {
      return Column.nullable(
          name,
          scale <= DecimalType.NUMERIC.fractionDigits()
              ? ColumnType.NUMERIC
              : ColumnType.BIGNUMERIC);
    }
    for (DecimalType type : DecimalType.values()) {
      if (type.holds(precision - scale, scale)) {
        return decimal(name, type, precision, scale);
      }
    }
    // Wider than any number type: the digits stay whole as text.
    return Column.nullable(name, ColumnType.STRING);
  }

  /** Parameters that the service does not take are left out. */
  private static Column decimal(String name, DecimalType type, int precision, int scale) {
    ColumnType columnType = ColumnType.valueOf(type.name());
    return type.allows(precision, scale)
        ? new Column(name, columnType, ColumnMode.NULLABLE, List.of(), precision, scale, null)
        : Column.nullable(name, columnType);
  }
}
