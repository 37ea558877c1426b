package dev.penstock.cli.source;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The URI of a source, taken apart: {@code csv://orders.csv?delimiter=;}. Never printed whole: it
 * may hold a password. Immutable.
 */
public final class SourceUri {
  private static final Map<String, Scheme> ENDINGS =
      Map.of(
          ".csv", Scheme.CSV,
          ".tsv", Scheme.CSV,
          ".jsonl", Scheme.JSONL,
          ".ndjson", Scheme.JSONL,
          ".parquet", Scheme.PARQUET);

  private final Scheme scheme;
  private final String location;
  private final Map<String, String> options;

  private SourceUri(Scheme scheme, String location, Map<String, String> options) {
    this.scheme = scheme;
    this.location = location;
    this.options = options;
  }

  /**
   * Takes a URI apart. A path without a scheme is known by its ending, {@code .gz} behind it or
   * not, and is taken as it is.
   *
   * @param name the option or argument that holds it, for messages
   * @throws IngestException INVALID_OPTION
   */
  public static SourceUri parse(String name, String text) {
    if (!text.contains("://")) {
      return ofPath(name, text);
    }
    Scheme scheme =
        Scheme.find(text)
            .orElseThrow(
                () -> refusal(name, schemeOf(text), "one of " + Scheme.prefixes() + " or a file"));
    String rest = text.substring(scheme.prefix().length());
    int question = rest.indexOf('?');
    String location = question < 0 ? rest : rest.substring(0, question);
    if (location.isEmpty()) {
      throw refusal(name, scheme.prefix(), "a path or a host behind it");
    }
    return new SourceUri(
        scheme,
        scheme == Scheme.POSTGRESQL ? location : decoded(name, location),
        question < 0 ? Map.of() : options(name, rest.substring(question + 1)));
  }

  private static String schemeOf(String text) {
    return text.substring(0, text.indexOf("://") + 3);
  }

  private static SourceUri ofPath(String name, String path) {
    String plain = path.endsWith(".gz") ? path.substring(0, path.length() - 3) : path;
    for (Map.Entry<String, Scheme> ending : ENDINGS.entrySet()) {
      if (plain.endsWith(ending.getKey())) {
        return new SourceUri(ending.getValue(), path, Map.of());
      }
    }
    throw refusal(
        name,
        withoutSecrets(path),
        "one of "
            + Scheme.prefixes()
            + ", or a file that ends in .csv, .tsv, .jsonl, .ndjson or .parquet");
  }

  /** A misspelt URI looks like a path, and may hold a password. */
  private static String withoutSecrets(String path) {
    int question = path.indexOf('?');
    String address = question < 0 ? path : path.substring(0, question) + "?...";
    return address.indexOf('@') < 0
        ? address
        : "...@" + address.substring(address.lastIndexOf('@') + 1);
  }

  private static Map<String, String> options(String name, String query) {
    Map<String, String> options = new LinkedHashMap<>();
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals <= 0) {
        throw refusal(name, "an option without a value", "?option=value&option=value");
      }
      String option = pair.substring(0, equals);
      if (options.put(option, decoded(name, pair.substring(equals + 1))) != null) {
        throw refusal(name, "option '" + option + "' twice", "each option once");
      }
    }
    return options;
  }

  /** Percent signs and two digits stand for bytes of UTF-8; a plus sign is a plus sign. */
  private static String decoded(String name, String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw refusal(
          name, "a percent sign without two hexadecimal digits", "%25 for a percent sign");
    }
  }

  private static IngestException refusal(String name, String value, String rule) {
    return new IngestException(
        ErrorCode.INVALID_OPTION, name + ": " + value + " (expected: " + rule + ")");
  }

  /** What kind of source it is. */
  public Scheme scheme() {
    return scheme;
  }

  /** What stands between scheme and options: a path, or user, password, host and database. */
  public String location() {
    return location;
  }

  /** The options behind the question mark. */
  public Map<String, String> options() {
    return options;
  }

  /** The scheme only. */
  @Override
  public String toString() {
    return scheme.prefix() + "...";
  }
}
