package dev.penstock.local.sql;

import com.google.zetasql.Type;
import com.google.zetasql.TypeFactory;
import com.google.zetasql.ZetaSQLType.TypeKind;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Translates functions of INTERVALs, which Java computes in their canonical text. */
final class IntervalFunctions {
  private static final Type STRING = TypeFactory.createSimpleType(TypeKind.TYPE_STRING);
  private static final Type INTERVAL = TypeFactory.createSimpleType(TypeKind.TYPE_INTERVAL);

  /** Operations by function. */
  static final Map<String, String> OPERATIONS =
      Map.of(
          "$add", "add",
          "$subtract", "subtract",
          "$multiply", "multiply",
          "$divide", "divide",
          "$unary_minus", "negate",
          "justify_days", "justify_days",
          "justify_hours", "justify_hours",
          "justify_interval", "justify_interval",
          "to_seconds_interval", "to_seconds");

  private final Translation translation;

  IntervalFunctions(Translation translation) {
    this.translation = translation;
  }

  /** A function of an interval that answers an interval; null for other arguments. */
  @Nullable String operation(String operation, List<Argument> arguments, Type type) {
    Type first = arguments.get(0).type();
    if (first.isInt64() && type.isInterval() && operation.equals("multiply")) {
      return operation(operation, List.of(arguments.get(1), arguments.get(0)), type);
    }
    if (!first.isInterval() || !type.isInterval()) {
      return null;
    }
    return interval(
        "bq_interval_math('"
            + operation
            + "', "
            + arguments.stream().map(this::text).collect(Collectors.joining(", "))
            + ")");
  }

  /** MAKE_INTERVAL. */
  String make(List<Argument> arguments) {
    return interval(
        arguments.stream()
            .map(this::text)
            .collect(Collectors.joining(", ", "bq_make_interval(", ")")));
  }

  /** DATE_BUCKET and its sisters. */
  String bucket(List<Argument> arguments) {
    Type type = arguments.get(0).type();
    String kind = type.isDate() ? "DATE" : type.isDatetime() ? "DATETIME" : "TIMESTAMP";
    String origin = arguments.size() > 2 ? micros(arguments.get(2)) : "'" + Buckets.ORIGIN + "'";
    String start =
        "CAST(bq_bucket('"
            + kind
            + "', "
            + micros(arguments.get(0))
            + ", "
            + text(arguments.get(1))
            + ", "
            + origin
            + ") AS BIGINT)";
    if (type.isTimestamp()) {
      return "make_timestamptz(" + start + ")";
    }
    return type.isDate()
        ? "CAST(make_timestamp(" + start + ") AS DATE)"
        : "make_timestamp(" + start + ")";
  }

  private static String micros(Argument argument) {
    String value =
        argument.type().isDate() ? "CAST(" + argument.sql() + " AS TIMESTAMP)" : argument.sql();
    return "CAST(epoch_us(" + value + ") AS VARCHAR)";
  }

  private String text(Argument argument) {
    return translation.expressions().casts().text(argument.type(), argument.sql());
  }

  private String interval(String text) {
    return translation.expressions().casts().sql(STRING, INTERVAL, text);
  }
}
