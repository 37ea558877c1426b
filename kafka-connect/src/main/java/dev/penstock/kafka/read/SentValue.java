package dev.penstock.kafka.read;

import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/** The value of a field as the source sent it: NULL stays NULL where the schema has a default. */
public final class SentValue {
  private SentValue() {}

  /** The value; null when it was sent as NULL. */
  public static @Nullable Object of(Struct struct, Field field) {
    // By name is the only access without the default, and costs a look-up.
    return field.schema().defaultValue() == null
        ? struct.get(field)
        : struct.getWithoutDefault(field.name());
  }
}
