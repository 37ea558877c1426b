package dev.penstock.local.script;

import com.google.zetasql.parser.ASTNode;
import dev.penstock.local.script.ScriptStep.Place;
import java.nio.charset.StandardCharsets;

/** The text of a script, whose parser counts in bytes. Immutable. */
final class ScriptText {
  private static final int TAB = 8;

  private final byte[] bytes;

  ScriptText(String text) {
    this.bytes = text.getBytes(StandardCharsets.UTF_8);
  }

  /** The text of a node. */
  String slice(ASTNode node) {
    int start = node.getParseLocationRange().start();
    int end = node.getParseLocationRange().end();
    return new String(bytes, start, end - start, StandardCharsets.UTF_8);
  }

  /** Where a node stands. */
  Place place(ASTNode node) {
    int start = node.getParseLocationRange().start();
    int end = node.getParseLocationRange().end();
    return new Place(line(start), column(start), line(end), column(end), slice(node));
  }

  private int line(int offset) {
    int line = 1;
    for (int i = 0; i < offset; i++) {
      line += bytes[i] == '\n' ? 1 : 0;
    }
    return line;
  }

  /** In characters, as the parser counts them. */
  private int column(int offset) {
    int from = offset;
    while (from > 0 && bytes[from - 1] != '\n') {
      from--;
    }
    String before = new String(bytes, from, offset - from, StandardCharsets.UTF_8);
    int column = 0;
    for (int i = 0; i < before.length(); i += Character.charCount(before.codePointAt(i))) {
      column = before.charAt(i) == '\t' ? (column / TAB + 1) * TAB : column + 1;
    }
    return column + 1;
  }

  /** A text with nothing before a piece of the script, so that errors in it have its positions. */
  static String alone(Place place, String prefix, String text) {
    return "\n".repeat(place.startLine() - 1) + " ".repeat(place.startColumn() - 1) + prefix + text;
  }
}
