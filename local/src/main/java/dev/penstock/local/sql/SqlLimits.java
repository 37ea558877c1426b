package dev.penstock.local.sql;

import dev.penstock.local.catalog.ServiceException;
import java.util.List;

/** How large a query may be (QT-020). */
final class SqlLimits {
  private static final int MAX_CHARS = 1024 * 1024;
  private static final int MAX_PARAMETERS = 10_000;
  private static final int MAX_RESOURCES = 1_000;

  private SqlLimits() {}

  static void checkText(String sql) {
    if (sql.length() > MAX_CHARS) {
      throw ServiceException.invalid(
          "The query is too large. The maximum standard SQL query length is 1024.00K characters,"
              + " including comments and white space characters.");
    }
  }

  static void checkParameters(List<SqlParameter> parameters) {
    if (parameters.size() > MAX_PARAMETERS) {
      throw ServiceException.invalid(
          "Too many query parameters: "
              + parameters.size()
              + ", the limit is "
              + MAX_PARAMETERS
              + ".");
    }
  }

  static void checkResources(List<List<String>> names) {
    if (names.size() > MAX_RESOURCES) {
      throw ServiceException.invalid(
          "The query names too many tables and views: "
              + names.size()
              + ", the limit is "
              + MAX_RESOURCES
              + ".");
    }
  }
}
