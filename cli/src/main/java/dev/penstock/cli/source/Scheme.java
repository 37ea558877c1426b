package dev.penstock.cli.source;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a source is, by the scheme of its URI. Immutable. */
public enum Scheme {
  CSV,
  JSONL,
  PARQUET,
  POSTGRESQL;

  /** As it stands in a URI. */
  public String prefix() {
    return name().toLowerCase(Locale.ROOT) + "://";
  }

  /** All of them, for messages. */
  static String prefixes() {
    return Arrays.stream(values()).map(Scheme::prefix).collect(Collectors.joining(", "));
  }

  /** Finds the scheme of a URI. */
  static Optional<Scheme> find(String uri) {
    return Arrays.stream(values()).filter(scheme -> uri.startsWith(scheme.prefix())).findFirst();
  }
}
