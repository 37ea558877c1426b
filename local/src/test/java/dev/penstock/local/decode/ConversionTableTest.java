package dev.penstock.local.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.penstock.local.Fact;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.FieldType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The whole table of which proto type feeds which column: these, and no others. */
class ConversionTableTest {
  private static final List<String> MESSAGES =
      List.of(
          "BoolValue",
          "Int32Value",
          "Int64Value",
          "UInt32Value",
          "UInt64Value",
          "FloatValue",
          "DoubleValue",
          "StringValue",
          "BytesValue",
          "Timestamp",
          "Duration");

  private static List<FieldDescriptor> everyField() throws SchemaFaultException {
    DescriptorProto.Builder row = DescriptorProto.newBuilder().setName("Row");
    row.addEnumType(
        EnumDescriptorProto.newBuilder()
            .setName("E")
            .addValue(EnumValueDescriptorProto.newBuilder().setName("A").setNumber(0)));
    for (FieldDescriptorProto.Type type : FieldDescriptorProto.Type.values()) {
      if (type == FieldDescriptorProto.Type.TYPE_ENUM) {
        row.addField(field(row, "enum", type).setTypeName("Row.E"));
      } else if (type != FieldDescriptorProto.Type.TYPE_MESSAGE
          && type != FieldDescriptorProto.Type.TYPE_GROUP) {
        String name = type.name().substring("TYPE_".length()).toLowerCase(Locale.ROOT);
        row.addField(field(row, name, type));
      }
    }
    for (String message : MESSAGES) {
      row.addField(
          field(row, message, FieldDescriptorProto.Type.TYPE_MESSAGE)
              .setTypeName(".google.protobuf." + message));
    }
    return WriterSchema.of(row.build()).descriptor().getFields();
  }

  private static FieldDescriptorProto.Builder field(
      DescriptorProto.Builder row, String name, FieldDescriptorProto.Type type) {
    return FieldDescriptorProto.newBuilder()
        .setName(name)
        .setNumber(row.getFieldCount() + 1)
        .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
        .setType(type);
  }

  @ParameterizedTest
  @CsvSource({
    "BOOL, bool int32 int64 uint32 uint64 BoolValue",
    "INT64, enum int32 int64 uint32 Int32Value Int64Value UInt32Value",
    "FLOAT64, double float DoubleValue FloatValue",
    "STRING, enum string StringValue",
    "BYTES, bytes string BytesValue",
    "DATE, int32 int64 string",
    "TIME, int64 string",
    "DATETIME, int64 string",
    "TIMESTAMP, int32 int64 string uint32 Timestamp",
    "NUMERIC, bytes double float int32 int64 string uint32 uint64 BytesValue",
    "BIGNUMERIC, bytes double float int32 int64 string uint32 uint64 BytesValue",
    "GEOGRAPHY, string",
    "JSON, string",
    "INTERVAL, string Duration",
  })
  @Fact({
    "WA-124", "WA-125", "WA-126", "WA-127", "WA-128", "WA-129", "WA-133", "WA-136", "WA-139",
    "WA-140", "WA-142", "WA-151"
  })
  void takesTheTypesThatTheServiceLists(FieldType column, String types)
      throws SchemaFaultException {
    List<String> taken = new ArrayList<>();
    for (FieldDescriptor field : everyField()) {
      if (Conversions.find(field, Field.of("c", column, Field.Mode.NULLABLE)) != null) {
        taken.add(field.getName());
      }
    }

    assertThat(taken).containsExactlyInAnyOrder(types.split(" ", -1));
  }
}
