package dev.penstock.local.sql;

import java.util.Locale;
import java.util.function.Consumer;

/**
 * Splits a text of GoogleSQL into words in upper case, operators and punctuation. Comments are left
 * out; a string, a number or a quoted name is the word {@link #VALUE}. One owner thread.
 */
final class SqlTokens {
  /** Stands for what has no meaning as a word. */
  static final String VALUE = "0";

  private static final String[] OPERATORS = {
    "||", "|>", "<<", ">>", "<=", ">=", "<>", "!=", "=>", "->"
  };

  private final String sql;
  private int at;

  private SqlTokens(String sql) {
    this.sql = sql;
  }

  static void read(String sql, Consumer<String> reader) {
    SqlTokens tokens = new SqlTokens(sql);
    while (tokens.at < sql.length()) {
      tokens.next(reader);
    }
  }

  private void next(Consumer<String> reader) {
    char c = sql.charAt(at);
    if (Character.isWhitespace(c)) {
      at++;
    } else if (c == '#' || sql.startsWith("--", at)) {
      skipBehind("\n");
    } else if (sql.startsWith("/*", at)) {
      skipBehind("*/");
    } else if (c == '\'' || c == '"' || c == '`') {
      skipQuoted(c);
      reader.accept(VALUE);
    } else if (isWord(c)) {
      word(reader);
    } else {
      String operator = operator();
      at += operator.length();
      reader.accept(operator);
    }
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '@' || c == '$';
  }

  private void word(Consumer<String> reader) {
    int start = at;
    while (at < sql.length() && isWord(sql.charAt(at))) {
      at++;
    }
    boolean isPrefix = at < sql.length() && (sql.charAt(at) == '\'' || sql.charAt(at) == '"');
    String word = sql.substring(start, at).toUpperCase(Locale.ROOT);
    if (!isPrefix || word.length() > 2) {
      reader.accept(Character.isDigit(word.charAt(0)) ? VALUE : word);
    }
  }

  private void skipBehind(String end) {
    int found = sql.indexOf(end, at);
    at = found < 0 ? sql.length() : found + end.length();
  }

  private void skipQuoted(char quote) {
    String end = String.valueOf(quote);
    if (sql.startsWith(end.repeat(3), at)) {
      end = end.repeat(3);
    }
    at += end.length();
    while (at < sql.length() && !sql.startsWith(end, at)) {
      at += sql.charAt(at) == '\\' ? 2 : 1;
    }
    at = Math.min(sql.length(), at + end.length());
  }

  private String operator() {
    for (String operator : OPERATORS) {
      if (sql.startsWith(operator, at)) {
        return operator;
      }
    }
    return sql.substring(at, at + 1);
  }
}
