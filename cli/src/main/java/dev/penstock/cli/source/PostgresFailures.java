package dev.penstock.cli.source;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.sql.SQLException;
import java.util.Map;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * What an error of PostgreSQL means, by its SQL state. Details and hints of the server are left
 * out, and its message too where it quotes values.
 */
final class PostgresFailures {
  private static final String CONNECTION_CLASS = "08";
  private static final String AUTHORIZATION_CLASS = "28";

  /** Classes whose messages quote the value that was refused. */
  private static final String DATA_CLASS = "22";

  private static final String CONSTRAINT_CLASS = "23";
  private static final String NO_DATABASE = "3D000";

  private static final Map<String, ErrorCode> CODES =
      Map.of(
          "3D000", ErrorCode.INVALID_OPTION,
          "42501", ErrorCode.PERMISSION_DENIED,
          "42601", ErrorCode.INVALID_OPTION,
          "42703", ErrorCode.INVALID_OPTION,
          "42P01", ErrorCode.TABLE_NOT_FOUND,
          "53300", ErrorCode.UNAVAILABLE,
          "57P01", ErrorCode.UNAVAILABLE,
          "57P03", ErrorCode.UNAVAILABLE);

  private static final Map<ErrorCode, String> CURES =
      Map.of(
          ErrorCode.PERMISSION_DENIED, "Grant the user SELECT on it.",
          ErrorCode.INVALID_OPTION, "Correct the query.",
          ErrorCode.TABLE_NOT_FOUND, "Correct the query or the name of the table.",
          ErrorCode.UNAVAILABLE, "Run the command again.");

  private final PostgresAddress address;

  PostgresFailures(PostgresAddress address) {
    this.address = address;
  }

  /** Why there is no connection. */
  IngestException connecting(SQLException e) {
    String state = state(e);
    if (state.startsWith(AUTHORIZATION_CLASS)) {
      return new IngestException(
          ErrorCode.CREDENTIALS,
          "PostgreSQL at "
              + address.server()
              + " refused the login ("
              + reason(e)
              + "). Check user and password in the URI, in PGUSER and PGPASSWORD, or in ~/.pgpass.",
          e);
    }
    if (state.equals(NO_DATABASE)) {
      return new IngestException(
          ErrorCode.INVALID_OPTION,
          "PostgreSQL at "
              + address.server()
              + " has no database '"
              + address.database()
              + "'. Correct the URI.",
          e);
    }
    if (state.startsWith(CONNECTION_CLASS)) {
      return new IngestException(
          ErrorCode.UNAVAILABLE,
          "PostgreSQL at "
              + address.server()
              + " cannot be reached ("
              + reason(e)
              + "). Check host, port, sslmode and whether the server runs.",
          e);
    }
    return asking("connect", e);
  }

  /** Why something else failed. */
  IngestException asking(String what, SQLException e) {
    String state = state(e);
    ErrorCode code =
        state.startsWith(CONNECTION_CLASS)
            ? ErrorCode.UNAVAILABLE
            : CODES.getOrDefault(state, ErrorCode.INTERNAL);
    return new IngestException(
        code,
        "PostgreSQL at "
            + address.server()
            + " could not "
            + what
            + " ("
            + reason(e)
            + "). "
            + CURES.getOrDefault(code, "Correct it at the source, and run the command again."),
        quotesValues(state) ? null : e);
  }

  private static String state(SQLException e) {
    return e.getSQLState() == null ? "" : e.getSQLState();
  }

  private static boolean quotesValues(String state) {
    return state.startsWith(DATA_CLASS) || state.startsWith(CONSTRAINT_CLASS);
  }

  private static String reason(SQLException e) {
    String state = state(e);
    if (quotesValues(state)) {
      return "SQL state " + state;
    }
    ServerErrorMessage server =
        e instanceof PSQLException psql ? psql.getServerErrorMessage() : null;
    String text = server == null ? e.getMessage() : server.getMessage();
    return text + (state.isEmpty() ? "" : ", SQL state " + state);
  }
}
