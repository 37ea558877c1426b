package dev.penstock.local.sql;

/** JSON text over several lines. */
final class JsonLayout {
  private static final String INDENT = "  ";

  private JsonLayout() {}

  /** A JSON text without spaces, with a line for each member and element. */
  static String indented(String json) {
    StringBuilder out = new StringBuilder();
    boolean quoted = false;
    int depth = 0;
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (quoted) {
        out.append(c);
        if (c == '\\') {
          out.append(json.charAt(++i));
        }
        quoted = c != '"';
        continue;
      }
      boolean opens = c == '{' || c == '[';
      boolean closes = c == '}' || c == ']';
      boolean empty = opens && json.charAt(i + 1) == (c == '{' ? '}' : ']');
      if (empty) {
        out.append(c).append(json.charAt(++i));
        continue;
      }
      depth += opens ? 1 : closes ? -1 : 0;
      if (closes) {
        line(out, depth);
      }
      out.append(c);
      if (opens || c == ',') {
        line(out, depth);
      } else if (c == ':') {
        out.append(' ');
      }
      quoted = c == '"';
    }
    return out.toString();
  }

  private static void line(StringBuilder out, int depth) {
    out.append('\n').append(INDENT.repeat(depth));
  }
}
