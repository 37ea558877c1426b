package dev.penstock.kafka.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/**
 * The values of the keys, each already of its type; a key whose value is malformed is as if absent.
 * Immutable.
 */
final class Settings {
  private final Map<String, String> given;
  private final Map<String, Object> values;

  Settings(Map<String, String> given, Map<String, Object> values) {
    this.given = given;
    this.values = values;
  }

  /** The configuration as it was given, keys of the framework included. */
  Map<String, String> given() {
    return given;
  }

  /** Whether the user wrote the key with a value that is not blank. */
  boolean isSet(String key) {
    String value = given.get(key);
    return value != null && !value.isBlank();
  }

  String text(String key) {
    return values.get(key) instanceof String text ? text.trim() : "";
  }

  boolean flag(String key) {
    return Boolean.TRUE.equals(values.get(key));
  }

  /** Whether the user switched the key off in so many words. */
  boolean isExplicitlyOff(String key) {
    return isSet(key) && Boolean.FALSE.equals(values.get(key));
  }

  long number(String key) {
    return values.get(key) instanceof Long number ? number : -1;
  }

  int integer(String key) {
    return Math.toIntExact(number(key));
  }

  List<String> list(String key) {
    return values.get(key) instanceof List<?> list
        ? list.stream().map(item -> item.toString().trim()).filter(i -> !i.isEmpty()).toList()
        : List.of();
  }

  @Nullable Password secret(String key) {
    return values.get(key) instanceof Password password
            && password.value() != null
            && !password.value().isBlank()
        ? password
        : null;
  }

  /** The word of a choice; the first word of the type when the value was malformed. */
  <E extends Enum<E>> E choice(String key, Class<E> type) {
    for (E word : type.getEnumConstants()) {
      if (word.name().equals(text(key).toUpperCase(Locale.ROOT))) {
        return word;
      }
    }
    return type.getEnumConstants()[0];
  }
}
