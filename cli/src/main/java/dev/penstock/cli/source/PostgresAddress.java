package dev.penstock.cli.source;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.error.Secret;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
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

  static final UriOption READ_AHEAD_BYTES =
      new UriOption("read-ahead-bytes", "8388608", "65536..1073741824");

  private static final UriOption CONNECT_TIMEOUT =
      new UriOption("connect_timeout", "10", "1..3600, in seconds");

  /** A view may take long for its first row, and a dead server takes for ever. */
  private static final UriOption READ_TIMEOUT =
      new UriOption("read_timeout", "3600", "0..86400, in seconds");

  private static final int DAY_SECONDS = 86_400;

  private static final UriOption SETTINGS =
      new UriOption("options", "none", "-c setting=value, for the session");

  /** Those of the driver are named as PostgreSQL's own tools name them. */
  static final List<UriOption> OPTIONS =
      List.of(
          READ_AHEAD_BYTES,
          new UriOption(
              "sslmode", "prefer", "disable, allow, prefer, require, verify-ca or verify-full"),
          new UriOption("sslrootcert", "~/.postgresql/root.crt", "a file of certificates"),
          new UriOption("sslcert", "~/.postgresql/postgresql.crt", "a file of a certificate"),
          new UriOption("sslkey", "~/.postgresql/postgresql.pk8", "a file of a key"),
          new UriOption("channel_binding", "prefer", "disable, prefer or require"),
          CONNECT_TIMEOUT,
          READ_TIMEOUT,
          new UriOption("application_name", "penstock", "a name that the server shows"),
          SETTINGS);

  /** Options that are no properties of the driver as they stand. */
  private static final Set<UriOption> OURS =
      Set.of(READ_AHEAD_BYTES, CONNECT_TIMEOUT, READ_TIMEOUT);

  /** Options that the driver names otherwise. */
  private static final Map<String, String> DRIVER_NAMES =
      Map.of(
          "channel_binding", "channelBinding",
          "application_name", "ApplicationName");

  private final String host;
  private final String port;
  private final String database;
  private final Login login;
  private final UriOptions options;

  private PostgresAddress(String server, String database, Login login, UriOptions options) {
    int colon = server.lastIndexOf(':');
    boolean hasPort = colon > server.lastIndexOf(']');
    this.host = hasPort ? server.substring(0, colon) : server;
    this.port = hasPort ? server.substring(colon + 1) : DEFAULT_PORT;
    this.database = database;
    this.login = login;
    this.options = options;
  }

  /**
   * Takes a URI apart.
   *
   * @param environment where {@code PGUSER} and {@code PGPASSWORD} may stand
   * @throws IngestException INVALID_OPTION
   */
  static PostgresAddress of(SourceUri uri, Map<String, String> environment) {
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
            new UriOptions(uri, OPTIONS));
    address.check();
    return address;
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
    readAheadBytes();
    Properties unused = properties();
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

  /** How many bytes of rows may wait to be read. */
  int readAheadBytes() {
    return options.number(READ_AHEAD_BYTES, 1 << 16, 1 << 30);
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
    String connectSeconds = Integer.toString(options.number(CONNECT_TIMEOUT, 1, 3600));
    properties.setProperty("connectTimeout", connectSeconds);
    // A server that takes the connection and says nothing is bounded by this one.
    properties.setProperty("loginTimeout", connectSeconds);
    properties.setProperty(
        "socketTimeout", Integer.toString(options.number(READ_TIMEOUT, 0, DAY_SECONDS)));
    properties.setProperty("tcpKeepAlive", "true");
    for (UriOption option : OPTIONS) {
      String value = options.find(option);
      if (value != null && !OURS.contains(option)) {
        properties.setProperty(DRIVER_NAMES.getOrDefault(option.name(), option.name()), value);
      }
    }
    if (login.user() != null) {
      properties.setProperty("user", login.user());
    }
    if (login.password() != null) {
      properties.setProperty("password", login.password().reveal());
    }
    return properties;
  }

  /** Which database, and the settings of the session, which decide what a name means there. */
  String identity() {
    String settings = options.find(SETTINGS);
    return settings == null ? toString() : this + " " + settings;
  }

  /** Without user and password. */
  @Override
  public String toString() {
    return Scheme.POSTGRESQL.prefix() + server() + "/" + database;
  }
}
