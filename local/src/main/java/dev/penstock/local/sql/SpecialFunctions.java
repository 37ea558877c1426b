package dev.penstock.local.sql;

import com.google.zetasql.Type;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Functions whose translation depends on more than the types of their arguments. */
final class SpecialFunctions {
  private static final String UTC = "'UTC'";

  private final Translation translation;
  private final Map<String, BiFunction<List<Argument>, Type, @Nullable String>> forms;

  SpecialFunctions(Translation translation) {
    this.translation = translation;
    this.forms =
        Map.ofEntries(
            entry("$case_no_value", (arguments, type) -> cases("CASE", arguments, 0)),
            entry(
                "$case_with_value",
                (arguments, type) -> cases("CASE " + arguments.get(0).sql(), arguments, 1)),
            entry("$extract", (arguments, type) -> extract(arguments)),
            entry("current_timestamp", (arguments, type) -> now()),
            entry("current_date", (arguments, type) -> "CAST(" + localNow(arguments) + " AS DATE)"),
            entry("current_time", (arguments, type) -> "CAST(" + localNow(arguments) + " AS TIME)"),
            entry("current_datetime", (arguments, type) -> localNow(arguments)),
            entry("session_user", (arguments, type) -> DuckSql.text("local@penstock.invalid")),
            entry("to_json_string", (arguments, type) -> json(arguments)),
            entry("to_json", (arguments, type) -> json(arguments)),
            entry("parse_json", (arguments, type) -> parseJson(arguments)));
  }

  private static Map.Entry<String, BiFunction<List<Argument>, Type, @Nullable String>> entry(
      String name, BiFunction<List<Argument>, Type, @Nullable String> form) {
    return Map.entry(name, form);
  }

  /** The expression of a call; null when the function is not one of these. */
  @Nullable String expand(String name, List<Argument> arguments, Type type) {
    BiFunction<List<Argument>, Type, @Nullable String> form = forms.get(name);
    return form == null ? null : form.apply(arguments, type);
  }

  private static String cases(String head, List<Argument> arguments, int first) {
    StringBuilder sql = new StringBuilder(head);
    int i = first;
    for (; i + 1 < arguments.size(); i += 2) {
      sql.append(" WHEN ").append(arguments.get(i).sql());
      sql.append(" THEN ").append(arguments.get(i + 1).sql());
    }
    if (i < arguments.size()) {
      sql.append(" ELSE ").append(arguments.get(i).sql());
    }
    return sql.append(" END").toString();
  }

  private String extract(List<Argument> arguments) {
    Argument value = arguments.get(0);
    String zone = arguments.size() > 2 ? arguments.get(2).sql() : UTC;
    String local =
        value.type().isTimestamp() ? "timezone(" + zone + ", " + value.sql() + ")" : value.sql();
    return translation
        .functions()
        .expand(
            "extract." + arguments.get(1).constant(),
            List.of(new Argument(value.type(), local, null)),
            Map.of());
  }

  private String now() {
    return Literals.timestamp(
        TimeTexts.micros(LocalDateTime.ofInstant(translation.now(), java.time.ZoneOffset.UTC)));
  }

  private String localNow(List<Argument> arguments) {
    String zone = arguments.isEmpty() ? UTC : arguments.get(0).sql();
    return "timezone(" + zone + ", " + now() + ")";
  }

  /** PARSE_JSON, whose second argument the analyzer always fills in. */
  private static @Nullable String parseJson(List<Argument> arguments) {
    return arguments.size() == 1 || "exact".equals(arguments.get(1).constant())
        ? "bq_json_parse(" + arguments.get(0).sql() + ")"
        : null;
  }

  /** TO_JSON_STRING(value) and TO_JSON(value); with more arguments only their defaults. */
  private @Nullable String json(List<Argument> arguments) {
    boolean defaults =
        arguments.stream().skip(1).allMatch(argument -> argument.sql().equals("FALSE"));
    return defaults
        ? new JsonTexts(translation).sql(arguments.get(0).type(), arguments.get(0).sql())
        : null;
  }
}
