package dev.penstock.local.sql;

import com.google.zetasql.Type;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Functions whose translation depends on more than the types of their arguments. */
final class SpecialFunctions {
  private static final String UTC = "'UTC'";

  private final Translation translation;
  private final Equality equality;
  private final IntervalFunctions intervals;
  private final Map<String, BiFunction<List<Argument>, Type, @Nullable String>> forms;

  SpecialFunctions(Translation translation) {
    this.translation = translation;
    this.equality = new Equality(translation);
    this.intervals = new IntervalFunctions(translation);
    this.forms =
        Map.ofEntries(
            entry("$case_no_value", (arguments, type) -> cases("CASE", arguments, 0)),
            entry("$case_with_value", (arguments, type) -> casesOf(arguments)),
            entry("$equal", (arguments, type) -> equal(arguments)),
            entry("$not_equal", (arguments, type) -> notEqual(arguments)),
            entry("$in", (arguments, type) -> in(arguments)),
            entry("$in_array", (arguments, type) -> inArray(arguments)),
            entry("nullif", (arguments, type) -> nullIf(arguments)),
            entry("$extract", (arguments, type) -> extract(arguments)),
            entry("current_timestamp", (arguments, type) -> now()),
            entry("current_date", (arguments, type) -> "CAST(" + localNow(arguments) + " AS DATE)"),
            entry("current_time", (arguments, type) -> "CAST(" + localNow(arguments) + " AS TIME)"),
            entry("current_datetime", (arguments, type) -> localNow(arguments)),
            entry("session_user", (arguments, type) -> DuckSql.text(SqlEngine.USER)),
            entry("date_bucket", (arguments, type) -> intervals.bucket(arguments)),
            entry("datetime_bucket", (arguments, type) -> intervals.bucket(arguments)),
            entry("timestamp_bucket", (arguments, type) -> intervals.bucket(arguments)),
            entry("make_interval", (arguments, type) -> intervals.make(arguments)),
            entry("format", (arguments, type) -> new FormatTexts(translation).sql(arguments)),
            entry("typeof", (arguments, type) -> typeOf(arguments)),
            entry("to_json_string", (arguments, type) -> json(arguments, false)),
            entry("to_json", (arguments, type) -> json(arguments, true)),
            entry("json_array", (arguments, type) -> jsonArray(arguments)),
            entry("json_object", (arguments, type) -> jsonObject(arguments)),
            entry("json_set", (arguments, type) -> jsonSet(arguments)),
            entry("json_array_append", (arguments, type) -> jsonEdit("append", arguments)),
            entry("json_array_insert", (arguments, type) -> jsonEdit("insert", arguments)),
            entry("parse_json", (arguments, type) -> parseJson(arguments)));
  }

  private static Map.Entry<String, BiFunction<List<Argument>, Type, @Nullable String>> entry(
      String name, BiFunction<List<Argument>, Type, @Nullable String> form) {
    return Map.entry(name, form);
  }

  /** The names of the functions that are here. */
  Set<String> names() {
    Set<String> names = new HashSet<>(forms.keySet());
    names.addAll(IntervalFunctions.OPERATIONS.keySet());
    return names;
  }

  /** The expression of a call; null when the function is not one of these. */
  @Nullable String expand(String name, List<Argument> arguments, Type type) {
    String operation = IntervalFunctions.OPERATIONS.get(name);
    if (operation != null) {
      return intervals.operation(operation, arguments, type);
    }
    BiFunction<List<Argument>, Type, @Nullable String> form = forms.get(name);
    return form == null ? null : form.apply(arguments, type);
  }

  private static String typeOf(List<Argument> arguments) {
    return DuckSql.text(FunctionTable.spell(arguments.get(0).type()));
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

  /** CASE value WHEN …, with a condition for each WHEN where DuckDB's equality is not right. */
  private String casesOf(List<Argument> arguments) {
    Argument value = arguments.get(0);
    if (Equality.isPlain(value.type())) {
      return cases("CASE " + value.sql(), arguments, 1);
    }
    List<Argument> conditions = new ArrayList<>(arguments.subList(1, arguments.size()));
    for (int i = 0; i + 1 < conditions.size(); i += 2) {
      Argument when = conditions.get(i);
      conditions.set(i, new Argument(when.type(), equality.sql(value, when), null));
    }
    return cases("CASE", conditions, 0);
  }

  private @Nullable String equal(List<Argument> arguments) {
    return isOfStructs(arguments) ? equality.sql(arguments.get(0), arguments.get(1)) : null;
  }

  private @Nullable String notEqual(List<Argument> arguments) {
    String equal = equal(arguments);
    return equal == null ? null : "(NOT " + equal + ")";
  }

  private @Nullable String in(List<Argument> arguments) {
    return isOfStructs(arguments)
        ? equality.in(arguments.get(0), arguments.subList(1, arguments.size()))
        : null;
  }

  private @Nullable String inArray(List<Argument> arguments) {
    return isOfStructs(arguments) ? equality.inArray(arguments.get(0), arguments.get(1)) : null;
  }

  private @Nullable String nullIf(List<Argument> arguments) {
    return Equality.isPlain(arguments.get(0).type())
        ? null
        : equality.nullIf(arguments.get(0), arguments.get(1));
  }

  private static boolean isOfStructs(List<Argument> arguments) {
    return arguments.get(0).type().isStruct();
  }

  private String extract(List<Argument> arguments) {
    Argument value = arguments.get(0);
    String zone = arguments.size() > 2 ? arguments.get(2).sql() : UTC;
    String local =
        value.type().isTimestamp()
            ? "make_timestamp(bq_at_zone(epoch_us(" + value.sql() + "), " + zone + "))"
            : value.sql();
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
    return "make_timestamp(bq_at_zone(epoch_us(" + now() + "), " + zone + "))";
  }

  /** PARSE_JSON, whose second argument the analyzer always fills in. */
  private static @Nullable String parseJson(List<Argument> arguments) {
    return arguments.size() == 1 || "exact".equals(arguments.get(1).constant())
        ? "bq_json_parse(" + arguments.get(0).sql() + ")"
        : null;
  }

  /** TO_JSON_STRING(value) and TO_JSON(value); with more arguments only their defaults. */
  private @Nullable String json(List<Argument> arguments, boolean asValue) {
    boolean defaults =
        arguments.stream().skip(1).allMatch(argument -> argument.sql().equals("FALSE"));
    if (!defaults) {
      return null;
    }
    Argument value = arguments.get(0);
    String text = new JsonTexts(translation, asValue).sql(value.type(), value.sql());
    return asValue ? "bq_json_of(" + text + ")" : text;
  }

  private String jsonValue(Argument argument) {
    return "bq_json_of("
        + new JsonTexts(translation, true).sql(argument.type(), argument.sql())
        + ")";
  }

  private String jsonArray(List<Argument> arguments) {
    return arguments.stream()
        .map(this::jsonValue)
        .collect(Collectors.joining(" || ',' || ", "'[' || ", " || ']'"))
        .replace("'[' ||  || ']'", "'[]'");
  }

  /** JSON_OBJECT of names and values in turn, or of an array of each. */
  private String jsonObject(List<Argument> arguments) {
    if (arguments.isEmpty()) {
      return "'{}'";
    }
    if (arguments.get(0).type().isArray()) {
      return "bq_json_object_of("
          + jsonValue(arguments.get(0))
          + ", "
          + jsonValue(arguments.get(1))
          + ")";
    }
    StringJoiner call = new StringJoiner(", ", "bq_json_object(", ")");
    for (int i = 0; i < arguments.size(); i += 2) {
      Argument name = arguments.get(i);
      call.add(
          "coalesce("
              + name.sql()
              + ", bq_fail('Invalid input to JSON_OBJECT: A key cannot be NULL'))");
      call.add(jsonValue(arguments.get(i + 1)));
    }
    return call.toString();
  }

  /** JSON_SET, whose last argument the analyzer may fill in. */
  private String jsonSet(List<Argument> arguments) {
    StringJoiner call = new StringJoiner(", ", "bq_json_set(", ")");
    call.add(arguments.get(0).sql());
    int end = arguments.size() % 2 == 0 ? arguments.size() - 1 : arguments.size();
    for (int i = 1; i < end; i += 2) {
      call.add(arguments.get(i).sql()).add(jsonValue(arguments.get(i + 1)));
    }
    call.add(
        end == arguments.size() ? "'true'" : "CAST(" + arguments.get(end).sql() + " AS VARCHAR)");
    return call.toString();
  }

  /** JSON_ARRAY_APPEND and JSON_ARRAY_INSERT, whose last argument the analyzer may fill in. */
  private String jsonEdit(String edit, List<Argument> arguments) {
    StringJoiner call = new StringJoiner(", ", "bq_json_" + edit + "(", ")");
    call.add(arguments.get(0).sql());
    int end = arguments.size() % 2 == 0 ? arguments.size() - 1 : arguments.size();
    String each =
        end == arguments.size()
            ? "'true'"
            : "coalesce(CAST(" + arguments.get(end).sql() + " AS VARCHAR), 'none')";
    for (int i = 1; i < end; i += 2) {
      Argument value = arguments.get(i + 1);
      call.add(arguments.get(i).sql()).add(jsonValue(value));
      call.add(value.type().isArray() ? each : "'false'");
    }
    return call.toString();
  }
}
