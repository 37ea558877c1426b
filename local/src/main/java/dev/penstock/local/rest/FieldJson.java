package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Columns as REST writes them (RT-034 to RT-038). */
final class FieldJson {
  private static final Set<String> LEFT_OUT =
      Set.of(
          "collation", "roundingMode", "generatedColumn", "dataPolicies", "foreignTypeDefinition");

  private static final List<FieldType> RANGED =
      List.of(FieldType.DATE, FieldType.DATETIME, FieldType.TIMESTAMP);

  private FieldJson() {}

  static ObjectNode schema(List<Field> fields) {
    ObjectNode schema = Json.object();
    ArrayNode array = schema.putArray("fields");
    fields.forEach(field -> array.add(write(field)));
    return schema;
  }

  private static ObjectNode write(Field field) {
    ObjectNode out = Json.object();
    out.put("name", field.name());
    out.put("type", field.type().restName());
    if (!field.modeLeftOut()) {
      out.put("mode", field.mode().name());
    }
    Json.putText(out, "description", field.description());
    Json.putText(out, "defaultValueExpression", field.defaultValueExpression());
    Json.putNumber(out, "maxLength", field.maxLength());
    Json.putNumber(out, "precision", widened(field.precision()));
    Json.putNumber(out, "scale", widened(field.scale()));
    if (!field.policyTags().isEmpty()) {
      Json.putTexts(out.putObject("policyTags"), "names", field.policyTags());
    }
    if (field.type() == FieldType.STRUCT) {
      ArrayNode array = out.putArray("fields");
      field.fields().forEach(child -> array.add(write(child)));
    } else if (field.type() == FieldType.RANGE) {
      out.putObject("rangeElementType").put("type", field.rangeElement().restName());
    }
    return out;
  }

  private static @Nullable Long widened(@Nullable Integer value) {
    return value == null ? null : Long.valueOf(value);
  }

  static List<Field> readSchema(JsonNode schema) {
    List<Field> fields = new ArrayList<>();
    if (Json.has(schema, "fields")) {
      schema.get("fields").forEach(field -> fields.add(read(field)));
    }
    return fields;
  }

  static Field read(JsonNode node) {
    String name = Json.required(node, "name");
    Json.refuse(node, LEFT_OUT, "column (" + name + ")");
    Long timestampPrecision = Json.number(node, "timestampPrecision");
    if (timestampPrecision != null && timestampPrecision != 6) {
      throw ServiceException.notSupported("timestampPrecision 12 (column " + name + ")");
    }
    String type = Json.required(node, "type");
    FieldType found =
        FieldType.find(type)
            .orElseThrow(
                () ->
                    ServiceException.invalid(
                        "Invalid value for type: " + type + " is not a valid value"));
    Field field =
        new Field(
            name,
            found,
            mode(Json.text(node, "mode")),
            found == FieldType.RANGE ? rangeBounds(name, node) : readSchema(node),
            narrowed(Json.number(node, "precision")),
            narrowed(Json.number(node, "scale")),
            Json.number(node, "maxLength"),
            Json.text(node, "description"),
            Json.text(node, "defaultValueExpression"),
            Json.texts(node.path("policyTags").path("names")),
            false);
    return Json.has(node, "mode") ? field : field.withModeLeftOut();
  }

  /** The bounds of a RANGE, whose elements a {@code rangeElementType} names. */
  static List<Field> rangeBounds(String name, JsonNode type) {
    String text = Json.text(type.path("rangeElementType"), "type");
    FieldType element = text == null ? null : FieldType.find(text).orElse(null);
    if (element == null || !RANGED.contains(element)) {
      throw ServiceException.invalid(
          "Invalid rangeElementType of field "
              + name
              + ": "
              + text
              + " (expected: "
              + RANGED
              + ")");
    }
    return Field.rangeBounds(element);
  }

  private static Field.Mode mode(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return Field.Mode.NULLABLE;
    }
    try {
      return Field.Mode.valueOf(text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw ServiceException.invalid("Invalid value for mode: " + text + " is not a valid value");
    }
  }

  private static @Nullable Integer narrowed(@Nullable Long value) {
    return value == null ? null : Integer.valueOf(Math.toIntExact(value));
  }
}
