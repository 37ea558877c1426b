package dev.penstock.cli.destination;

import dev.penstock.cli.report.CommandException;
import dev.penstock.core.connection.Endpoint.CredentialSource;
import dev.penstock.core.error.Secret;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a destination. A refusal repeats no value that may hold a credential. Immutable. */
final class BigQueryUriParser {
  private static final String SCHEME = "bigquery://";
  private static final String FORM = "bigquery://local/DATASET or bigquery://PROJECT/DATASET";

  /** Letters of a project, which a domain and a colon may precede. */
  private static final Pattern PROJECT = Pattern.compile("([a-z0-9.-]+:)?[a-z][a-z0-9-]*");

  private static final Pattern DATASET = Pattern.compile("\\w{1,1024}");
  private static final String KEY_FILE = "credentials_path";
  private static final String KEY_TEXT = "credentials_base64";
  private static final String LOCATION = "location";
  private static final String METHOD = "load_method";

  private final String option;

  BigQueryUriParser(String option) {
    this.option = option;
  }

  BigQueryUri parse(String text) {
    int query = text.indexOf('?');
    String address = query < 0 ? text : text.substring(0, query);
    if (!address.startsWith(SCHEME)) {
      throw refused(withoutLogin(address), FORM);
    }
    String[] parts = address.substring(SCHEME.length()).split("/", -1);
    if (parts.length > 2 || !PROJECT.matcher(parts[0]).matches()) {
      throw refused(withoutLogin(address), FORM);
    }
    String dataset = parts.length == 2 && !parts[1].isEmpty() ? parts[1] : null;
    if (dataset != null && !DATASET.matcher(dataset).matches()) {
      throw refused(withoutLogin(address), "a dataset of letters, digits and underscores");
    }
    Map<String, String> parameters = parameters(query < 0 ? "" : text.substring(query + 1));
    String method = parameters.remove(METHOD);
    String location = parameters.remove(LOCATION);
    CredentialSource credentials = credentials(parameters);
    parameters.keySet().stream()
        .findFirst()
        .ifPresent(
            unknown -> {
              throw refused(
                  "parameter " + unknown, String.join(", ", KEY_FILE, KEY_TEXT, LOCATION, METHOD));
            });
    return new BigQueryUri(
        parts[0],
        dataset,
        credentials,
        location,
        method == null ? LoadChoice.AUTO : LoadChoice.parse(option + " " + METHOD, method));
  }

  private CredentialSource credentials(Map<String, String> parameters) {
    String path = parameters.remove(KEY_FILE);
    String base64 = parameters.remove(KEY_TEXT);
    if (path != null && base64 != null) {
      throw refused(KEY_FILE + " and " + KEY_TEXT, "one of them");
    }
    if (base64 != null) {
      return new CredentialSource.KeyJson(Secret.of(decoded(base64)));
    }
    return path == null
        ? new CredentialSource.ApplicationDefault()
        : new CredentialSource.KeyFile(keyFile(path));
  }

  private Path keyFile(String path) {
    try {
      return Path.of(path);
    } catch (InvalidPathException e) {
      throw refused(KEY_FILE, "the path of a key file");
    }
  }

  private String decoded(String base64) {
    try {
      // A plus that was not escaped has become a space.
      byte[] json = Base64.getDecoder().decode(base64.replace(' ', '+'));
      return new String(json, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw refused(KEY_TEXT, "the base64 text of a key file");
    }
  }

  private Map<String, String> parameters(String query) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        @Nullable String earlier =
            parameters.put(pair.substring(0, equals), unescaped(pair.substring(equals + 1)));
        if (earlier != null) {
          throw refused("parameter " + pair.substring(0, equals) + " twice", "once");
        }
      } else if (!pair.isEmpty()) {
        throw refused("a parameter without a value", "key=value&key=value after the ?");
      }
    }
    return parameters;
  }

  private String unescaped(String value) {
    try {
      return URLDecoder.decode(value, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw refused("a parameter with a broken % escape", "%25 for a percent sign");
    }
  }

  /** The URI of a source that got here by mistake may hold a password. */
  private static String withoutLogin(String address) {
    return address.indexOf('@') < 0
        ? address
        : "...@" + address.substring(address.lastIndexOf('@') + 1);
  }

  private CommandException refused(String what, String expected) {
    return CommandException.badArgument(option + ": " + what + " (expected: " + expected + ")");
  }
}
