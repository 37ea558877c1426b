package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.RangeText;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.decode.ScalarText;
import dev.penstock.local.sql.SqlParameter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Query parameters as REST writes them (RT-148, RT-149). */
final class ParameterJson {
  private ParameterJson() {}

  static List<SqlParameter> read(JsonNode parameters) {
    List<SqlParameter> read = new ArrayList<>();
    for (JsonNode parameter : parameters) {
      String name = Json.text(parameter, "name");
      Field type = type(name == null ? "" : name, parameter.path("parameterType"));
      boolean positional = name == null || name.isEmpty();
      String label = positional ? Integer.toString(read.size() + 1) : String.valueOf(name);
      Object value = value(type, parameter.path("parameterValue"), label);
      read.add(new SqlParameter(positional ? null : name, type, value));
    }
    return read;
  }

  private static Field type(String name, JsonNode type) {
    String kind = Json.required(type, "type");
    if (kind.equals("ARRAY")) {
      Field element = type(name, type.path("arrayType"));
      return field(name, element.type(), Mode.REPEATED, element.fields());
    }
    FieldType found =
        FieldType.find(kind)
            .orElseThrow(() -> ServiceException.invalid("Invalid parameter type: " + kind));
    if (found == FieldType.RANGE) {
      return field(name, found, Mode.NULLABLE, FieldJson.rangeBounds(name, type));
    }
    List<Field> fields = new ArrayList<>();
    for (JsonNode member : type.path("structTypes")) {
      String memberName = Json.text(member, "name");
      fields.add(type(memberName == null ? "" : memberName, member.path("type")));
    }
    return field(name, found, Mode.NULLABLE, fields);
  }

  private static Field field(String name, FieldType type, Mode mode, List<Field> fields) {
    return new Field(name, type, mode, fields, null, null, null, null, null, List.of(), false);
  }

  private static @Nullable Object value(Field type, JsonNode value, String label) {
    if (type.mode() == Mode.REPEATED) {
      Field element = field(type.name(), type.type(), Mode.NULLABLE, type.fields());
      List<@Nullable Object> elements = new ArrayList<>();
      for (JsonNode node : value.path("arrayValues")) {
        elements.add(value(element, node, label));
      }
      return elements;
    }
    if (type.type() == FieldType.STRUCT) {
      List<@Nullable Object> members = new ArrayList<>();
      for (Field member : type.fields()) {
        members.add(value(member, value.path("structValues").path(member.name()), label));
      }
      return members;
    }
    if (type.type() == FieldType.RANGE && Json.has(value, "rangeValue")) {
      JsonNode range = value.get("rangeValue");
      String start = Json.text(range.path("start"), "value");
      String end = Json.text(range.path("end"), "value");
      return scalar(type, new RangeText(start, end).toString(), label);
    }
    String text = Json.text(value, "value");
    return text == null ? null : scalar(type, text, label);
  }

  private static Object scalar(Field type, String text, String label) {
    try {
      return ScalarText.parse(type, text);
    } catch (ServiceException e) {
      throw new ServiceException(
          e.httpCode(), e.reason(), e.getMessage() + " in query parameter " + label + ": " + text);
    }
  }
}
