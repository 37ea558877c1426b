package dev.penstock.local.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.decode.FileValue;
import dev.penstock.local.decode.RowFaultException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the key of a row as people write it. Thread-safe. */
final class KeyText {
  private static final ObjectMapper JSON = new ObjectMapper();

  private KeyText() {}

  /**
   * The values of a primary key.
   *
   * @param text the value of a key of one column, or a JSON object with a member for each
   */
  static List<Object> values(TableMetadata table, String text) {
    if (table.primaryKey().isEmpty()) {
      throw ServiceException.invalid(
          "Table " + table.id().legacy() + " has no primary key, so it has no changes of rows.");
    }
    JsonNode object = object(text);
    if (object == null && table.primaryKey().size() > 1) {
      throw refused(table, text);
    }
    if (object != null && object.size() > table.primaryKey().size()) {
      throw refused(table, text);
    }
    List<Object> values = new ArrayList<>();
    for (String name : table.primaryKey()) {
      JsonNode member = object == null ? null : object.path(name);
      if (member != null && (!member.isValueNode() || member.isNull())) {
        throw refused(table, text);
      }
      values.add(value(table, name, member == null ? text : member.asText()));
    }
    return values;
  }

  private static @Nullable JsonNode object(String text) {
    if (!text.startsWith("{")) {
      return null;
    }
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  private static Object value(TableMetadata table, String name, String text) {
    Field field = Field.find(table.fields(), name);
    if (field == null) {
      throw new IllegalStateException(name + " is no column of " + table.id());
    }
    try {
      return new FileValue(field).ofText(text);
    } catch (RowFaultException e) {
      throw AdminRequest.refused("key", text, "a value of column " + name + ": " + e.getMessage());
    }
  }

  private static ServiceException refused(TableMetadata table, String text) {
    return AdminRequest.refused(
        "key",
        text,
        "a JSON object with values of the key columns "
            + String.join(", ", table.primaryKey())
            + " and nothing else");
  }
}
