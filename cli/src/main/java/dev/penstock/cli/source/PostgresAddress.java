package dev.penstock.cli.source;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.error.Secret;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where a PostgreSQL database is and who asks: {@code user:password@host:port/database?sslmode=…}.
 * Messages name host, port and database only. Immutable.
 */
final class PostgresAddress {
  private static final String DEFAULT_PORT = "5432";
  private static final int MAX_PORT = 65_535;
  private static final String ESCAPES =
      "(expected: :, /, ?, @ and % in names and passwords as" + " %3A, %2F, %3F, %40 and %25)";

  /** The names that PostgreSQL's own tools have, and the driver's. */
  private static final Map<String, String> PROPERTIES =
      new TreeMap<>(
          Map.of(
              "sslmode", "sslmode",
              "sslrootcert", "sslrootcert",
              "sslcert", "sslcert",
              "sslkey", "sslkey",
              "channel_binding", "channelBinding",
              "application_name", "ApplicationName",
              "connect_timeout", "connectTimeout",
              "options", "options"));

  private final String host;
  private final String port;
  private final String database;
  private final Login login;
  private final Map<String, String> options;

  private PostgresAddress(
      String server, String database, Login login, Map<String, String> options) {
    int colon = server.lastIndexOf(':');
    boolean hasPort = colon > server.lastIndexOf(']');
    this.host = hasPort ? server.substring(0, colon) : server;
    this.port = hasPort ? server.substring(colon + 1) : DEFAULT_PORT;
    this.database = database;
    this.login = login;
    this.options = Map.copyOf(options);
  }

  /**
   * Takes a URI apart.
   *
   * @param environment where {@code PGUSER} and {@code PGPASSWORD} may stand
   * @throws IngestException INVALID_OPTION
   */
  static PostgresAddress of(SourceUri uri, Map<String, String> environment) {
    checkOptions(uri);
    String location = uri.location();
    int slash = location.indexOf('/');
    int at = location.lastIndexOf('@', slash < 0 ? location.length() : slash);
    if (slash < 0 || slash == location.length() - 1) {
      throw refusal("no database (expected: user:password@host:port/database)");
    }
    String database = location.substring(slash + 1);
    if (database.indexOf('/') >= 0 || database.indexOf('@') >= 0) {
      throw refusal("/ or @ behind the host " + ESCAPES);
    }
    PostgresAddress address =
        new PostgresAddress(
            location.substring(at + 1, slash),
            decoded(database),
            Login.of(at < 0 ? "" : location.substring(0, at), environment),
            uri.options());
    address.check();
    return address;
  }

  private static void checkOptions(SourceUri uri) {
    for (String option : uri.options().keySet()) {
      if (!PROPERTIES.containsKey(option)) {
        throw refusal("option '" + option + "' (expected: one of " + PROPERTIES.keySet() + ")");
      }
    }
  }

  /** Who asks; what the URI leaves out is taken from the environment. */
  private record Login(@Nullable String user, @Nullable Secret password) {
    static Login of(String text, Map<String, String> environment) {
      int colon = text.indexOf(':');
      String user = decoded(colon < 0 ? text : text.substring(0, colon));
      String password =
          colon < 0 ? environment.get("PGPASSWORD") : decoded(text.substring(colon + 1));
      return new Login(
          user.isEmpty() ? environment.get("PGUSER") : user,
          password == null ? null : Secret.of(password));
    }
  }

  private void check() {
    boolean isNumber = port.length() <= 5 && port.chars().allMatch(c -> c >= '0' && c <= '9');
    if (host.isEmpty()) {
      throw refusal("no host (expected: user:password@host:port/database)");
    }
    if (!isNumber || port.isEmpty() || Integer.parseInt(port) < 1 || port() > MAX_PORT) {
      throw refusal("no port behind the host that is a number from 1 to 65535 " + ESCAPES);
    }
  }

  private static String decoded(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      // The parser's own message holds what it could not read, which may be of the password.
      throw refusal("a percent sign without two hexadecimal digits " + ESCAPES);
    }
  }

  private static IngestException refusal(String rest) {
    return new IngestException(
        ErrorCode.INVALID_OPTION, Scheme.POSTGRESQL.prefix() + "...: " + rest);
  }

  private int port() {
    return Integer.parseInt(port);
  }

  String database() {
    return database;
  }

  /** Host and port. */
  String server() {
    return host + ":" + port;
  }

  /** The URL of the driver, without what {@link #properties} holds. */
  String driverUrl() {
    return "jdbc:postgresql://" + server() + "/";
  }

  /** What the driver is told; holds the password. */
  Properties properties() {
    Properties properties = new Properties();
    properties.setProperty("PGDBNAME", database);
    properties.setProperty("ApplicationName", "penstock");
    properties.setProperty("connectTimeout", "10");
    properties.setProperty("tcpKeepAlive", "true");
    options.forEach((option, value) -> properties.setProperty(driverName(option), value));
    if (login.user() != null) {
      properties.setProperty("user", login.user());
    }
    if (login.password() != null) {
      properties.setProperty("password", login.password().reveal());
    }
    return properties;
  }

  private static String driverName(String option) {
    return PROPERTIES.getOrDefault(option, option);
  }

  /** Without user and password. */
  @Override
  public String toString() {
    return Scheme.POSTGRESQL.prefix() + server() + "/" + database;
  }
}
