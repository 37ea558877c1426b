package dev.penstock.cli.source;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A type as DuckDB describes it: {@code STRUCT(a INTEGER, "b c" DECIMAL(5,2)[])}. Immutable.
 *
 * @param name {@code STRUCT}, {@code LIST}, {@code MAP}, or a scalar with its parameters
 * @param members the fields of a STRUCT, the element of a LIST, key and value of a MAP
 */
record ParquetType(String name, List<Member> members) {
  static final String STRUCT = "STRUCT";
  static final String LIST = "LIST";
  static final String MAP = "MAP";

  /** A column that has no value in any row, and so no type. */
  static final String NOTHING = "NULL";

  /** A part of a nested type. Immutable. */
  record Member(String name, ParquetType type) {}

  /** Copies the members. */
  ParquetType {
    members = List.copyOf(members);
  }

  static ParquetType parse(String text) {
    return new Parser(text).whole();
  }

  /** The scalars in it, as they stand in the file. */
  Stream<ParquetType> leaves() {
    return members.isEmpty()
        ? Stream.of(this)
        : members.stream().flatMap(member -> member.type().leaves());
  }

  /** One use. */
  private static final class Parser {
    private final String text;
    private int at;

    Parser(String text) {
      this.text = text;
    }

    ParquetType whole() {
      ParquetType type = type();
      if (at != text.length()) {
        throw new IllegalArgumentException("type: " + text);
      }
      return type;
    }

    private ParquetType type() {
      ParquetType type = base();
      while (peek() == '[') {
        at = text.indexOf(']', at) + 1;
        type = new ParquetType(LIST, List.of(new Member("element", type)));
      }
      return type;
    }

    private ParquetType base() {
      if (peek() == '"') {
        // The type of a column without any value, which DuckDB writes as a name in quotes.
        at = text.indexOf('"', at + 1) + 1;
        return new ParquetType(NOTHING, List.of());
      }
      int start = at;
      while (Character.isLetterOrDigit(peek()) || peek() == '_' || peek() == ' ') {
        at++;
      }
      String word = text.substring(start, at);
      if (peek() != '(') {
        return new ParquetType(word, List.of());
      }
      if (word.equals(STRUCT)) {
        return new ParquetType(STRUCT, structMembers());
      }
      if (word.equals(MAP)) {
        return new ParquetType(MAP, mapMembers());
      }
      return new ParquetType(word + parameters(), List.of());
    }

    private List<Member> structMembers() {
      List<Member> members = new ArrayList<>();
      do {
        skip(); // The parenthesis or comma.
        String name = identifier();
        members.add(new Member(name, type()));
      } while (peek() == ',');
      skip();
      return members;
    }

    private List<Member> mapMembers() {
      skip();
      Member key = new Member("key", type());
      skip();
      Member value = new Member("value", type());
      skip();
      return List.of(key, value);
    }

    /** Passes one sign and the blanks behind it. */
    private void skip() {
      at++;
      while (peek() == ' ') {
        at++;
      }
    }

    private String identifier() {
      StringBuilder name = new StringBuilder();
      if (peek() != '"') {
        while (peek() != ' ' && peek() != '\0') {
          name.append(text.charAt(at++));
        }
      } else {
        at++;
        while (peek() != '"' || text.startsWith("\"\"", at)) {
          name.append(peek());
          at += peek() == '"' ? 2 : 1;
        }
        at++;
      }
      at++; // The blank before the type.
      return name.toString();
    }

    /** What stands in parentheses, with them. */
    private String parameters() {
      int start = at;
      int depth = 0;
      do {
        depth += peek() == '(' ? 1 : peek() == ')' ? -1 : 0;
        at++;
      } while (depth > 0);
      return text.substring(start, at);
    }

    private char peek() {
      return at < text.length() ? text.charAt(at) : '\0';
    }
  }
}
