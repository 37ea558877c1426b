package dev.penstock.core.reader;

import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.model.Names;
import dev.penstock.core.model.ServiceLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;

/** Finds the meaning of an Avro schema, and everything in it that no column can hold. One use. */
final class AvroSchemas {
  private final AvroOptions options;
  private final AvroMarks marks;
  private final SchemaRefusals refusals = new SchemaRefusals();
  private final AvroScalars scalars;
  private final Set<String> open = new HashSet<>();

  AvroSchemas(AvroOptions options) {
    this.options = options;
    this.marks = new AvroMarks(options);
    this.scalars = new AvroScalars(options, marks, refusals);
  }

  /** Why the schema has no columns; in the order of its fields. */
  List<String> schemaRefusals() {
    return refusals.list();
  }

  /** Why options do not fit the schema. */
  List<String> markRefusals() {
    return marks.refusals();
  }

  /** The fields of the root. */
  AvroRecords root(Schema schema) {
    if (schema.getType() != Schema.Type.RECORD) {
      refusals.add("The schema is " + schema.getType() + " (expected: a record).");
      return new AvroRecords("", List.of());
    }
    return record(schema, "", 1);
  }

  private AvroRecords record(Schema schema, String path, int depth) {
    List<AvroForm> forms = new ArrayList<>();
    if (!open.add(schema.getFullName())) {
      refusals.refuse(
          path, "contains itself through the record " + schema.getFullName(), "Cut the cycle");
    } else if (depth > ServiceLimits.STRUCT_DEPTH.value()) {
      refusals.refuse(
          path,
          "is nested more than " + ServiceLimits.STRUCT_DEPTH.value() + " levels deep",
          "Flatten it");
    } else {
      if (schema.getFields().isEmpty()) {
        refusals.refuse(
            path, "is a record without fields, and BigQuery has no such type", "Leave it out");
      }
      Map<String, String> seen = new HashMap<>();
      for (Schema.Field field : schema.getFields()) {
        String fieldPath = path.isEmpty() ? field.name() : path + "." + field.name();
        String other = seen.put(Names.fold(field.name()), field.name());
        if (other != null) {
          refusals.refuse(
              fieldPath,
              "differs from '" + other + "' only by case, and columns do not",
              "Rename one");
        }
        forms.add(form(field.name(), field.schema(), fieldPath, depth));
      }
    }
    open.remove(schema.getFullName());
    return new AvroRecords(path, forms);
  }

  /** The form of a field, an array's element, or a map's value. */
  private AvroForm form(String name, Schema declared, String path, int depth) {
    Schema schema = declared;
    boolean nullable = false;
    if (declared.getType() == Schema.Type.UNION) {
      List<Schema> branches =
          declared.getTypes().stream().filter(t -> t.getType() != Schema.Type.NULL).toList();
      nullable = branches.size() < declared.getTypes().size();
      if (branches.size() > 1) {
        refusals.refuse(
            path, "is a union of " + branches.size() + " types besides null", "Keep one of them");
      }
      schema = branches.isEmpty() ? Schema.create(Schema.Type.NULL) : branches.get(0);
    }
    return switch (schema.getType()) {
      case RECORD -> recordForm(name, nullable, schema, path, depth);
      case ARRAY -> arrayForm(name, nullable, schema, path, depth);
      case MAP -> mapForm(name, nullable, schema, path, depth);
      case NULL -> {
        refusals.refuse(path, "is null and nothing else", "Give it a type, or leave it out");
        yield scalars.form(SourceField.of(name, ValueKind.TEXT, true), path, schema);
      }
      case STRING, ENUM, BYTES, FIXED, INT, LONG, FLOAT, DOUBLE, BOOLEAN ->
          scalars.form(name, nullable, schema, path);
      case UNION -> throw new AssertionError(schema);
    };
  }

  private AvroForm recordForm(
      String name, boolean nullable, Schema schema, String path, int depth) {
    marks.met(path, "a record");
    if (IntervalRecords.matches(schema)) {
      return scalars.form(SourceField.of(name, ValueKind.INTERVAL, nullable), path, schema);
    }
    AvroRecords records = record(schema, path, depth + 1);
    SourceField field = SourceField.struct(name, nullable, records.fields());
    return container(field, path, "a record", records);
  }

  private AvroForm arrayForm(String name, boolean nullable, Schema schema, String path, int depth) {
    marks.met(path, "an array");
    Schema declared = schema.getElementType();
    if (declared.isNullable()) {
      refusals.refuse(
          path,
          "is an array whose elements may be null, and no array can hold NULL",
          "Take null out of the element type");
    } else if (declared.getType() == Schema.Type.ARRAY || declared.getType() == Schema.Type.MAP) {
      refusals.refuse(
          path,
          "is an array of arrays or maps, and BigQuery has none",
          "Wrap the element in a record");
    }
    AvroForm element = form("element", declared, path, depth);
    return container(
        SourceField.list(name, nullable, element.field()),
        path,
        "an array",
        new AvroArrays(path, element));
  }

  private AvroForm mapForm(String name, boolean nullable, Schema schema, String path, int depth) {
    marks.met(path, "a map");
    String keyPath = path + ".key";
    AvroForm key =
        scalars.form(marks.text(keyPath, "key", false), keyPath, Schema.create(Schema.Type.STRING));
    AvroForm value = form("value", schema.getValueType(), path + ".value", depth + 1);
    AvroMaps maps = new AvroMaps(path, key, value);
    return container(SourceField.list(name, nullable, maps.entry()), path, "a map", maps);
  }

  private AvroForm container(
      SourceField field, String path, String avroType, AvroContainer container) {
    boolean required =
        options.deriveRequiredColumns() && !field.nullable() && field.kind() != ValueKind.LIST;
    return new AvroForm(field, path, avroType, required, null, container);
  }
}
