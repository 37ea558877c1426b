package dev.penstock.local.sql;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBLogicalType;
import org.duckdb.DuckDBScalarFunctionBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The GoogleSQL functions that DuckDB has no exact match for, as functions of the database. They
 * live as long as the database is open; each is NULL when an argument is. Thread-safe.
 */
final class JavaFunctions {
  /** Fails with its argument as the error text. */
  static final String FAIL = "bq_fail";

  private static final List<Definition> DEFINITIONS =
      List.of(
          new Text(FAIL, JavaFunctions::fail),
          // Numbers.
          new Text("bq_bignum", a -> BigNumerics.bigNumeric(decimal(a[0]))),
          new Text("bq_bignum_add", a -> BigNumerics.bigNumeric(decimal(a[0]).add(decimal(a[1])))),
          new Text(
              "bq_bignum_sub", a -> BigNumerics.bigNumeric(decimal(a[0]).subtract(decimal(a[1])))),
          new Text(
              "bq_bignum_mul", a -> BigNumerics.bigNumeric(decimal(a[0]).multiply(decimal(a[1])))),
          new Text(
              "bq_bignum_div",
              a ->
                  BigNumerics.bigNumeric(
                      BigNumerics.divide(
                          decimal(a[0]), decimal(a[1]), BigNumerics.BIGNUMERIC_SCALE))),
          new Text("bq_decimal_fit", JavaFunctions::fit),
          new Text("bq_bignum_key", a -> BigNumerics.sortKey(a[0])),
          new Text("bq_bignum_sum", a -> BigNumerics.sum(a[0])),
          new Text("bq_bignum_avg", a -> BigNumerics.average(a[0])),
          new Text(
              "bq_bignum_text",
              a -> BigNumerics.bigNumeric(NumberTexts.parseDecimal(a[0], "BIGNUMERIC"))),
          new Unary<>("bq_bignum_float", Double.class, String.class, JavaFunctions::bigNumeric),
          new Unary<>("bq_numeric_text", String.class, BigDecimal.class, JavaFunctions::numeric),
          new Unary<>("bq_numeric_float", Double.class, BigDecimal.class, JavaFunctions::numeric),
          new Binary<>(
              "bq_numeric_mul",
              BigDecimal.class,
              BigDecimal.class,
              BigDecimal.class,
              (a, b) -> BigNumerics.numeric(a.multiply(b))),
          new Binary<>(
              "bq_numeric_div",
              BigDecimal.class,
              BigDecimal.class,
              BigDecimal.class,
              (a, b) -> BigNumerics.numeric(BigNumerics.divide(a, b, BigNumerics.NUMERIC_SCALE))),
          new Doubles("bq_float_add", FloatArithmetic::add),
          new Doubles("bq_float_sub", FloatArithmetic::subtract),
          new Doubles("bq_float_mul", FloatArithmetic::multiply),
          new Doubles("bq_float_div", FloatArithmetic::divide),
          new Doubles("bq_float_pow", FloatArithmetic::power),
          new Doubles("bq_float_round", FloatArithmetic::round),
          new Unary<>("bq_float_exp", Double.class, Double.class, FloatArithmetic::exp),
          new Unary<>("bq_parse_int64", String.class, Long.class, NumberTexts::parseInt64),
          new Unary<>("bq_parse_float64", String.class, Double.class, NumberTexts::parseFloat64),
          new Unary<>("bq_parse_bool", String.class, Boolean.class, NumberTexts::parseBool),
          new Unary<>("bq_float_text", Double.class, String.class, NumberTexts::text),
          // Dates and times.
          new Unary<>("bq_days_in_range", Long.class, Long.class, TemporalRange::days),
          new Unary<>("bq_micros_in_range", Long.class, Long.class, TemporalRange::micros),
          new Unary<>("bq_parse_date", String.class, Long.class, TimeTexts::parseDate),
          new Unary<>("bq_parse_time", String.class, Long.class, TimeTexts::parseTime),
          new Unary<>("bq_parse_datetime", String.class, Long.class, TimeTexts::parseDatetime),
          new Binary<>(
              "bq_parse_timestamp",
              String.class,
              String.class,
              Long.class,
              TimeTexts::parseTimestamp),
          new Binary<>(
              "bq_local_timestamp", Long.class, String.class, Long.class, TimeTexts::localMicros),
          new Unary<>("bq_time_text", Long.class, String.class, TimeTexts::timeText),
          new Unary<>("bq_datetime_text", Long.class, String.class, TimeTexts::datetimeText),
          new Binary<>(
              "bq_timestamp_text",
              Long.class,
              String.class,
              String.class,
              TimeTexts::timestampText),
          new Text("bq_format_time", a -> TimeFormats.format(a[0], Long.parseLong(a[1]), a[2])),
          new Text("bq_parse_by_format", a -> Long.toString(TimeParser.parse(a[0], a[1], a[2]))),
          new Text("bq_interval_text", JavaFunctions::intervalText),
          new Binary<>(
              "bq_interval_part", String.class, String.class, Long.class, IntervalTexts::part),
          // Texts.
          new Text("bq_reverse", a -> new StringBuilder(a[0]).reverse().toString()),
          new Text("bq_upper", a -> a[0].toUpperCase(Locale.ROOT)),
          new Text("bq_lower", a -> a[0].toLowerCase(Locale.ROOT)),
          new Text("bq_initcap", a -> TextFunctions.initialCapitals(a[0])),
          // JSON.
          new Text("bq_json_value", a -> JsonPaths.value(a[0], a[1])),
          new Text("bq_json_query", a -> JsonPaths.query(a[0], a[1])),
          new Text("bq_json_query_json", a -> JsonPaths.queryJson(a[0], a[1])),
          new Text("bq_json_value_array", a -> JsonPaths.valueArray(a[0], a[1])),
          new Text("bq_json_query_array", a -> JsonPaths.queryArray(a[0], a[1])),
          new Text("bq_json_parse", a -> JsonValues.parse(a[0])),
          new Text("bq_json_of", a -> JsonValues.of(a[0])),
          new Unary<>("bq_json_float", Double.class, String.class, JsonValues::float64),
          new Text("bq_json_type", a -> JsonPaths.type(a[0])),
          new Text("bq_json_quote", a -> JsonPaths.quote(a[0])),
          new Text("bq_json_string", a -> JsonPaths.string(a[0])),
          new Unary<>("bq_json_int64", String.class, Long.class, JsonPaths::int64),
          new Unary<>("bq_json_float64", String.class, Double.class, JsonPaths::float64),
          new Unary<>("bq_json_bool", String.class, Boolean.class, JsonPaths::bool));

  private JavaFunctions() {}

  /** Registers all functions in the database of a connection. */
  static void register(Connection connection) throws SQLException {
    for (Definition definition : DEFINITIONS) {
      try (DuckDBScalarFunctionBuilder builder = DuckDBFunctions.scalarFunction()) {
        definition.describe(builder.withName(definition.name()));
        builder.register(connection);
      }
    }
  }

  private sealed interface Definition {
    String name();

    void describe(DuckDBScalarFunctionBuilder builder) throws SQLException;
  }

  private record Unary<I, O>(String name, Class<I> in, Class<O> out, Function<I, O> body)
      implements Definition {
    @Override
    public void describe(DuckDBScalarFunctionBuilder builder) throws SQLException {
      builder.withParameter(type(in)).withReturnType(type(out)).withFunction(this::call);
    }

    private @Nullable O call(@Nullable I value) {
      return value == null ? null : body.apply(value);
    }
  }

  private record Binary<I, J, O>(
      String name, Class<I> left, Class<J> right, Class<O> out, BiFunction<I, J, O> body)
      implements Definition {
    @Override
    public void describe(DuckDBScalarFunctionBuilder builder) throws SQLException {
      builder
          .withParameter(type(left))
          .withParameter(type(right))
          .withReturnType(type(out))
          .withFunction(this::call);
    }

    private @Nullable O call(@Nullable I first, @Nullable J second) {
      return first == null || second == null ? null : body.apply(first, second);
    }
  }

  /** A function of two numbers, which DuckDB itself answers NULL for when one is NULL. */
  private record Doubles(String name, DoubleBinaryOperator body) implements Definition {
    @Override
    public void describe(DuckDBScalarFunctionBuilder builder) throws SQLException {
      builder
          .withParameter(type(Double.class))
          .withParameter(type(Double.class))
          .withReturnType(type(Double.class))
          .withDoubleFunction(body);
    }
  }

  /** A function of any number of texts. */
  private record Text(String name, Function<String[], @Nullable String> body)
      implements Definition {
    @Override
    public void describe(DuckDBScalarFunctionBuilder builder) throws SQLException {
      builder
          .withVarArgs(type(String.class))
          .withReturnType(type(String.class))
          .withVarArgsFunction(this::call);
    }

    private @Nullable String call(@Nullable Object[] arguments) {
      String[] texts = new String[arguments.length];
      for (int i = 0; i < texts.length; i++) {
        if (arguments[i] == null) {
          return null;
        }
        texts[i] = arguments[i].toString();
      }
      return body.apply(texts);
    }
  }

  private static DuckDBLogicalType type(Class<?> type) throws SQLException {
    if (type == BigDecimal.class) {
      return DuckDBLogicalType.decimal(38, BigNumerics.NUMERIC_SCALE);
    }
    if (type == Long.class) {
      return DuckDBLogicalType.of(DuckDBColumnType.BIGINT);
    }
    if (type == Double.class) {
      return DuckDBLogicalType.of(DuckDBColumnType.DOUBLE);
    }
    return DuckDBLogicalType.of(
        type == Boolean.class ? DuckDBColumnType.BOOLEAN : DuckDBColumnType.VARCHAR);
  }

  private static String fail(String[] arguments) {
    throw new IllegalArgumentException(arguments[0]);
  }

  private static String fit(String[] arguments) {
    return BigNumerics.fit(
        decimal(arguments[0]),
        Integer.parseInt(arguments[1]),
        Integer.parseInt(arguments[2]),
        arguments[3]);
  }

  private static BigDecimal decimal(String text) {
    return new BigDecimal(text);
  }

  private static String bigNumeric(Double value) {
    return BigNumerics.bigNumeric(NumberTexts.decimal(value, "BIGNUMERIC"));
  }

  private static BigDecimal numeric(String text) {
    return BigNumerics.numeric(NumberTexts.parseDecimal(text, "NUMERIC"));
  }

  private static BigDecimal numeric(Double value) {
    return BigNumerics.numeric(NumberTexts.decimal(value, "NUMERIC"));
  }

  private static String intervalText(String[] parts) {
    return IntervalTexts.text(
        Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
  }
}
