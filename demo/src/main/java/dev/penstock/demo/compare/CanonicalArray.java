package dev.penstock.demo.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The canonical text of an array: a JSON array of its elements' canonical texts. */
final class CanonicalArray {
  private static final ObjectMapper JSON = new ObjectMapper();

  private CanonicalArray() {}

  static JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not a JSON array: " + e.getOriginalMessage(), e);
    }
  }

  static String text(List<@Nullable String> elements) {
    try {
      return JSON.writeValueAsString(elements);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("elements: not writable as JSON", e);
    }
  }
}
