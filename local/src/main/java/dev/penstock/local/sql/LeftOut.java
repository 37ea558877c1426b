package dev.penstock.local.sql;

import com.google.zetasql.SqlException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the analyzer calls unknown because this server leaves it out: functions that make tables
 * (SQ-064), and LOAD DATA, whose table it looks for (SQ-066).
 */
final class LeftOut {
  private static final Pattern TABLE_FUNCTION =
      Pattern.compile(
          "Table-valued function not found: (APPENDS|CHANGES|EXTERNAL_OBJECT_TRANSFORM|GAP_FILL"
              + "|RANGE_SESSIONIZE|VECTOR_SEARCH|(?:AI|ML)\\.\\w+)\\b.*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern LOAD_DATA =
      Pattern.compile(
          "(?:\\s|--[^\\n]*\\n|#[^\\n]*\\n|/\\*.*?\\*/)*LOAD\\s+DATA\\b.*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private LeftOut() {}

  /** The name of what a refused statement needs; empty when it is only wrong. */
  static Optional<String> find(String sql, SqlException refusal) {
    Matcher function = TABLE_FUNCTION.matcher(String.valueOf(refusal.getMessage()));
    if (function.matches()) {
      return Optional.of("SQL table function " + function.group(1));
    }
    return LOAD_DATA.matcher(sql).matches()
        ? Optional.of("SQL statement LOAD DATA")
        : Optional.empty();
  }
}
