package dev.penstock.local.decode;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.decode.SchemaFaultException.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.arrow.flatbuf.Type;
import org.jspecify.annotations.Nullable;

/** Reads rows of Arrow fields as the values of a list of columns. Immutable. */
final class ArrowRecord {
  /** How a column's values come from the field at the same place. */
  private record Slot(
      int position, Field column, @Nullable Conversion conversion, @Nullable ArrowRecord nested) {}

  private final List<Field> columns;
  private final List<Slot> slots;

  private ArrowRecord(List<Field> columns, List<Slot> slots) {
    this.columns = columns;
    this.slots = slots;
  }

  /** Binds fields to columns. */
  static ArrowRecord bind(
      List<org.apache.arrow.flatbuf.Field> fields, List<Field> columns, String path)
      throws SchemaFaultException {
    List<Slot> slots = new ArrayList<>();
    List<String> extra = new ArrayList<>();
    for (org.apache.arrow.flatbuf.Field field : fields) {
      int position = MessageDecoder.position(columns, field.name());
      if (position < 0) {
        extra.add(path + field.name());
      } else {
        slots.add(slot(field, columns.get(position), position, path));
      }
    }
    if (!extra.isEmpty()) {
      throw MessageDecoder.extraFields(extra);
    }
    return new ArrowRecord(columns, slots);
  }

  private static Slot slot(
      org.apache.arrow.flatbuf.Field field, Field column, int position, String path)
      throws SchemaFaultException {
    boolean repeated = column.mode() == Mode.REPEATED;
    if (field.dictionary() != null) {
      throw ServiceException.notSupported("dictionaries in Arrow rows");
    }
    if (repeated != (field.typeType() == Type.List) || (repeated && field.childrenLength() != 1)) {
      throw mismatch(field, column, path);
    }
    org.apache.arrow.flatbuf.Field value = repeated ? field.children(0) : field;
    if ((column.type() == FieldType.STRUCT || column.type() == FieldType.RANGE)
        && value.typeType() == Type.Struct_
        && value.childrenLength() > 0) {
      List<org.apache.arrow.flatbuf.Field> children = new ArrayList<>();
      for (int i = 0; i < value.childrenLength(); i++) {
        children.add(value.children(i));
      }
      return new Slot(
          position, column, null, bind(children, column.fields(), path + column.name() + "."));
    }
    Conversion conversion = ArrowConversions.find(value, column);
    if (conversion == null) {
      throw mismatch(field, column, path);
    }
    return new Slot(position, column, conversion, null);
  }

  private static SchemaFaultException mismatch(
      org.apache.arrow.flatbuf.Field field, Field column, String path) {
    return new SchemaFaultException(
        Kind.INVALID,
        "The Arrow field mismatched with BigQuery field at "
            + path
            + field.name()
            + ", the Arrow field type "
            + Type.name(field.typeType()).toLowerCase(Locale.ROOT)
            + ", BigQuery field type "
            + (column.mode() == Mode.REPEATED ? "REPEATED " : "")
            + column.type().restName());
  }

  /** Which columns the fields have. */
  boolean[] bound() {
    boolean[] bound = new boolean[columns.size()];
    slots.forEach(slot -> bound[slot.position()] = true);
    return bound;
  }

  /** The values of a row, in the order of the columns. */
  @Nullable Object[] read(List<ArrowVector> vectors, int row) throws RowFaultException {
    @Nullable Object[] values = new @Nullable Object[columns.size()];
    for (int i = 0; i < slots.size(); i++) {
      Slot slot = slots.get(i);
      ArrowVector vector = vectors.get(i);
      values[slot.position()] =
          slot.column().mode() == Mode.REPEATED
              ? elements(slot, vector, row)
              : value(slot, vector, row);
    }
    return values;
  }

  /** WA-172. */
  private static List<Object> elements(Slot slot, ArrowVector vector, int row)
      throws RowFaultException {
    String name = slot.column().name();
    if (vector.isNull(row)) {
      throw new RowFaultException("Field " + name + ": a NULL list must be an empty list.");
    }
    List<Object> elements = new ArrayList<>();
    int end = vector.offset(row + 1);
    for (int i = vector.offset(row); i < end; i++) {
      Object element = value(slot, vector.children().get(0), i);
      if (element == null) {
        throw new RowFaultException("Field " + name + " is REPEATED and has a NULL element.");
      }
      elements.add(element);
    }
    return elements;
  }

  private static @Nullable Object value(Slot slot, ArrowVector vector, int row)
      throws RowFaultException {
    ArrowRecord nested = slot.nested();
    if (nested != null) {
      if (vector.isNull(row)) {
        return null;
      }
      List<?> members = Arrays.asList(nested.struct(vector.children(), row));
      boolean range = slot.column().type() == FieldType.RANGE;
      return range ? new FileValue(slot.column()).ofBounds(members) : members;
    }
    Object raw = vector.get(row);
    Conversion conversion = slot.conversion();
    if (conversion == null) {
      throw new AssertionError(slot);
    }
    return raw == null ? null : conversion.convert(raw);
  }

  private @Nullable Object[] struct(List<ArrowVector> vectors, int row) throws RowFaultException {
    @Nullable Object[] values = read(vectors, row);
    MessageDecoder.checkRequired(columns, values);
    return values;
  }
}
