package dev.penstock.local.sql;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** REGEXP_ functions. Positions and occurrences count from 1. */
final class RegexFunctions {
  private RegexFunctions() {}

  static boolean contains(String text, String regex) {
    return pattern(regex).matcher(text).find();
  }

  /** The match, or its capturing group, of an occurrence from a position on. */
  static @Nullable String extract(String[] arguments) {
    String text = arguments[0];
    Pattern pattern = singleGroup(arguments[1]);
    long position = number(arguments, 2, "Position");
    Matches matches = new Matches(pattern, text, position);
    long occurrence = number(arguments, 3, "Occurrence");
    return matches.skipTo(occurrence) ? matches.group() : null;
  }

  /** All matches as a JSON array. */
  static String extractAll(String[] arguments) {
    ArrayNode texts = JsonNodeFactory.instance.arrayNode();
    Matches matches = new Matches(singleGroup(arguments[1]), arguments[0], 1);
    while (matches.next()) {
      String group = matches.group();
      texts.add(group == null ? "" : group);
    }
    return texts.toString();
  }

  /** The position of an occurrence, 0 for none; with the last argument 1, that of its end. */
  static String position(String[] arguments) {
    Pattern pattern = singleGroup(arguments[1]);
    long position = number(arguments, 2, "Position");
    long occurrence = number(arguments, 3, "Occurrence");
    String end = arguments.length > 4 ? arguments[4] : "0";
    if (!end.equals("0") && !end.equals("1")) {
      throw new IllegalArgumentException("Occurrence_position must be either 0 or 1");
    }
    if (arguments[0].isEmpty() || arguments[1].isEmpty()) {
      return "0";
    }
    Matches matches = new Matches(pattern, arguments[0], position);
    if (!matches.skipTo(occurrence)) {
      return "0";
    }
    int at = end.equals("0") ? matches.start() : matches.end();
    return at < 0 ? "0" : Integer.toString(arguments[0].codePointCount(0, at) + 1);
  }

  static String replace(String[] arguments) {
    String text = arguments[0];
    Pattern pattern = pattern(arguments[1]);
    String rewrite = arguments[2];
    checkRewrite(pattern, rewrite);
    Matcher matcher = pattern.matcher(text);
    StringBuilder out = new StringBuilder();
    int at = 0;
    int lastEnd = -1;
    while (at <= text.length() && matcher.find(at)) {
      if (matcher.start() == matcher.end() && matcher.start() == lastEnd) {
        // An empty match right after a match does not count.
        int next = after(text, at);
        out.append(text, at, Math.min(next, text.length()));
        at = next;
        continue;
      }
      out.append(text, at, matcher.start());
      rewrite(out, matcher, rewrite);
      at = matcher.end();
      lastEnd = at;
    }
    return at < text.length() ? out.append(text, at, text.length()).toString() : out.toString();
  }

  private static void rewrite(StringBuilder out, Matcher matcher, String rewrite) {
    for (int i = 0; i < rewrite.length(); i++) {
      char c = rewrite.charAt(i);
      if (c != '\\') {
        out.append(c);
        continue;
      }
      char escaped = rewrite.charAt(++i);
      if (escaped == '\\') {
        out.append('\\');
      } else {
        String group = matcher.group(escaped - '0');
        out.append(group == null ? "" : group);
      }
    }
  }

  private static void checkRewrite(Pattern pattern, String rewrite) {
    for (int i = 0; i < rewrite.length(); i++) {
      if (rewrite.charAt(i) == '\\') {
        char escaped = ++i < rewrite.length() ? rewrite.charAt(i) : ' ';
        boolean group = escaped >= '0' && escaped <= '9' && escaped - '0' <= pattern.groupCount();
        if (escaped != '\\' && !group) {
          throw new IllegalArgumentException(
              "Invalid REGEXP_REPLACE pattern: " + rewrite + " for " + pattern);
        }
      }
    }
  }

  private static Pattern pattern(String regex) {
    try {
      return Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException("Cannot parse regular expression: " + e.getMessage(), e);
    }
  }

  private static Pattern singleGroup(String regex) {
    Pattern pattern = pattern(regex);
    if (pattern.groupCount() > 1) {
      throw new IllegalArgumentException(
          "Regular expression has more than one capturing group: " + regex);
    }
    return pattern;
  }

  private static long number(String[] arguments, int index, String what) {
    long number = arguments.length > index ? Long.parseLong(arguments[index]) : 1;
    if (number < 1) {
      throw new IllegalArgumentException(what + " must be positive");
    }
    return number;
  }

  private static int after(String text, int at) {
    return at < text.length() ? at + Character.charCount(text.codePointAt(at)) : at + 1;
  }

  /** The matches in a text, one after another. One owner thread. */
  private static final class Matches {
    private final Matcher matcher;
    private final String text;
    private final int group;
    private int from;

    Matches(Pattern pattern, String text, long position) {
      this.matcher = pattern.matcher(text);
      this.text = text;
      this.group = pattern.groupCount();
      long length = text.codePointCount(0, text.length());
      this.from =
          position - 1 > length
              ? text.length() + 1
              : text.offsetByCodePoints(0, (int) (position - 1));
    }

    boolean next() {
      if (from > text.length() || !matcher.find(from)) {
        from = text.length() + 1;
        return false;
      }
      int next = matcher.end() > matcher.start() ? matcher.end() : after(text, matcher.end());
      // A text that has been read to its end has no empty match there.
      from = next == text.length() ? next + 1 : next;
      return true;
    }

    boolean skipTo(long occurrence) {
      for (long i = 1; i < occurrence; i++) {
        if (!next()) {
          return false;
        }
      }
      return next();
    }

    @Nullable String group() {
      return matcher.group(group);
    }

    /** Where the match begins; of an empty one where the search goes on, as the service says. */
    int start() {
      boolean empty = matcher.start() == matcher.end();
      return empty ? Math.min(from, text.length()) : matcher.start(group);
    }

    int end() {
      return matcher.end(group);
    }
  }
}
