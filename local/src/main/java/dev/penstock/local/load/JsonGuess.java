package dev.penstock.local.load;

import com.fasterxml.jackson.databind.JsonNode;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What all JSON values of one name are, or all members of an object. One owner thread. */
final class JsonGuess {
  private final TypeGuess scalars = new TypeGuess();
  private final Map<String, JsonGuess> members = new LinkedHashMap<>();
  private boolean repeated;
  private boolean scalar;

  /** Looks at a value. */
  void add(JsonNode value) {
    if (value.isArray()) {
      repeated = true;
      value.forEach(this::add);
    } else if (value.isObject()) {
      for (Map.Entry<String, JsonNode> member : value.properties()) {
        members.computeIfAbsent(member.getKey(), name -> new JsonGuess()).add(member.getValue());
      }
    } else if (!value.isNull()) {
      scalar = true;
      scalars.add(value.asText());
    }
  }

  /** The columns of the members, in the order in which they were seen first. */
  List<Field> fields() {
    List<Field> fields = new ArrayList<>();
    members.forEach((name, guess) -> fields.add(guess.field(name)));
    return fields;
  }

  private Field field(String name) {
    Mode mode = repeated ? Mode.REPEATED : Mode.NULLABLE;
    return members.isEmpty() || scalar
        ? Field.of(name, scalars.type(), mode)
        : new Field(
            name, FieldType.STRUCT, mode, fields(), null, null, null, null, null, List.of(), false);
  }
}
