package dev.penstock.kafka.read;

import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceField.TextForm;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.Names;
import dev.penstock.core.model.ServiceLimits;
import dev.penstock.kafka.read.ReadOptions.DecimalMapping;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/** Makes readers for Connect schemas: the sink's only mapping of types. Immutable. */
public final class ConnectReaders {
  /** The deepest nesting BigQuery takes. */
  private static final int MAX_DEPTH = ServiceLimits.STRUCT_DEPTH.intValue();

  private static final Map<Schema.Type, ValueKind> PRIMITIVES =
      Map.of(
          Schema.Type.BOOLEAN, ValueKind.BOOL,
          Schema.Type.INT8, ValueKind.LONG,
          Schema.Type.INT16, ValueKind.LONG,
          Schema.Type.INT32, ValueKind.LONG,
          Schema.Type.INT64, ValueKind.LONG,
          Schema.Type.FLOAT32, ValueKind.DOUBLE,
          Schema.Type.FLOAT64, ValueKind.DOUBLE,
          Schema.Type.STRING, ValueKind.TEXT,
          Schema.Type.BYTES, ValueKind.BYTES);

  private final ReadOptions options;

  /** Readers that follow these options. */
  public ConnectReaders(ReadOptions options) {
    this.options = Objects.requireNonNull(options, "options");
  }

  /** What is done with values that the source did not log. */
  public UnavailableValue.Policy unavailablePolicy() {
    return options.unavailable().policy();
  }

  /** The name of the column that a field goes to. */
  public String columnName(String fieldName) {
    return options.sanitizeFieldNames() ? FieldNames.sanitized(fieldName) : fieldName;
  }

  /**
   * A reader of structs of a schema.
   *
   * @param keep which fields of the top level become columns
   * @throws IngestException UNSUPPORTED_TYPE when a field has no kind, or two fields meet in one
   *     column
   */
  public StructReader reader(Schema schema, Predicate<Field> keep) {
    return structReader(schema, keep, 1);
  }

  /** A reader of primitives of a schema, as one column. */
  public ScalarReader scalarReader(String column, Schema schema) {
    return new ScalarReader(form(column, schema, 1));
  }

  private StructReader structReader(Schema schema, Predicate<Field> keep, int depth) {
    if (depth > MAX_DEPTH) {
      throw unsupported(
          "Schema " + schema.name() + " nests deeper than " + MAX_DEPTH + " levels.",
          "Flatten it with a transform.");
    }
    List<Field> fields = new ArrayList<>();
    List<ValueForm> forms = new ArrayList<>();
    Map<String, String> seen = new HashMap<>();
    for (Field field : schema.fields()) {
      if (keep.test(field) && !isEmptyStruct(field.schema())) {
        String name = columnName(field.name());
        String other = seen.put(Names.fold(name), field.name());
        if (other != null) {
          throw unsupported(
              "Fields '"
                  + other
                  + "' and '"
                  + field.name()
                  + "' both become column '"
                  + name
                  + "'.",
              "Rename one of them with a transform.");
        }
        fields.add(field);
        forms.add(form(name, field.schema(), depth));
      }
    }
    return new StructReader(fields, forms, new Struct(schema), options);
  }

  private static boolean isEmptyStruct(Schema schema) {
    return schema.type() == Schema.Type.STRUCT && schema.fields().isEmpty();
  }

  private ValueForm form(String name, Schema schema, int depth) {
    boolean nullable = schema.isOptional();
    LogicalType logical = LogicalType.find(schema.name());
    if (logical != null && !isRecordDecimal(schema)) {
      return new ValueForm(logicalField(name, nullable, schema, logical), options, null);
    }
    return switch (schema.type()) {
      case STRUCT -> {
        StructReader reader = structReader(schema, field -> true, depth + 1);
        yield new ValueForm(SourceField.struct(name, nullable, reader.fields()), options, reader);
      }
      case ARRAY -> {
        ValueForm element = form("element", schema.valueSchema(), depth);
        ListReader reader = new ListReader(element, options.nullElements(), standIn(element));
        yield new ValueForm(SourceField.list(name, nullable, element.field()), options, reader);
      }
      case MAP -> {
        ValueForm key = form("key", schema.keySchema(), depth + 1);
        ValueForm value = form("value", schema.valueSchema(), depth + 1);
        SourceField entry =
            SourceField.struct("element", false, List.of(key.field(), value.field()));
        yield new ValueForm(
            SourceField.list(name, nullable, entry), options, new MapReader(key, value));
      }
      case BOOLEAN, INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, STRING, BYTES -> {
        ValueKind kind = Objects.requireNonNull(PRIMITIVES.get(schema.type()));
        yield new ValueForm(SourceField.of(name, kind, nullable), options, null);
      }
    };
  }

  private boolean isRecordDecimal(Schema schema) {
    return LogicalType.VARIABLE_SCALE_DECIMAL.equals(schema.name())
        && options.variableScaleDecimals() == DecimalMapping.RECORD;
  }

  private SourceField logicalField(
      String name, boolean nullable, Schema schema, LogicalType logical) {
    if (Decimal.LOGICAL_NAME.equals(schema.name())) {
      return decimal(
          SourceField.decimal(
              name,
              nullable,
              parameter(schema, "connect.decimal.precision"),
              parameter(schema, Decimal.SCALE_FIELD)),
          options.decimals());
    }
    SourceField field = logical.field(name, nullable, options);
    return field.kind() == ValueKind.DECIMAL
        ? decimal(field, options.variableScaleDecimals())
        : field;
  }

  /** NUMERIC leaves the choice between the exact types to the declared digits. */
  private static SourceField decimal(SourceField field, DecimalMapping mapping) {
    return switch (mapping) {
      case FLOAT -> field.withColumnType(ColumnType.FLOAT64);
      case BIGNUMERIC -> field.withColumnType(ColumnType.BIGNUMERIC);
      case NUMERIC, RECORD -> field;
    };
  }

  private static @Nullable Integer parameter(Schema schema, String name) {
    Map<String, String> parameters = schema.parameters();
    String text = parameters == null ? null : parameters.get(name);
    return text == null ? null : Integer.valueOf(text);
  }

  /** The neutral value of an element type; null when it has none. */
  private static @Nullable Object standIn(ValueForm element) {
    return switch (element.field().kind()) {
      case BOOL -> false;
      case LONG, UNSIGNED_LONG, DATE, TIME, DATETIME, INSTANT -> 0L;
      case DOUBLE -> 0.0;
      case DECIMAL -> BigDecimal.ZERO;
      case TEXT -> element.field().textForm() == TextForm.ISO_INSTANT ? "1970-01-01T00:00:00Z" : "";
      case BYTES -> new byte[0];
      case JSON -> "null";
      case INTERVAL, STRUCT, LIST -> null;
    };
  }

  private static IngestException unsupported(String what, String cure) {
    return new IngestException(ErrorCode.UNSUPPORTED_TYPE, what + " " + cure);
  }
}
