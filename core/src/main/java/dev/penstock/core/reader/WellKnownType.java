package dev.penstock.core.reader;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Messages of protobuf's own that are columns without parts. A message is one by its full name and
 * by its fields: a schema registry may hold another of that name.
 *
 * @see <a href="https://protobuf.dev/reference/protobuf/google.protobuf/">Well-known types</a>
 */
enum WellKnownType {
  TIMESTAMP("Timestamp", "1 seconds INT64", "2 nanos INT32"),
  DURATION("Duration", "1 seconds INT64", "2 nanos INT32"),
  FIELD_MASK("FieldMask", "1 paths repeated STRING"),
  INT32_VALUE("Int32Value", "1 value INT32"),
  UINT32_VALUE("UInt32Value", "1 value UINT32"),
  INT64_VALUE("Int64Value", "1 value INT64"),
  UINT64_VALUE("UInt64Value", "1 value UINT64"),
  FLOAT_VALUE("FloatValue", "1 value FLOAT"),
  DOUBLE_VALUE("DoubleValue", "1 value DOUBLE"),
  BOOL_VALUE("BoolValue", "1 value BOOL"),
  STRING_VALUE("StringValue", "1 value STRING"),
  BYTES_VALUE("BytesValue", "1 value BYTES"),
  STRUCT("Struct", "1 fields map MESSAGE"),
  VALUE(
      "Value",
      "1 null_value ENUM",
      "2 number_value DOUBLE",
      "3 string_value STRING",
      "4 bool_value BOOL",
      "5 struct_value MESSAGE",
      "6 list_value MESSAGE"),
  LIST_VALUE("ListValue", "1 values repeated MESSAGE");

  private final String fullName;
  private final String shape;

  WellKnownType(String name, String... shape) {
    this.fullName = "google.protobuf." + name;
    this.shape = String.join(", ", shape);
  }

  /** Finds what a message is, if it is any. */
  static Optional<WellKnownType> find(Descriptor message) {
    for (WellKnownType type : values()) {
      if (type.fullName.equals(message.getFullName())) {
        String shape =
            message.getFields().stream()
                .map(WellKnownType::describe)
                .collect(Collectors.joining(", "));
        return type.shape.equals(shape) ? Optional.of(type) : Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static String describe(FieldDescriptor field) {
    String label = field.isMapField() ? "map " : field.isRepeated() ? "repeated " : "";
    return field.getNumber() + " " + field.getName() + " " + label + field.getType();
  }

  /** Whether its values are JSON documents. */
  boolean isJson() {
    return this == STRUCT || this == VALUE || this == LIST_VALUE;
  }
}
