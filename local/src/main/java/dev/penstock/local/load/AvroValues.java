package dev.penstock.local.load;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.decode.RowFaultException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.Decoder;
import org.jspecify.annotations.Nullable;

/** Builds the readers of a writer's schema for the columns of a table. Immutable. */
final class AvroValues {
  private final AvroScalars scalars;

  AvroValues(AvroFields fields) {
    this.scalars = new AvroScalars(fields);
  }

  /** The reader of records; fields of the writer that are no columns are read over. */
  AvroRecord record(Schema record, List<Field> columns) {
    List<AvroValue> values = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    Map<String, Integer> byName = Field.positions(columns);
    for (Schema.Field source : record.getFields()) {
      int position = byName.getOrDefault(source.name(), -1);
      Schema schema = source.schema();
      boolean kept = position >= 0 && AvroFields.value(schema, source.name()) != null;
      positions.add(kept ? position : AvroRecord.NOWHERE);
      values.add(kept ? column(schema, columns.get(position)) : skip(schema));
    }
    return new AvroRecord(values, positions, columns.size());
  }

  private static AvroValue skip(Schema schema) {
    return in -> {
      GenericDatumReader.skip(schema, in);
      return null;
    };
  }

  /** Reads a column of any mode, through the union with null if there is one. */
  private AvroValue column(Schema schema, Field column) {
    if (!schema.isUnion()) {
      return value(schema, column);
    }
    Schema held = AvroFields.value(schema, column.name());
    AvroValue value = held == null ? skip(schema) : value(held, column);
    int nullIndex = schema.getTypes().get(0).getType() == Schema.Type.NULL ? 0 : 1;
    boolean required = column.mode() == Mode.REQUIRED;
    return in -> {
      if (in.readIndex() != nullIndex || schema.getTypes().size() == 1) {
        return value.read(in);
      }
      in.readNull();
      if (required) {
        throw nullValue(column);
      }
      return null;
    };
  }

  private static RowFaultException nullValue(Field column) {
    return new RowFaultException(
        "Only optional fields can be set to NULL. Field: " + column.name() + "; Value: NULL");
  }

  private AvroValue value(Schema schema, Field column) {
    boolean repeated = schema.getType() == Schema.Type.ARRAY || schema.getType() == Schema.Type.MAP;
    if (repeated != (column.mode() == Mode.REPEATED)) {
      throw incompatible(column, schema);
    }
    return switch (schema.getType()) {
      case ARRAY -> array(schema, column);
      case MAP -> map(schema, column);
      default -> single(schema, column);
    };
  }

  private AvroValue single(Schema schema, Field column) {
    boolean struct = column.type() == FieldType.STRUCT;
    if (struct != (schema.getType() == Schema.Type.RECORD)) {
      throw incompatible(column, schema);
    }
    return struct ? struct(schema, column) : scalars.of(schema, column);
  }

  private AvroValue struct(Schema schema, Field column) {
    AvroRecord record = record(schema, column.fields());
    for (int i = 0; i < column.fields().size(); i++) {
      Field child = column.fields().get(i);
      if (child.mode() == Mode.REQUIRED && !record.has(i)) {
        throw ServiceException.invalid(
            "Error while reading data, error message: the file has no field "
                + column.name()
                + "."
                + child.name()
                + ", which is REQUIRED");
      }
    }
    return in -> Arrays.asList(record.read(in));
  }

  private AvroValue array(Schema array, Field column) {
    Field element = required(column.element());
    Schema schema = array.getElementType();
    AvroValue value = schema.isUnion() ? column(schema, element) : single(schema, element);
    return in -> {
      List<@Nullable Object> list = new ArrayList<>();
      for (long left = in.readArrayStart(); left > 0; left = in.arrayNext()) {
        for (long i = 0; i < left; i++) {
          list.add(value.read(in));
        }
      }
      return list;
    };
  }

  /** LD-002. */
  private AvroValue map(Schema map, Field column) {
    boolean entries =
        column.type() == FieldType.STRUCT
            && column.fields().size() == 2
            && column.fields().get(0).name().equalsIgnoreCase("key")
            && column.fields().get(1).name().equalsIgnoreCase("value");
    if (!entries) {
      throw incompatible(column, map);
    }
    AvroValue value = column(map.getValueType(), column.fields().get(1));
    return in -> {
      List<@Nullable Object> list = new ArrayList<>();
      for (long left = in.readMapStart(); left > 0; left = in.mapNext()) {
        for (long i = 0; i < left; i++) {
          list.add(entry(in, value));
        }
      }
      return list;
    };
  }

  private static List<@Nullable Object> entry(Decoder in, AvroValue value)
      throws java.io.IOException, RowFaultException {
    String key = in.readString();
    return Arrays.asList(key, value.read(in));
  }

  /** An element of an array is never NULL. */
  private static Field required(Field element) {
    return new Field(
        element.name(),
        element.type(),
        Mode.REQUIRED,
        element.fields(),
        element.precision(),
        element.scale(),
        element.maxLength(),
        element.description(),
        null,
        List.of(),
        false);
  }

  /** LD-009. */
  static ServiceException incompatible(Field column, Schema schema) {
    String mode = column.mode() == Mode.REPEATED ? "repeated " : "";
    return ServiceException.invalid(
        "Field "
            + column.name()
            + " has incompatible types. Configured schema: "
            + mode
            + column.type().restName().toLowerCase(Locale.ROOT)
            + "; Avro file: "
            + schema.getType().getName()
            + ".");
  }
}
