package dev.penstock.local.admin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.http.HttpRequests;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;

/** A call as a handler sees it. Immutable as long as nobody changes its body. */
record AdminRequest(Map<String, String> query, String body) {
  /** A member of the JSON body, or a parameter of the query. */
  Optional<String> find(String name) {
    JsonNode member = HttpRequests.parse(body.getBytes(StandardCharsets.UTF_8)).path(name);
    return member.isValueNode()
        ? Optional.of(member.asText())
        : Optional.ofNullable(query.get(name));
  }

  String load(String name, String expected) {
    return find(name).orElseThrow(() -> refused(name, "missing", expected));
  }

  Duration duration(String name) {
    String text = load(name, "a duration such as PT30S or P7D");
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException e) {
      throw refused(name, text, "a duration such as PT30S or P7D");
    }
  }

  boolean flag(String name) {
    String text = load(name, "true or false");
    if (!text.equals("true") && !text.equals("false")) {
      throw refused(name, text, "true or false");
    }
    return text.equals("true");
  }

  /** The table that the call is about; empty for all. */
  Optional<TableId> table() {
    return find("table").map(AdminRequest::table);
  }

  private static TableId table(String name) {
    String[] parts = name.split("\\.", 3);
    if (parts.length < 3) {
      throw refused("table", name, "project.dataset.table");
    }
    return new TableId(parts[0], parts[1], parts[2]);
  }

  static ServiceException refused(String name, String value, String expected) {
    return ServiceException.invalid(name + ": " + value + " (expected: " + expected + ")");
  }
}
