package dev.penstock.local.sql;

/** Spelling of DuckDB names and texts. */
final class DuckSql {
  private DuckSql() {}

  /** A name that DuckDB takes as it is. */
  static String name(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** A VARCHAR literal. */
  static String text(String text) {
    String quoted = "'" + text.replace("'", "''") + "'";
    // DuckDB's parser ends a statement at a NUL character.
    return text.indexOf('\0') < 0 ? quoted : quoted.replace("\0", "' || chr(0) || '");
  }

  /** An expression that fails with a text when it is evaluated, of a given DuckDB type. */
  static String failure(String textSql, String type) {
    return "CAST(" + JavaFunctions.FAIL + "(" + textSql + ") AS " + type + ")";
  }
}
