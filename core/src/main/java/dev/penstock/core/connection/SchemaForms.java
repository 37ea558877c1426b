package dev.penstock.core.connection;

import com.google.api.client.json.gson.GsonFactory;
import com.google.api.services.bigquery.model.TableFieldSchema;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The one conversion between table schemas and their REST and protobuf forms. Immutable. */
public final class SchemaForms {
  /** Legacy and GoogleSQL names are both met (RT-035, RT-036). */
  private static final Map<String, ColumnType> TYPES =
      Map.ofEntries(
          Map.entry("BOOLEAN", ColumnType.BOOL),
          Map.entry("BOOL", ColumnType.BOOL),
          Map.entry("INTEGER", ColumnType.INT64),
          Map.entry("INT64", ColumnType.INT64),
          Map.entry("FLOAT", ColumnType.FLOAT64),
          Map.entry("FLOAT64", ColumnType.FLOAT64),
          Map.entry("DOUBLE", ColumnType.FLOAT64),
          Map.entry("NUMERIC", ColumnType.NUMERIC),
          Map.entry("BIGNUMERIC", ColumnType.BIGNUMERIC),
          Map.entry("STRING", ColumnType.STRING),
          Map.entry("BYTES", ColumnType.BYTES),
          Map.entry("DATE", ColumnType.DATE),
          Map.entry("TIME", ColumnType.TIME),
          Map.entry("DATETIME", ColumnType.DATETIME),
          Map.entry("TIMESTAMP", ColumnType.TIMESTAMP),
          Map.entry("JSON", ColumnType.JSON),
          Map.entry("GEOGRAPHY", ColumnType.GEOGRAPHY),
          Map.entry("INTERVAL", ColumnType.INTERVAL),
          Map.entry("RANGE", ColumnType.RANGE),
          Map.entry("RECORD", ColumnType.STRUCT),
          Map.entry("STRUCT", ColumnType.STRUCT));

  private SchemaForms() {}

  /** The schema of a REST table; a table without one has no columns. */
  public static TableSchema fromRest(
      com.google.api.services.bigquery.model.@Nullable TableSchema rest) {
    return new TableSchema(rest == null ? List.of() : columnsOf(rest.getFields()));
  }

  /**
   * The schema that a text describes: REST v2's JSON of a TableSchema, or the array of its fields
   * alone, as {@code bq show --schema} prints it.
   *
   * @throws IngestException INVALID_OPTION when the text is neither
   */
  public static TableSchema fromRestJson(String json) {
    String text = json.strip();
    String object = text.startsWith("[") ? "{\"fields\":" + text + "}" : text;
    com.google.api.services.bigquery.model.TableSchema rest;
    try {
      rest =
          GsonFactory.getDefaultInstance()
              .fromString(object, com.google.api.services.bigquery.model.TableSchema.class);
    } catch (IOException | RuntimeException e) {
      throw noSchema("the text is no such JSON", e);
    }
    requireNamed(rest.getFields());
    return fromRest(rest);
  }

  private static void requireNamed(@Nullable List<TableFieldSchema> fields) {
    if (fields == null || fields.isEmpty()) {
      throw noSchema("there are no fields", null);
    }
    for (TableFieldSchema field : fields) {
      if (field.getName() == null || field.getType() == null) {
        throw noSchema("a field lacks its name or type", null);
      }
      if (field.getFields() != null) {
        requireNamed(field.getFields());
      }
    }
  }

  private static IngestException noSchema(String why, @Nullable Exception cause) {
    return new IngestException(
        ErrorCode.INVALID_OPTION,
        "schema: "
            + why
            + " (expected: the JSON of a REST TableSchema, {\"fields\": [{\"name\": ..., \"type\":"
            + " ...}]}, or that array, as bq show --schema prints it)",
        cause);
  }

  private static List<Column> columnsOf(@Nullable List<TableFieldSchema> fields) {
    return fields == null ? List.of() : fields.stream().map(SchemaForms::columnOf).toList();
  }

  private static Column columnOf(TableFieldSchema field) {
    return new Column(
        field.getName(),
        typeOf(field.getName(), field.getType()),
        modeOf(field.getMode()),
        columnsOf(field.getFields()),
        intOf(field.getPrecision()),
        intOf(field.getScale()),
        field.getMaxLength(),
        field.getRangeElementType() == null
            ? null
            : typeOf(field.getName(), field.getRangeElementType().getType()));
  }

  private static @Nullable Integer intOf(@Nullable Long value) {
    return value == null ? null : Math.toIntExact(value);
  }

  private static ColumnMode modeOf(@Nullable String mode) {
    return mode == null || mode.isEmpty()
        ? ColumnMode.NULLABLE
        : ColumnMode.valueOf(mode.toUpperCase(Locale.ROOT));
  }

  private static ColumnType typeOf(String column, String type) {
    ColumnType known = TYPES.get(type.toUpperCase(Locale.ROOT));
    if (known == null) {
      throw new IngestException(
          ErrorCode.UNSUPPORTED_TYPE,
          "Column '" + column + "' has the type " + type + ", which this version does not know.");
    }
    return known;
  }

  /** The REST form of a column. */
  public static TableFieldSchema toRest(Column column) {
    TableFieldSchema field =
        new TableFieldSchema()
            .setName(column.name())
            .setType(column.type() == ColumnType.STRUCT ? "RECORD" : column.type().name())
            .setMode(column.mode().name());
    if (!column.fields().isEmpty()) {
      field.setFields(column.fields().stream().map(SchemaForms::toRest).toList());
    }
    if (column.precision() != null) {
      field.setPrecision(column.precision().longValue());
    }
    if (column.scale() != null) {
      field.setScale(column.scale().longValue());
    }
    if (column.maxLength() != null) {
      field.setMaxLength(column.maxLength());
    }
    if (column.rangeElement() != null) {
      field.setRangeElementType(
          new TableFieldSchema.RangeElementType().setType(column.rangeElement().name()));
    }
    return field;
  }

  /** The REST form of a schema. */
  public static com.google.api.services.bigquery.model.TableSchema toRest(TableSchema schema) {
    return new com.google.api.services.bigquery.model.TableSchema()
        .setFields(schema.columns().stream().map(SchemaForms::toRest).toList());
  }

  /** The schema that a write stream tells. */
  public static TableSchema fromProto(com.google.cloud.bigquery.storage.v1.TableSchema proto) {
    return new TableSchema(columnsOfProto(proto.getFieldsList()));
  }

  private static List<Column> columnsOfProto(
      List<com.google.cloud.bigquery.storage.v1.TableFieldSchema> fields) {
    return fields.stream().map(SchemaForms::columnOf).toList();
  }

  private static Column columnOf(com.google.cloud.bigquery.storage.v1.TableFieldSchema field) {
    String mode =
        field.getMode()
                == com.google.cloud.bigquery.storage.v1.TableFieldSchema.Mode.MODE_UNSPECIFIED
            ? ""
            : field.getMode().name();
    return new Column(
        field.getName(),
        typeOf(field.getName(), field.getType().name()),
        modeOf(mode),
        columnsOfProto(field.getFieldsList()),
        field.getPrecision() == 0 ? null : Math.toIntExact(field.getPrecision()),
        field.getPrecision() == 0 ? null : Math.toIntExact(field.getScale()),
        field.getMaxLength() == 0 ? null : field.getMaxLength(),
        field.hasRangeElementType()
            ? typeOf(field.getName(), field.getRangeElementType().getType().name())
            : null);
  }

  /** The form that serializers of the Storage Write API speak. */
  public static com.google.cloud.bigquery.storage.v1.TableSchema toProto(TableSchema schema) {
    com.google.cloud.bigquery.storage.v1.TableSchema.Builder proto =
        com.google.cloud.bigquery.storage.v1.TableSchema.newBuilder();
    schema.columns().forEach(column -> proto.addFields(toProto(column)));
    return proto.build();
  }

  private static com.google.cloud.bigquery.storage.v1.TableFieldSchema toProto(Column column) {
    com.google.cloud.bigquery.storage.v1.TableFieldSchema.Builder field =
        com.google.cloud.bigquery.storage.v1.TableFieldSchema.newBuilder()
            .setName(column.name())
            .setType(protoType(column.type()))
            .setMode(
                com.google.cloud.bigquery.storage.v1.TableFieldSchema.Mode.valueOf(
                    column.mode().name()));
    column.fields().forEach(nested -> field.addFields(toProto(nested)));
    if (column.precision() != null) {
      field.setPrecision(column.precision());
    }
    if (column.scale() != null) {
      field.setScale(column.scale());
    }
    if (column.maxLength() != null) {
      field.setMaxLength(column.maxLength());
    }
    if (column.rangeElement() != null) {
      field.setRangeElementType(
          com.google.cloud.bigquery.storage.v1.TableFieldSchema.FieldElementType.newBuilder()
              .setType(protoType(column.rangeElement())));
    }
    return field.build();
  }

  private static com.google.cloud.bigquery.storage.v1.TableFieldSchema.Type protoType(
      ColumnType type) {
    String name = type == ColumnType.FLOAT64 ? "DOUBLE" : type.name();
    return com.google.cloud.bigquery.storage.v1.TableFieldSchema.Type.valueOf(name);
  }
}
