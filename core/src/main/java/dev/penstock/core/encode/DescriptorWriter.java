package dev.penstock.core.encode;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldOptions;
import com.google.protobuf.UnknownFieldSet;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.Names;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Writes the protobuf form of a row message. */
final class DescriptorWriter {
  /**
   * The field option that carries a column name which is no protobuf identifier (WA-119).
   *
   * @see <a
   *     href="https://github.com/googleapis/googleapis/blob/master/google/cloud/bigquery/storage/v1/annotations.proto">annotations.proto</a>
   */
  private static final int COLUMN_NAME_OPTION = 454_943_157;

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /** The wire types, as Google's own converter chooses them (WA-153). */
  private static final Map<ColumnType, FieldDescriptorProto.Type> TYPES =
      new EnumMap<>(
          Map.ofEntries(
              Map.entry(ColumnType.BOOL, FieldDescriptorProto.Type.TYPE_BOOL),
              Map.entry(ColumnType.INT64, FieldDescriptorProto.Type.TYPE_INT64),
              Map.entry(ColumnType.FLOAT64, FieldDescriptorProto.Type.TYPE_DOUBLE),
              Map.entry(ColumnType.NUMERIC, FieldDescriptorProto.Type.TYPE_BYTES),
              Map.entry(ColumnType.BIGNUMERIC, FieldDescriptorProto.Type.TYPE_BYTES),
              Map.entry(ColumnType.STRING, FieldDescriptorProto.Type.TYPE_STRING),
              Map.entry(ColumnType.BYTES, FieldDescriptorProto.Type.TYPE_BYTES),
              Map.entry(ColumnType.DATE, FieldDescriptorProto.Type.TYPE_INT32),
              Map.entry(ColumnType.TIME, FieldDescriptorProto.Type.TYPE_INT64),
              Map.entry(ColumnType.DATETIME, FieldDescriptorProto.Type.TYPE_INT64),
              Map.entry(ColumnType.TIMESTAMP, FieldDescriptorProto.Type.TYPE_INT64),
              Map.entry(ColumnType.JSON, FieldDescriptorProto.Type.TYPE_STRING),
              Map.entry(ColumnType.GEOGRAPHY, FieldDescriptorProto.Type.TYPE_STRING),
              Map.entry(ColumnType.INTERVAL, FieldDescriptorProto.Type.TYPE_STRING),
              Map.entry(ColumnType.RANGE, FieldDescriptorProto.Type.TYPE_MESSAGE),
              Map.entry(ColumnType.STRUCT, FieldDescriptorProto.Type.TYPE_MESSAGE)));

  private DescriptorWriter() {}

  static DescriptorProto write(String name, TaggedColumns columns) {
    DescriptorProto.Builder message = DescriptorProto.newBuilder().setName(name);
    Set<String> taken = new HashSet<>();
    for (TaggedColumn column : columns.list()) {
      taken.add(Names.fold(column.column().name()));
    }
    for (TaggedColumn column : columns.list()) {
      if (isWritten(column.column())) {
        addField(message, column, taken);
      }
    }
    return message.build();
  }

  /** A RANGE whose bounds nobody told has no wire form; the service fills it with NULL. */
  static boolean isWritten(Column column) {
    return column.type() != ColumnType.RANGE || column.rangeElement() != null;
  }

  /** An optional STRING field, for the pseudo-columns. */
  static FieldDescriptorProto text(String name, int tag) {
    return FieldDescriptorProto.newBuilder()
        .setName(name)
        .setNumber(tag)
        .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
        .setType(FieldDescriptorProto.Type.TYPE_STRING)
        .build();
  }

  private static void addField(
      DescriptorProto.Builder message, TaggedColumn tagged, Set<String> taken) {
    Column column = tagged.column();
    boolean repeated = column.mode() == ColumnMode.REPEATED;
    FieldDescriptorProto.Builder field =
        FieldDescriptorProto.newBuilder()
            .setNumber(tagged.tag())
            .setLabel(
                repeated
                    ? FieldDescriptorProto.Label.LABEL_REPEATED
                    : FieldDescriptorProto.Label.LABEL_OPTIONAL)
            .setType(TYPES.get(column.type()));
    if (IDENTIFIER.matcher(column.name()).matches()) {
      field.setName(column.name());
    } else {
      field.setName(claim("col_" + tagged.tag(), taken)).setOptions(columnName(column.name()));
    }
    if (!column.parts().isEmpty()) {
      // Fields and nested types share one scope.
      String typeName = claim("struct_" + tagged.tag(), taken);
      message.addNestedType(write(typeName, tagged.fields()));
      field.setTypeName(typeName);
    }
    message.addField(field);
  }

  private static String claim(String wanted, Set<String> taken) {
    String name = wanted;
    while (!taken.add(name)) {
      name += "_";
    }
    return name;
  }

  private static FieldOptions columnName(String name) {
    UnknownFieldSet.Field value =
        UnknownFieldSet.Field.newBuilder()
            .addLengthDelimited(ByteString.copyFromUtf8(name))
            .build();
    return FieldOptions.newBuilder()
        .setUnknownFields(UnknownFieldSet.newBuilder().addField(COLUMN_NAME_OPTION, value).build())
        .build();
  }
}
