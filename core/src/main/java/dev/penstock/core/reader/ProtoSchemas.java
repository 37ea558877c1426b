package dev.penstock.core.reader;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.model.ServiceLimits;
import dev.penstock.core.reader.ProtoMarks.Mark;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the meaning of a message type, and everything in it that no column can hold. One use. */
final class ProtoSchemas {
  private final ProtoOptions options;
  private final ProtoTape tape;
  private final ProtoMarks marks;
  private final ProtoScalars scalars;
  private final SchemaRefusals refusals = new SchemaRefusals();
  private final Set<String> open = new HashSet<>();

  /** One field: what it is to encoders, where its values lie, and what they mean. */
  record Compiled(SourceField source, ProtoSlot slot, ProtoForm form) {
    Compiled as(SourceField list, ProtoForm of) {
      return new Compiled(list, slot, of);
    }
  }

  ProtoSchemas(Descriptor root, ProtoOptions options, ProtoTape tape) {
    this.options = options;
    this.tape = tape;
    this.marks = new ProtoMarks(options, root);
    this.scalars = new ProtoScalars();
  }

  /** Why the message has no columns; in the order of its fields. */
  List<String> schemaRefusals() {
    return refusals.list();
  }

  /** Why options do not fit the message. */
  List<String> markRefusals() {
    return marks.refusals();
  }

  /** The fields of the root. */
  ProtoStruct root(Descriptor root) {
    return struct(root, "", 1);
  }

  private ProtoStruct struct(Descriptor message, String path, int depth) {
    List<Compiled> fields = new ArrayList<>();
    if (!open.add(message.getFullName())) {
      refusals.refuse(
          path,
          "contains itself through the message " + message.getFullName(),
          "Cut the cycle, or mark a message in it as JSON");
    } else {
      if (depth > ServiceLimits.STRUCT_DEPTH.value()) {
        refusals.refuse(
            path,
            "is nested more than " + ServiceLimits.STRUCT_DEPTH.value() + " levels deep",
            "Flatten it, or mark it as JSON");
      } else {
        fields.addAll(fields(message, path, depth));
      }
      open.remove(message.getFullName());
    }
    return struct(message, fields, path);
  }

  private ProtoStruct struct(Descriptor message, List<Compiled> fields, String path) {
    List<String> requiredPaths = new ArrayList<>();
    for (Compiled field : fields) {
      boolean required = options.deriveRequiredColumns() && !field.source().nullable();
      requiredPaths.add(required ? join(path, field.source().name()) : "");
    }
    ProtoLayout layout =
        new ProtoLayout(
            fields.stream().map(Compiled::slot).toList(), message.getOptions().getMapEntry());
    List<ProtoForm> forms = fields.stream().map(Compiled::form).toList();
    return new ProtoStruct(
        layout,
        fields.stream().map(Compiled::source).toList(),
        ProtoReader.ofFields(tape, forms, requiredPaths));
  }

  private List<Compiled> fields(Descriptor message, String path, int depth) {
    if (message.getFields().isEmpty()) {
      refusals.refuse(
          path, "is a message without fields, and BigQuery has no such type", "Leave it out");
    }
    List<Compiled> fields = new ArrayList<>();
    Map<String, String> seen = new HashMap<>();
    for (FieldDescriptor field : message.getFields()) {
      String fieldPath = join(path, field.getName());
      String other = seen.put(field.getName().toLowerCase(Locale.ROOT), field.getName());
      if (other != null) {
        refusals.refuse(
            fieldPath,
            "differs from '" + other + "' only by case, and columns do not",
            "Rename one");
      }
      fields.add(field(field, fieldPath, depth));
    }
    return fields;
  }

  private static String join(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private Compiled field(FieldDescriptor field, String path, int depth) {
    Mark mark = marks.of(path, field);
    if (!field.isRepeated()) {
      return value(field, field.getName(), path, mark, depth);
    }
    Compiled element = value(field, "element", path, mark, depth);
    ProtoReader elements = ProtoReader.ofElements(tape, element.form());
    boolean textKeys =
        field.isMapField()
            && field.getMessageType().findFieldByNumber(1).getType() == FieldDescriptor.Type.STRING;
    return element.as(
        SourceField.list(field.getName(), true, element.source()),
        field.isMapField() ? new ProtoMap(elements, textKeys) : new ProtoList(elements));
  }

  /** A field that is no list, or the element of one. */
  private Compiled value(FieldDescriptor field, String name, String path, Mark mark, int depth) {
    if (field.getJavaType() != FieldDescriptor.JavaType.MESSAGE) {
      return scalars.scalar(field, name, mark);
    }
    Optional<WellKnownType> wellKnown = WellKnownType.find(field.getMessageType());
    if (mark == Mark.JSON || wellKnown.filter(WellKnownType::isJson).isPresent()) {
      SourceField source = SourceField.of(name, ValueKind.JSON, !field.isRepeated());
      ProtoJson form = new ProtoJson(path, field.getMessageType(), !field.isRepeated());
      return new Compiled(source, ProtoSlot.ofBytes(field), form);
    }
    if (wellKnown.isPresent()) {
      return scalars.message(field, name, path, wellKnown.get());
    }
    ProtoStruct struct = struct(field.getMessageType(), path, depth + 1);
    SourceField source = SourceField.struct(name, ProtoScalars.nullable(field), struct.fields());
    return new Compiled(source, ProtoSlot.of(field, struct.layout()), struct);
  }
}
