package dev.penstock.core.model;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One column of a table, or one field of a STRUCT. Immutable.
 *
 * @param fields the fields of a STRUCT, empty for every other type
 * @param precision declared digits of a NUMERIC or BIGNUMERIC; null when the column declares none
 * @param scale declared fraction digits of a NUMERIC or BIGNUMERIC; null when it declares none
 * @param maxLength declared length of a STRING (characters) or BYTES (bytes); null for no limit
 * @param rangeElement the type of the bounds of a RANGE; null for every other type, and for a RANGE
 *     whose bounds nobody told
 */
public record Column(
    String name,
    ColumnType type,
    ColumnMode mode,
    List<Column> fields,
    @Nullable Integer precision,
    @Nullable Integer scale,
    @Nullable Long maxLength,
    @Nullable ColumnType rangeElement) {
  /** Copies the fields and checks that exactly STRUCTs have some. */
  public Column {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(mode, "mode");
    fields = List.copyOf(fields);
    if (name.isEmpty()) {
      throw new IllegalArgumentException("name: '' (expected: not empty)");
    }
    if ((type == ColumnType.STRUCT) == fields.isEmpty()) {
      throw new IllegalArgumentException(
          "fields: "
              + fields.size()
              + " of "
              + name
              + " "
              + type
              + " (expected: only a STRUCT has)");
    }
    if (rangeElement != null && type != ColumnType.RANGE) {
      throw new IllegalArgumentException(
          "rangeElement: " + rangeElement + " of " + name + " " + type + " (expected: of a RANGE)");
    }
  }

  /** A column that is no RANGE. */
  public Column(
      String name,
      ColumnType type,
      ColumnMode mode,
      List<Column> fields,
      @Nullable Integer precision,
      @Nullable Integer scale,
      @Nullable Long maxLength) {
    this(name, type, mode, fields, precision, scale, maxLength, null);
  }

  /** A column of a scalar type without parameters. */
  public static Column of(String name, ColumnType type, ColumnMode mode) {
    return new Column(name, type, mode, List.of(), null, null, null);
  }

  /** A NULLABLE column of a scalar type without parameters. */
  public static Column nullable(String name, ColumnType type) {
    return of(name, type, ColumnMode.NULLABLE);
  }

  /**
   * A RANGE column.
   *
   * @param element DATE, DATETIME or TIMESTAMP
   */
  public static Column range(String name, ColumnMode mode, ColumnType element) {
    return new Column(name, ColumnType.RANGE, mode, List.of(), null, null, null, element);
  }

  /** A STRUCT column. */
  public static Column struct(String name, ColumnMode mode, List<Column> fields) {
    return new Column(name, ColumnType.STRUCT, mode, fields, null, null, null);
  }

  /** The same column under another name. */
  public Column withName(String other) {
    return new Column(other, type, mode, fields, precision, scale, maxLength, rangeElement);
  }

  /** The same column in another mode. */
  public Column withMode(ColumnMode other) {
    return new Column(name, type, other, fields, precision, scale, maxLength, rangeElement);
  }

  /** The same STRUCT column with other fields. */
  public Column withFields(List<Column> other) {
    return new Column(name, type, mode, other, precision, scale, maxLength, rangeElement);
  }

  /**
   * The same column without REQUIRED, in its fields neither: as it is added to a table (RT-052).
   */
  public Column relaxed() {
    Column optional = mode == ColumnMode.REQUIRED ? withMode(ColumnMode.NULLABLE) : this;
    return optional.withFields(fields.stream().map(Column::relaxed).toList());
  }

  /**
   * What its values consist of: the fields of a STRUCT, the bounds of a RANGE, of which an absent
   * one is unbounded (WA-144). Empty for other types.
   */
  public List<Column> parts() {
    return rangeElement == null
        ? fields
        : List.of(nullable("start", rangeElement), nullable("end", rangeElement));
  }

  /** Whether the values of both are of one type, parameters and fields aside. */
  public boolean isSameType(Column other) {
    return type == other.type && rangeElement == other.rangeElement;
  }

  /** The type as GoogleSQL writes it, such as {@code ARRAY<NUMERIC(10, 2)>}. */
  public String sqlType() {
    String single = singleSqlType();
    return mode == ColumnMode.REPEATED ? "ARRAY<" + single + ">" : single;
  }

  /** The column as CREATE TABLE names it. */
  public String sqlDefinition() {
    return SqlText.identifier(name)
        + " "
        + sqlType()
        + (mode == ColumnMode.REQUIRED ? " NOT NULL" : "");
  }

  private String singleSqlType() {
    if (type == ColumnType.STRUCT) {
      return fields.stream()
          .map(Column::sqlDefinition)
          .collect(Collectors.joining(", ", "STRUCT<", ">"));
    }
    if (rangeElement != null) {
      return type + "<" + rangeElement + ">";
    }
    if (precision != null) {
      return type + "(" + precision + (scale == null ? "" : ", " + scale) + ")";
    }
    return maxLength == null ? type.name() : type + "(" + maxLength + ")";
  }
}
