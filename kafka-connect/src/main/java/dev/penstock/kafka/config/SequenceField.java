package dev.penstock.kafka.config;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A field that orders changes. Immutable.
 *
 * @param path names from the root of the source to the field
 * @param format how it becomes sections; null: by its type
 */
public record SequenceField(Source source, List<String> path, @Nullable SequenceFormat format) {
  /** Where a field is read. */
  public enum Source {
    VALUE,
    KEY,
    HEADER
  }

  /** Copies the path. */
  public SequenceField {
    path = List.copyOf(path);
  }

  /** How many sections it yields. */
  public int sections() {
    return format == null ? 1 : format.sections();
  }

  /** Reads {@code [value.|key.|header.]name[:format]}. */
  static SequenceField parse(String text) {
    int colon = text.lastIndexOf(':');
    String path = colon < 0 ? text : text.substring(0, colon);
    SequenceFormat format =
        colon < 0 ? null : SequenceFormat.find(text.substring(colon + 1)).orElse(null);
    for (Source source : Source.values()) {
      String prefix = source.name().toLowerCase(Locale.ROOT) + ".";
      if (path.startsWith(prefix)) {
        String rest = path.substring(prefix.length());
        return new SequenceField(
            source, source == Source.HEADER ? List.of(rest) : List.of(rest.split("\\.")), format);
      }
    }
    return new SequenceField(Source.VALUE, List.of(path.split("\\.")), format);
  }

  /** The field as it stands in the configuration. */
  @Override
  public String toString() {
    String name = String.join(".", path);
    return source == Source.VALUE ? name : source.name().toLowerCase(Locale.ROOT) + "." + name;
  }
}
