package dev.penstock.local.sql;

import dev.penstock.local.catalog.GeographyText;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBScalarFunctionBuilder;

/**
 * The GoogleSQL functions that DuckDB has no exact match for, as functions of the database. They
 * live as long as the database is open; each is NULL when an argument is. Thread-safe.
 */
final class JavaFunctions {
  /** Fails with its argument as the error text. */
  static final String FAIL = "bq_fail";

  private static final List<JavaFunction> DEFINITIONS =
      List.of(
          new JavaFunction.Text(FAIL, JavaFunctions::fail),
          // Numbers.
          new JavaFunction.Text("bq_bignum", a -> BigNumerics.bigNumeric(decimal(a[0]))),
          new JavaFunction.Text(
              "bq_bignum_add", a -> BigNumerics.bigNumeric(decimal(a[0]).add(decimal(a[1])))),
          new JavaFunction.Text(
              "bq_bignum_sub", a -> BigNumerics.bigNumeric(decimal(a[0]).subtract(decimal(a[1])))),
          new JavaFunction.Text(
              "bq_bignum_mul", a -> BigNumerics.bigNumeric(decimal(a[0]).multiply(decimal(a[1])))),
          new JavaFunction.Text(
              "bq_bignum_div",
              a ->
                  BigNumerics.bigNumeric(
                      BigNumerics.divide(
                          decimal(a[0]), decimal(a[1]), BigNumerics.BIGNUMERIC_SCALE))),
          new JavaFunction.Text("bq_decimal_fit", JavaFunctions::fit),
          new JavaFunction.Text("bq_bignum_key", a -> BigNumerics.sortKey(a[0])),
          new JavaFunction.Text("bq_bignum_sum", a -> BigNumerics.sum(a[0])),
          new JavaFunction.Text("bq_bignum_avg", a -> BigNumerics.average(a[0])),
          new JavaFunction.Text(
              "bq_bignum_text",
              a -> BigNumerics.bigNumeric(NumberTexts.parseDecimal(a[0], "BIGNUMERIC"))),
          new JavaFunction.Unary<>(
              "bq_bignum_float", Double.class, String.class, JavaFunctions::bigNumeric),
          new JavaFunction.Unary<>(
              "bq_numeric_text", String.class, BigDecimal.class, JavaFunctions::numeric),
          new JavaFunction.Unary<>(
              "bq_numeric_float", Double.class, BigDecimal.class, JavaFunctions::numeric),
          new JavaFunction.Binary<>(
              "bq_numeric_mul",
              BigDecimal.class,
              BigDecimal.class,
              BigDecimal.class,
              (a, b) -> BigNumerics.numeric(a.multiply(b))),
          new JavaFunction.Binary<>(
              "bq_numeric_div",
              BigDecimal.class,
              BigDecimal.class,
              BigDecimal.class,
              (a, b) -> BigNumerics.numeric(BigNumerics.divide(a, b, BigNumerics.NUMERIC_SCALE))),
          new JavaFunction.Text("bq_decimal", DecimalFunctions::apply),
          new JavaFunction.Text("bq_parse_decimal", a -> NumberTexts.parseFormatted(a[0], a[1])),
          new JavaFunction.Doubles("bq_float_add", FloatArithmetic::add),
          new JavaFunction.Doubles("bq_float_sub", FloatArithmetic::subtract),
          new JavaFunction.Doubles("bq_float_mul", FloatArithmetic::multiply),
          new JavaFunction.Doubles("bq_float_div", FloatArithmetic::divide),
          new JavaFunction.Doubles("bq_float_pow", FloatArithmetic::power),
          new JavaFunction.Doubles("bq_float_round", FloatArithmetic::round),
          new JavaFunction.Doubles("bq_float_trunc", FloatArithmetic::truncate),
          new JavaFunction.Doubles("bq_float_checked", FloatArithmetic::finite),
          new JavaFunction.Binary<>(
              "bq_shift_left", Long.class, Long.class, Long.class, BitFunctions::shiftLeft),
          new JavaFunction.Binary<>(
              "bq_shift_right", Long.class, Long.class, Long.class, BitFunctions::shiftRight),
          new JavaFunction.Text("bq_bytes_shift", a -> BitFunctions.shift(a[0], a[1], a[2])),
          new JavaFunction.Text("bq_bytes_combine", a -> BitFunctions.combine(a[0], a[1], a[2])),
          new JavaFunction.Text("bq_bytes_not", a -> BitFunctions.not(a[0])),
          new JavaFunction.Unary<>("bq_bytes_count", String.class, Long.class, BitFunctions::count),
          new JavaFunction.Unary<>(
              "bq_float_exp", Double.class, Double.class, FloatArithmetic::exp),
          new JavaFunction.Unary<>(
              "bq_parse_int64", String.class, Long.class, NumberTexts::parseInt64),
          new JavaFunction.Unary<>(
              "bq_parse_float64", String.class, Double.class, NumberTexts::parseFloat64),
          new JavaFunction.Unary<>(
              "bq_parse_bool", String.class, Boolean.class, NumberTexts::parseBool),
          new JavaFunction.Unary<>("bq_float_text", Double.class, String.class, NumberTexts::text),
          // Dates and times.
          new JavaFunction.Unary<>("bq_days_in_range", Long.class, Long.class, TemporalRange::days),
          new JavaFunction.Unary<>(
              "bq_micros_in_range", Long.class, Long.class, TemporalRange::micros),
          new JavaFunction.Unary<>("bq_parse_date", String.class, Long.class, TimeTexts::parseDate),
          new JavaFunction.Unary<>("bq_parse_time", String.class, Long.class, TimeTexts::parseTime),
          new JavaFunction.Unary<>(
              "bq_parse_datetime", String.class, Long.class, TimeTexts::parseDatetime),
          new JavaFunction.Binary<>(
              "bq_parse_timestamp",
              String.class,
              String.class,
              Long.class,
              TimeTexts::parseTimestamp),
          new JavaFunction.Binary<>(
              "bq_local_timestamp", Long.class, String.class, Long.class, TimeTexts::localMicros),
          new JavaFunction.Unary<>("bq_time_text", Long.class, String.class, TimeTexts::timeText),
          new JavaFunction.Unary<>(
              "bq_datetime_text", Long.class, String.class, TimeTexts::datetimeText),
          new JavaFunction.Binary<>(
              "bq_timestamp_text",
              Long.class,
              String.class,
              String.class,
              TimeTexts::timestampText),
          new JavaFunction.Text(
              "bq_format_time", a -> TimeFormats.format(a[0], Long.parseLong(a[1]), a[2], a[3])),
          new JavaFunction.Binary<>(
              "bq_at_zone", Long.class, String.class, Long.class, TimeTexts::atZone),
          new JavaFunction.Binary<>(
              "bq_shift_zone", Long.class, String.class, Long.class, TimeTexts::shiftZone),
          new JavaFunction.Binary<>(
              "bq_parse_local", String.class, String.class, Long.class, TimeTexts::parseLocal),
          new JavaFunction.Text("bq_date_trunc", a -> DateParts.truncate(a[0], a[1])),
          new JavaFunction.Text("bq_last_day", a -> DateParts.last(a[0], a[1])),
          new JavaFunction.Text("bq_date_diff", a -> DateParts.difference(a[0], a[1], a[2])),
          new JavaFunction.Text("bq_bucket", a -> Buckets.start(a[0], a[1], a[2], a[3])),
          new JavaFunction.Text("bq_interval_math", IntervalMath::apply),
          new JavaFunction.Text("bq_make_interval", IntervalMath::make),
          new JavaFunction.Text(
              "bq_parse_by_format", a -> Long.toString(TimeParser.parse(a[0], a[1], a[2]))),
          new JavaFunction.Text("bq_months", a -> DateSequences.months(a[0], a[1], a[2])),
          new JavaFunction.Text("bq_interval_text", JavaFunctions::intervalText),
          new JavaFunction.Binary<>(
              "bq_interval_part", String.class, String.class, Long.class, IntervalTexts::part),
          // Ranges.
          new JavaFunction.Binary<>(
              "bq_range", String.class, String.class, String.class, RangeFunctions::make),
          new JavaFunction.Binary<>(
              "bq_range_bound", String.class, String.class, String.class, RangeFunctions::bound),
          new JavaFunction.Text("bq_range_start", a -> RangeFunctions.start(a[0])),
          new JavaFunction.Text("bq_range_end", a -> RangeFunctions.end(a[0])),
          new JavaFunction.Binary<>(
              "bq_range_has", String.class, String.class, Boolean.class, RangeFunctions::has),
          new JavaFunction.Binary<>(
              "bq_range_contains",
              String.class,
              String.class,
              Boolean.class,
              RangeFunctions::contains),
          new JavaFunction.Binary<>(
              "bq_range_overlaps",
              String.class,
              String.class,
              Boolean.class,
              RangeFunctions::overlaps),
          new JavaFunction.Binary<>(
              "bq_range_intersect",
              String.class,
              String.class,
              String.class,
              RangeFunctions::intersect),
          new JavaFunction.Text("bq_range_split", RangeFunctions::split),
          // Texts.
          new JavaFunction.Text("bq_latin", a -> BitFunctions.latin(a[0])),
          new JavaFunction.Text("bq_unlatin", a -> BitFunctions.unlatin(a[0])),
          new JavaFunction.Text("bq_reverse", a -> new StringBuilder(a[0]).reverse().toString()),
          new JavaFunction.Text("bq_upper", a -> a[0].toUpperCase(Locale.ROOT)),
          new JavaFunction.Text("bq_lower", a -> a[0].toLowerCase(Locale.ROOT)),
          new JavaFunction.Text("bq_initcap", a -> TextFunctions.initialCapitals(a[0])),
          new JavaFunction.Text("bq_initcap_at", a -> TextFunctions.initialCapitals(a[0], a[1])),
          new JavaFunction.Text("bq_normalize", a -> TextFunctions.normalize(a[0], a[1])),
          new JavaFunction.Text(
              "bq_normalize_fold", a -> TextFunctions.normalizeAndFold(a[0], a[1])),
          new JavaFunction.Text("bq_from_base64", a -> TextFunctions.fromBase64(a[0])),
          new JavaFunction.Text(
              "bq_position",
              a ->
                  Long.toString(
                      TextFunctions.position(
                          a[0], a[1], Long.parseLong(a[2]), Long.parseLong(a[3])))),
          new JavaFunction.Text("bq_soundex", a -> TextFunctions.soundex(a[0])),
          new JavaFunction.Text(
              "bq_edit_distance",
              a -> Long.toString(TextFunctions.editDistance(a[0], a[1], Long.parseLong(a[2])))),
          new JavaFunction.Text("bq_code_points", a -> TextFunctions.codePoints(a[0])),
          new JavaFunction.Text("bq_of_code_points", a -> TextFunctions.ofCodePoints(a[0])),
          new JavaFunction.Text("bq_of_bytes", a -> TextFunctions.ofBytes(a[0])),
          new JavaFunction.Text("bq_decode_leniently", a -> TextFunctions.decodeLeniently(a[0])),
          new JavaFunction.Text("bq_decode", a -> TextFunctions.decode(a[0])),
          new JavaFunction.Text(
              "bq_split_substr",
              a ->
                  TextFunctions.splitSubstr(
                      a[0], a[1], Long.parseLong(a[2]), Long.parseLong(a[3]))),
          new JavaFunction.Text("bq_to_base32", a -> Base32.encode(a[0])),
          new JavaFunction.Text("bq_from_base32", a -> Base32.decode(a[0])),
          new JavaFunction.Text("bq_hash", a -> Hashes.hash(a[0], a[1])),
          new JavaFunction.Text("bq_fingerprint", a -> Hashes.fingerprint(a[0])),
          new JavaFunction.Text("bq_format", FormatFunction::format),
          new JavaFunction.Text("bq_literal", a -> LiteralTexts.literal(a[0], a[1])),
          new JavaFunction.Text("bq_shown", a -> LiteralTexts.shown(a[0], a[1])),
          new JavaFunction.Binary<>(
              "bq_regex_contains",
              String.class,
              String.class,
              Boolean.class,
              RegexFunctions::contains),
          new JavaFunction.Text("bq_regex_extract", RegexFunctions::extract),
          new JavaFunction.Text("bq_regex_extract_all", RegexFunctions::extractAll),
          new JavaFunction.Text("bq_regex_position", RegexFunctions::position),
          new JavaFunction.Text("bq_regex_replace", RegexFunctions::replace),
          // JSON.
          new JavaFunction.Text("bq_json_value", a -> JsonPaths.value(a[0], a[1])),
          new JavaFunction.Text("bq_json_query", a -> JsonPaths.query(a[0], a[1])),
          new JavaFunction.Text("bq_json_query_json", a -> JsonPaths.queryJson(a[0], a[1])),
          new JavaFunction.Text("bq_json_value_array", a -> JsonPaths.valueArray(a[0], a[1])),
          new JavaFunction.Text("bq_json_query_array", a -> JsonPaths.queryArray(a[0], a[1])),
          new JavaFunction.Text("bq_json_parse", a -> JsonValues.parse(a[0])),
          new JavaFunction.Text("bq_json_set", JsonEdits::set),
          new JavaFunction.Text("bq_json_append", JsonArrays::append),
          new JavaFunction.Text("bq_json_insert", JsonArrays::insert),
          new JavaFunction.Text("bq_json_remove", JsonEdits::remove),
          new JavaFunction.Text("bq_json_strip_nulls", JsonEdits::stripNulls),
          new JavaFunction.Text("bq_json_object", JsonEdits::object),
          new JavaFunction.Text("bq_json_object_of", a -> JsonEdits.objectOf(a[0], a[1])),
          new JavaFunction.Text("bq_interval_iso", a -> IntervalTexts.iso(a[0])),
          new JavaFunction.Text("bq_json_keys", a -> JsonEdits.keys(a[0], Long.parseLong(a[1]))),
          new JavaFunction.Text("bq_json_lax", a -> JsonConversions.lax(a[0], a[1])),
          new JavaFunction.Text("bq_json_lax_array", a -> JsonConversions.laxArray(a[0], a[1])),
          new JavaFunction.Text("bq_json_array", a -> JsonConversions.array(a[0], a[1])),
          // Geographies.
          new JavaFunction.Text("bq_geography", a -> geography(a[0])),
          // Addresses.
          new JavaFunction.Text("bq_net_host", a -> NetFunctions.host(a[0])),
          new JavaFunction.Text("bq_net_ip", a -> NetFunctions.ipFromString(a[0])),
          new JavaFunction.Text("bq_net_safe_ip", a -> NetFunctions.safeIpFromString(a[0])),
          new JavaFunction.Text("bq_net_ip_text", a -> NetFunctions.ipToString(a[0])),
          new JavaFunction.Text(
              "bq_net_mask", a -> NetFunctions.netMask(Long.parseLong(a[0]), Long.parseLong(a[1]))),
          new JavaFunction.Text(
              "bq_net_trunc", a -> NetFunctions.truncate(a[0], Long.parseLong(a[1]))),
          new JavaFunction.Text(
              "bq_net_ipv4", a -> NetFunctions.ipv4FromInt64(Long.parseLong(a[0]))),
          new JavaFunction.Unary<>(
              "bq_net_ipv4_int64", String.class, Long.class, NetFunctions::ipv4ToInt64),
          new JavaFunction.Text("bq_json_of", a -> JsonValues.of(a[0])),
          new JavaFunction.Unary<>(
              "bq_json_float", Double.class, String.class, JsonValues::float64),
          new JavaFunction.Text("bq_json_type", a -> JsonPaths.type(a[0])),
          new JavaFunction.Text("bq_json_quote", a -> JsonPaths.quote(a[0])),
          new JavaFunction.Text("bq_json_string", a -> JsonPaths.string(a[0])),
          new JavaFunction.Unary<>("bq_json_int64", String.class, Long.class, JsonPaths::int64),
          new JavaFunction.Unary<>(
              "bq_json_float64", String.class, Double.class, JsonPaths::float64),
          new JavaFunction.Unary<>("bq_json_bool", String.class, Boolean.class, JsonPaths::bool));

  private JavaFunctions() {}

  /** Registers all functions in the database of a connection. */
  static void register(Connection connection) throws SQLException {
    for (JavaFunction definition : DEFINITIONS) {
      try (DuckDBScalarFunctionBuilder builder = DuckDBFunctions.scalarFunction()) {
        definition.describe(builder.withName(definition.name()));
        builder.register(connection);
      }
    }
  }

  private static String geography(String text) {
    try {
      return GeographyText.canonical(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("ST_GeogFromText failed: " + e.getMessage(), e);
    }
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
