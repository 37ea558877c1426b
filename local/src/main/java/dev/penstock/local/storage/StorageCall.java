package dev.penstock.local.storage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.objects.Preconditions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A call of the JSON API. Immutable as long as nobody changes its body.
 *
 * @param base the beginning of all URLs, for example {@code http://127.0.0.1:9050}
 * @param path the variables of the path
 * @param query the query parameters
 * @param headers those that are asked for, by their names in lower case
 */
record StorageCall(
    String base,
    Map<String, String> path,
    Map<String, String> query,
    Map<String, String> headers,
    ObjectNode body) {

  String variable(String name) {
    String value = path.get(name);
    if (value == null) {
      throw new IllegalStateException(name + " is no variable of the path");
    }
    return value;
  }

  String text(String parameter) {
    return query.getOrDefault(parameter, "");
  }

  boolean flag(String parameter) {
    return text(parameter).equals("true");
  }

  @Nullable Long number(String parameter) {
    return number(parameter, query.get(parameter));
  }

  static @Nullable Long number(String name, @Nullable String text) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException e) {
      throw ServiceException.invalid("Invalid value for " + name + ": " + text);
    }
  }

  /** The preconditions on the object that the call changes or reads. */
  Preconditions preconditions() {
    return preconditions("if");
  }

  /** Those on the object that a call takes its bytes from. */
  Preconditions sourcePreconditions() {
    return preconditions("ifSource");
  }

  private Preconditions preconditions(String prefix) {
    return new Preconditions(
        number(prefix + "GenerationMatch"),
        number(prefix + "GenerationNotMatch"),
        number(prefix + "MetagenerationMatch"),
        number(prefix + "MetagenerationNotMatch"));
  }

  /** Refuses parameters that ask for what is left out. */
  void refuse(String... parameters) {
    for (String parameter : parameters) {
      String value = text(parameter);
      if (!value.isEmpty() && !value.equals("false")) {
        throw ServiceException.notSupported(parameter + " of Cloud Storage");
      }
    }
  }

  static @Nullable String text(JsonNode body, String key) {
    return body.hasNonNull(key) ? body.get(key).asText() : null;
  }
}
