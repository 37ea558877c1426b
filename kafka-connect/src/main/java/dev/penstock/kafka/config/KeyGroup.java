package dev.penstock.kafka.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** Defines the keys of one group, in order. Messages follow {@code key: value (expected: rule)}. */
final class KeyGroup {
  private final ConfigDef keys;
  private final String group;
  private int order;

  KeyGroup(ConfigDef keys, String group) {
    this.keys = keys;
    this.group = group;
  }

  KeyGroup text(String name, @Nullable String defaultValue, Importance importance, String doc) {
    return define(name, ConfigDef.Type.STRING, defaultValue, null, importance, doc);
  }

  KeyGroup secret(String name, Importance importance, String doc) {
    return define(name, ConfigDef.Type.PASSWORD, null, null, importance, doc);
  }

  KeyGroup flag(String name, boolean defaultValue, Importance importance, String doc) {
    return define(name, ConfigDef.Type.BOOLEAN, defaultValue, null, importance, doc);
  }

  KeyGroup list(String name, String defaultValue, Importance importance, String doc) {
    return define(name, ConfigDef.Type.LIST, defaultValue, null, importance, doc);
  }

  /**
   * A whole number.
   *
   * @param unit what it counts; empty where it counts nothing
   */
  KeyGroup number(
      String name,
      long defaultValue,
      long min,
      long max,
      String unit,
      Importance importance,
      String doc) {
    Range range = new Range(min, max, unit);
    return define(name, ConfigDef.Type.LONG, defaultValue, range, importance, doc);
  }

  <E extends Enum<E>> KeyGroup choice(
      String name, E defaultValue, Importance importance, String doc) {
    List<String> names =
        Arrays.stream(defaultValue.getDeclaringClass().getEnumConstants()).map(E::name).toList();
    return define(
        name, ConfigDef.Type.STRING, defaultValue.name(), new OneOf(names), importance, doc);
  }

  private KeyGroup define(
      String name,
      ConfigDef.Type type,
      @Nullable Object defaultValue,
      ConfigDef.@Nullable Validator validator,
      Importance importance,
      String doc) {
    keys.define(
        name, type, defaultValue, validator, importance, doc, group, ++order, Width.MEDIUM, name);
    return this;
  }

  /** A whole number between two bounds, both included. */
  private record Range(long min, long max, String unit) implements ConfigDef.Validator {
    @Override
    public void ensureValid(String name, Object value) {
      if (value instanceof Number number
          && (number.longValue() < min || number.longValue() > max)) {
        throw new ConfigException(name + ": " + value + " (expected: " + this + ")");
      }
    }

    @Override
    public String toString() {
      return min + ".." + (max == Long.MAX_VALUE ? "" : max) + (unit.isEmpty() ? "" : " " + unit);
    }
  }

  /** One of several words, in any case. */
  private record OneOf(List<String> words) implements ConfigDef.Validator {
    @Override
    public void ensureValid(String name, Object value) {
      if (value instanceof String text && !words.contains(text.toUpperCase(Locale.ROOT))) {
        throw new ConfigException(name + ": " + value + " (expected: " + this + ")");
      }
    }

    @Override
    public String toString() {
      return String.join(", ", words);
    }
  }
}
