package dev.penstock.local.sql;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import com.google.zetasql.LocalService.AnalyzeResponse;
import com.google.zetasql.StructType;
import com.google.zetasql.StructType.StructField;
import com.google.zetasql.Type;
import com.google.zetasql.TypeFactory;
import com.google.zetasql.ValueWithTypeProto;
import com.google.zetasql.ZetaSQLType.TypeKind;
import com.google.zetasql.ZetaSQLType.TypeProto;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Values of type GEOGRAPHY, which the analyzer's API has none of, not even NULL: here they are
 * text, as they are in DuckDB. The types of expressions stay what they are.
 */
final class GeographyValues {
  private GeographyValues() {}

  /** The type of the values of a type. */
  static Type type(Type type) {
    if (type.isArray()) {
      return TypeFactory.createArrayType(type(type.asArray().getElementType()));
    }
    if (type.isStruct()) {
      StructType struct = type.asStruct();
      List<StructField> fields = new ArrayList<>();
      for (StructField field : struct.getFieldList()) {
        fields.add(new StructField(field.getName(), type(field.getType())));
      }
      return TypeFactory.createStructType(fields);
    }
    return type.isGeography() ? TypeFactory.createSimpleType(TypeKind.TYPE_STRING) : type;
  }

  /** An answer of the analyzer whose constants the API can read. */
  static AnalyzeResponse readable(AnalyzeResponse answer) {
    return (AnalyzeResponse) readable(answer, false);
  }

  private static Message readable(Message message, boolean inValue) {
    if (message instanceof TypeProto type) {
      if (!inValue) {
        return type;
      }
      if (type.getTypeKind() == TypeKind.TYPE_GEOGRAPHY) {
        return type.toBuilder().setTypeKind(TypeKind.TYPE_STRING).build();
      }
    }
    boolean value = inValue || message instanceof ValueWithTypeProto;
    Message.Builder changed = null;
    for (Map.Entry<FieldDescriptor, Object> entry : message.getAllFields().entrySet()) {
      FieldDescriptor field = entry.getKey();
      Object read = readable(field, entry.getValue(), value);
      if (read != entry.getValue()) {
        changed = changed == null ? message.toBuilder() : changed;
        changed.setField(field, read);
      }
    }
    return changed == null ? message : changed.build();
  }

  private static Object readable(FieldDescriptor field, Object content, boolean inValue) {
    if (field.getJavaType() != JavaType.MESSAGE || field.isMapField()) {
      return content;
    }
    return field.isRepeated()
        ? readable((List<?>) content, inValue)
        : readable((Message) content, inValue);
  }

  private static List<?> readable(List<?> messages, boolean inValue) {
    List<Message> read = new ArrayList<>();
    boolean same = true;
    for (Object message : messages) {
      Message one = readable((Message) message, inValue);
      same &= one == message;
      read.add(one);
    }
    return same ? messages : read;
  }
}
