package dev.penstock.local.sql;

/** JSON text over several lines. One owner thread. */
final class JsonLayout {
  private static final String INDENT = "  ";

  private final String json;
  private final StringBuilder out = new StringBuilder();
  private int depth;

  private JsonLayout(String json) {
    this.json = json;
  }

  /** A JSON text without spaces, with a line for each member and element. */
  static String indented(String json) {
    JsonLayout layout = new JsonLayout(json);
    int at = 0;
    while (at < json.length()) {
      at = layout.write(at);
    }
    return layout.out.toString();
  }

  /** Writes the token at a place; answers where the next one begins. */
  private int write(int at) {
    char c = json.charAt(at);
    switch (c) {
      case '"' -> {
        int end = endOfString(at);
        out.append(json, at, end);
        return end;
      }
      case '{', '[' -> {
        return open(at);
      }
      case '}', ']' -> {
        line(-1);
        out.append(c);
      }
      case ',' -> {
        out.append(c);
        line(0);
      }
      case ':' -> out.append(": ");
      default -> out.append(c);
    }
    return at + 1;
  }

  private int open(int at) {
    out.append(json.charAt(at));
    char next = json.charAt(at + 1);
    if (next == '}' || next == ']') {
      out.append(next);
      return at + 2;
    }
    line(1);
    return at + 1;
  }

  private int endOfString(int start) {
    int at = start + 1;
    while (json.charAt(at) != '"') {
      at += json.charAt(at) == '\\' ? 2 : 1;
    }
    return at + 1;
  }

  private void line(int deeper) {
    depth += deeper;
    out.append('\n').append(INDENT.repeat(depth));
  }
}
