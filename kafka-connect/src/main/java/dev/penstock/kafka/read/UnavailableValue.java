package dev.penstock.kafka.read;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The text that Debezium writes where the source's log did not carry an unchanged, out-of-line
 * value, and what is done about it. Immutable.
 *
 * @see <a
 *     href="https://debezium.io/documentation/reference/stable/connectors/postgresql.html#postgresql-toasted-values">Toasted
 *     values</a>
 */
public final class UnavailableValue {
  /** Debezium's default of {@code unavailable.value.placeholder}. */
  public static final String DEFAULT_PLACEHOLDER = "__debezium_unavailable_value";

  /** What is done about it. */
  public enum Policy {
    /** The task fails: an UPSERT would overwrite the stored value. */
    FAIL,
    /** The record goes to the dead letter queue. */
    DLQ,
    /** NULL is written. */
    NULL,
    /** The placeholder is written as it is. */
    PASS
  }

  private final String placeholder;
  private final String quoted;
  private final byte[] bytes;
  private final Policy policy;

  /** A placeholder with a policy. */
  public UnavailableValue(String placeholder, Policy policy) {
    this.placeholder = Objects.requireNonNull(placeholder, "placeholder");
    this.quoted = '"' + placeholder + '"';
    this.bytes = placeholder.getBytes(StandardCharsets.UTF_8);
    this.policy = Objects.requireNonNull(policy, "policy");
  }

  /** Debezium's default placeholder, refused. */
  public static UnavailableValue refused() {
    return new UnavailableValue(DEFAULT_PLACEHOLDER, Policy.FAIL);
  }

  /** What is done about it. */
  public Policy policy() {
    return policy;
  }

  /** Whether a value is the placeholder, alone, as a JSON string, as bytes, or in a container. */
  boolean matches(Object value) {
    if (value instanceof String text) {
      return text.equals(placeholder) || text.equals(quoted);
    }
    if (value instanceof ByteBuffer buffer) {
      return buffer.remaining() == bytes.length && buffer.equals(ByteBuffer.wrap(bytes));
    }
    if (value instanceof byte[] array) {
      return Arrays.equals(array, bytes);
    }
    if (value instanceof List<?> list) {
      return !list.isEmpty() && list.get(0) != null && matches(list.get(0));
    }
    return value instanceof Map<?, ?> map && map.containsKey(placeholder);
  }
}
