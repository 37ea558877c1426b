package dev.penstock.core.encode;

import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One field of a source schema. Immutable.
 *
 * @param name the column name it maps to, already made legal for BigQuery
 * @param unit the unit of TIME, DATETIME and INSTANT values (SECONDS to NANOSECONDS), else null
 * @param precision the declared digits of a DECIMAL; null when the source declares none
 * @param scale the declared fraction digits of a DECIMAL; null when the source declares none
 * @param children the fields of a STRUCT in reader order; the single element of a LIST; else empty
 * @param textForm what a TEXT value holds, for columns that are not STRING; null for plain text
 * @param column the column that is made for the field; null: its kind decides. An existing column
 *     is written as what it is
 */
public record SourceField(
    String name,
    ValueKind kind,
    boolean nullable,
    @Nullable TimeUnit unit,
    @Nullable Integer precision,
    @Nullable Integer scale,
    List<SourceField> children,
    @Nullable TextForm textForm,
    @Nullable Column column) {

  /** The meaning of a TEXT value beyond its characters. */
  public enum TextForm {
    /** An ISO-8601 instant with an offset or {@code Z}. */
    ISO_INSTANT,
    /** An ISO-8601 time of day with an offset. */
    ISO_OFFSET_TIME,
    /** A decimal number. */
    DECIMAL,
    /** An ISO-8601 date. */
    ISO_DATE,
    /** An ISO-8601 time of day without an offset. */
    ISO_TIME,
    /** An ISO-8601 date and time without an offset. */
    ISO_DATETIME,
    /** Bytes in the base64 alphabet of RFC 4648, section 4. */
    BASE64
  }

  /** Copies the children and checks them against the kind. */
  public SourceField {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(kind, "kind");
    children = List.copyOf(children);
    boolean temporal =
        kind == ValueKind.TIME || kind == ValueKind.DATETIME || kind == ValueKind.INSTANT;
    if (temporal != (unit != null)) {
      throw new IllegalArgumentException("unit: " + unit + " of " + kind + " " + name);
    }
    if (kind == ValueKind.LIST && children.size() != 1) {
      throw new IllegalArgumentException("children: " + children.size() + " of LIST " + name);
    }
  }

  /** A field of a kind that needs no parameters. */
  public static SourceField of(String name, ValueKind kind, boolean nullable) {
    return new SourceField(name, kind, nullable, null, null, null, List.of(), null, null);
  }

  /** A field of a TIME, DATETIME or INSTANT kind. */
  public static SourceField temporal(String name, ValueKind kind, boolean nullable, TimeUnit unit) {
    return new SourceField(name, kind, nullable, unit, null, null, List.of(), null, null);
  }

  /** A DECIMAL field. */
  public static SourceField decimal(
      String name, boolean nullable, @Nullable Integer precision, @Nullable Integer scale) {
    return new SourceField(
        name, ValueKind.DECIMAL, nullable, null, precision, scale, List.of(), null, null);
  }

  /** A STRUCT field. */
  public static SourceField struct(String name, boolean nullable, List<SourceField> fields) {
    return new SourceField(name, ValueKind.STRUCT, nullable, null, null, null, fields, null, null);
  }

  /** A LIST field. */
  public static SourceField list(String name, boolean nullable, SourceField element) {
    return new SourceField(
        name, ValueKind.LIST, nullable, null, null, null, List.of(element), null, null);
  }

  /** A TEXT field whose characters follow a form. */
  public static SourceField text(String name, boolean nullable, TextForm form) {
    return new SourceField(name, ValueKind.TEXT, nullable, null, null, null, List.of(), form, null);
  }

  /** The same scalar field, with the type of a column that is made for it. */
  public SourceField withColumnType(ColumnType type) {
    return withColumn(Column.nullable(name, type));
  }

  /** The same field, with the column that is made for it. */
  public SourceField withColumn(Column made) {
    return new SourceField(name, kind, nullable, unit, precision, scale, children, textForm, made);
  }
}
