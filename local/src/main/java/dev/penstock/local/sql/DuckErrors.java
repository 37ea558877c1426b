package dev.penstock.local.sql;

import dev.penstock.local.catalog.ServiceException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Words DuckDB's errors as the service does. DuckDB tells its error kinds apart only by the text
 * they begin with, so this is the one place that reads error text.
 */
final class DuckErrors {
  private static final String NOT_SUPPORTED = "not supported by Penstock local: ";
  private static final Pattern JAVA_EXCEPTION =
      Pattern.compile("^(?:java\\.[\\w.]+|[\\w.]+Exception): ");
  private static final Map<Pattern, String> TEXTS =
      Map.of(
          Pattern.compile(
              "Overflow in (?:addition|subtraction|multiplication) of INT64 \\((.*)\\)!"),
          "int64 overflow: $1",
          Pattern.compile("Overflow in division of (-?\\d+) / (-?\\d+).*"),
          "int64 overflow: $1 / $2",
          Pattern.compile("Division by zero in expression \\((.*) (?://|%|/) (.*)\\)\\..*"),
          "division by zero: $1 / $2",
          Pattern.compile("Type INT128 with value (-?\\d+) can't be cast.*"),
          "int64 overflow in SUM: $1",
          Pattern.compile("Type DOUBLE with value (\\S+) can't be cast.*"),
          "Illegal conversion of floating point number to an integer: $1",
          Pattern.compile("Overflow in (?:\\w+ of DECIMAL\\(\\d+\\)|HUGEINT addition).*"),
          "numeric overflow",
          Pattern.compile("More than one row returned by a subquery.*"),
          "Scalar subquery produced more than one element");
  private static final List<String> DATA_ERRORS =
      List.of("Invalid Input Error: ", "Out of Range Error: ", "Conversion Error: ");

  private DuckErrors() {}

  /** The refusal that an error of a statement means. */
  static ServiceException refusal(SQLException error) {
    String message = String.valueOf(error.getMessage()).lines().findFirst().orElse("");
    for (String prefix : DATA_ERRORS) {
      if (message.startsWith(prefix)) {
        String text = word(message.substring(prefix.length()));
        return text.startsWith(NOT_SUPPORTED)
            ? ServiceException.notSupported(text.substring(NOT_SUPPORTED.length()))
            : ServiceException.invalidQuery(text);
      }
    }
    ServiceException refusal =
        new ServiceException(
            500,
            "internalError",
            "Penstock local could not run the translated statement: " + message);
    refusal.initCause(error);
    return refusal;
  }

  /** Whether another transaction changed what this one wants to change or read. */
  static boolean isConflict(SQLException error) {
    String message = String.valueOf(error.getMessage());
    return message.startsWith("TransactionContext Error: ")
        || message.startsWith("Catalog Error: Table with name t_")
        || message.contains("write-write conflict");
  }

  private static String word(String message) {
    String text = JAVA_EXCEPTION.matcher(message).replaceFirst("");
    for (Map.Entry<Pattern, String> entry : TEXTS.entrySet()) {
      Matcher matcher = entry.getKey().matcher(text);
      if (matcher.lookingAt()) {
        return matcher.replaceFirst(entry.getValue());
      }
    }
    return text;
  }
}
