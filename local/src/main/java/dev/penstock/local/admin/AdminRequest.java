package dev.penstock.local.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.penstock.local.catalog.JsonFault;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.http.HttpRequests;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A call as a handler sees it. Immutable as long as nobody changes its body. */
record AdminRequest(Map<String, String> query, String body) {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  /**
   * Reads a call.
   *
   * @throws ServiceException 400 for a parameter that comes twice
   */
  static AdminRequest of(@Nullable String query, String body) {
    Map<String, String> parameters = HttpRequests.query(query);
    if (query != null) {
      Set<String> names = new TreeSet<>();
      for (String pair : query.split("&", -1)) {
        String name = pair.split("=", 2)[0];
        if (!names.add(name)) {
          throw ServiceException.invalid(name + ": given twice (expected: once)");
        }
      }
    }
    return new AdminRequest(parameters, body);
  }

  /** The members of the JSON body. */
  private JsonNode members() {
    try {
      return body.isBlank() ? MissingNode.getInstance() : JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw ServiceException.invalid("The body is no JSON object: " + JsonFault.of(e));
    }
  }

  /**
   * Makes sure that it says nothing else.
   *
   * @throws ServiceException 400 for another member or parameter
   */
  AdminRequest only(String... names) {
    Set<String> given = new TreeSet<>(query.keySet());
    members().fieldNames().forEachRemaining(given::add);
    given.removeAll(List.of(names));
    if (!given.isEmpty()) {
      throw refused(String.join(", ", given), "means nothing here", String.join(", ", names));
    }
    return this;
  }

  /** A member of the JSON body, or a parameter of the query. */
  private Optional<String> find(String name) {
    JsonNode member = members().path(name);
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

  /** A number from 0 to a highest one; without it another. */
  int number(String name, int missing, int max) {
    String text = find(name).orElse(Integer.toString(missing));
    if (!text.matches("\\d{1,9}") || Integer.parseInt(text) > max) {
      throw refused(name, text, "0 to " + max);
    }
    return Integer.parseInt(text);
  }

  boolean flag(String name) {
    String text = load(name, "true or false");
    if (members().path(name).isTextual() || !(text.equals("true") || text.equals("false"))) {
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
