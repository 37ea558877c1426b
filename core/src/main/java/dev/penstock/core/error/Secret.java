package dev.penstock.core.error;

import java.util.Objects;

/**
 * A text that must never be printed: its {@code toString} is always {@code [hidden]}. Immutable.
 */
public final class Secret {
  private final String value;

  private Secret(String value) {
    this.value = Objects.requireNonNull(value, "value");
  }

  /** Hides a text. */
  public static Secret of(String value) {
    return new Secret(value);
  }

  /** The text itself, for the one place that must hand it to a client library. */
  public String reveal() {
    return value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret && secret.value.equals(value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return "[hidden]";
  }
}
