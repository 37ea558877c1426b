package dev.penstock.cli.source;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The name of a table as the user writes it: {@code orders}, {@code sales.orders}, {@code
 * sales."Order.Items"}. A part in quotes is meant as it is; another is first looked for as it is,
 * then in lower case, as PostgreSQL folds names. Immutable.
 */
record PostgresName(Optional<Part> schema, Part table, String text) {
  /** One identifier. Immutable. */
  record Part(String text, boolean quoted) {
    /** How well an identifier is meant by this: 2 as it is, 1 folded, 0 not. */
    int match(String identifier) {
      if (text.equals(identifier)) {
        return 2;
      }
      return !quoted && text.toLowerCase(Locale.ROOT).equals(identifier) ? 1 : 0;
    }
  }

  /**
   * Takes a name apart.
   *
   * @throws IngestException INVALID_OPTION
   */
  static PostgresName parse(String text) {
    List<Part> parts = new ArrayList<>();
    int at = 0;
    while (at <= text.length()) {
      boolean quoted = at < text.length() && text.charAt(at) == '"';
      int end = quoted ? endOfQuoted(text, at + 1) : endOfPlain(text, at);
      String part =
          quoted ? text.substring(at + 1, end - 1).replace("\"\"", "\"") : text.substring(at, end);
      boolean goesOn = end < text.length();
      if (part.isEmpty() || (goesOn && text.charAt(end) != '.')) {
        throw refusal(text);
      }
      parts.add(new Part(part, quoted));
      at = goesOn ? end + 1 : text.length() + 1;
    }
    if (parts.size() > 2) {
      throw refusal(text);
    }
    Optional<Part> schema = parts.size() == 2 ? Optional.of(parts.get(0)) : Optional.empty();
    return new PostgresName(schema, parts.get(parts.size() - 1), text);
  }

  private static int endOfPlain(String text, int from) {
    int dot = text.indexOf('.', from);
    return dot < 0 ? text.length() : dot;
  }

  /** The offset behind the closing quote; two quotes are one of the name. */
  private static int endOfQuoted(String text, int from) {
    int at = from;
    while (at < text.length()) {
      if (text.charAt(at) != '"') {
        at++;
      } else if (text.startsWith("\"\"", at)) {
        at += 2;
      } else {
        return at + 1;
      }
    }
    throw refusal(text);
  }

  private static IngestException refusal(String text) {
    return new IngestException(
        ErrorCode.INVALID_OPTION,
        "--table: "
            + text
            + " (expected: table, schema.table, \"table.with.dots\" or query:SELECT …)");
  }

  /** How well a table is meant by this name; 0 when it is not. */
  int match(PostgresRelation relation) {
    int schemaMatch = schema.map(part -> part.match(relation.schema())).orElse(2);
    int tableMatch = table.match(relation.name());
    return schemaMatch == 0 || tableMatch == 0 ? 0 : schemaMatch + tableMatch;
  }
}
