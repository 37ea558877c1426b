package dev.penstock.local.sql;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One line of the function table: argument types and the DuckDB expression. Immutable. */
record FunctionTemplate(List<String> argumentTypes, String expression) {
  private static final String REPEATED = "...";
  private static final String REFUSED = "refused";
  private static final Set<String> SAME_PARTS =
      Set.of(
          "MICROSECOND",
          "MILLISECOND",
          "SECOND",
          "MINUTE",
          "HOUR",
          "DAY",
          "MONTH",
          "QUARTER",
          "YEAR");
  private static final Pattern PLACE = Pattern.compile("\\{(?:(\\d+)(\\*[^}]*)?|([a-z]+))\\}");

  boolean accepts(List<Argument> arguments) {
    for (int i = 0; i < arguments.size(); i++) {
      String expected = expected(i);
      if (expected == null || !fits(expected, arguments.get(i))) {
        return false;
      }
    }
    long required = argumentTypes.stream().filter(type -> !type.endsWith(REPEATED)).count();
    boolean repeats = required < argumentTypes.size();
    return arguments.size() >= (repeats ? required + 1 : required);
  }

  boolean refused() {
    return expression.equals(REFUSED);
  }

  /**
   * The DuckDB expression of a call.
   *
   * @param words what the named places stand for, for example {@code type}
   */
  String expand(List<Argument> arguments, Map<String, String> words) {
    Matcher matcher = PLACE.matcher(expression);
    StringBuilder sql = new StringBuilder();
    while (matcher.find()) {
      matcher.appendReplacement(sql, Matcher.quoteReplacement(place(matcher, arguments, words)));
    }
    return matcher.appendTail(sql).toString();
  }

  private static String place(
      Matcher matcher, List<Argument> arguments, Map<String, String> words) {
    if (matcher.group(1) != null) {
      int first = Integer.parseInt(matcher.group(1)) - 1;
      if (matcher.group(2) == null) {
        return arguments.get(first).sql();
      }
      String separator = matcher.group(2).substring(1);
      return arguments.subList(first, arguments.size()).stream()
          .map(Argument::sql)
          .collect(Collectors.joining(separator));
    }
    String word = words.get(matcher.group(3));
    if (word == null) {
      throw new AssertionError(matcher.group());
    }
    return word;
  }

  private @org.jspecify.annotations.Nullable String expected(int index) {
    if (index < argumentTypes.size()) {
      return argumentTypes.get(index).replace(REPEATED, "");
    }
    String last = argumentTypes.isEmpty() ? "" : argumentTypes.get(argumentTypes.size() - 1);
    return last.endsWith(REPEATED) ? last.replace(REPEATED, "") : null;
  }

  private static boolean fits(String expected, Argument argument) {
    if (argument.type().isEnum() && !expected.equals("ANY") && !expected.equals("ENUM")) {
      String part = String.valueOf(argument.constant());
      return expected.equals("PART") ? SAME_PARTS.contains(part) : expected.equals(part);
    }
    return switch (expected) {
      case "ANY" -> true;
      case "ENUM" -> argument.type().isEnum();
      case "ARRAY" -> argument.type().isArray();
      case "STRUCT" -> argument.type().isStruct();
      default -> expected.equals(FunctionTable.spell(argument.type()));
    };
  }
}
