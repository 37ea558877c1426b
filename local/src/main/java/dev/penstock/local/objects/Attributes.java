package dev.penstock.local.objects;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a client says of an object. Immutable.
 *
 * @param fixed values of the fields that every object has, such as {@code contentType}, by name
 * @param metadata values that the client named itself
 */
public record Attributes(Map<String, String> fixed, Map<String, String> metadata) {
  /** Nothing. */
  public static final Attributes NONE = new Attributes(Map.of(), Map.of());

  /** Copies both. */
  public Attributes {
    fixed = Map.copyOf(fixed);
    metadata = Map.copyOf(metadata);
  }

  /** A fixed field; null when it is not set. */
  public @Nullable String find(String name) {
    return fixed.get(name);
  }
}
