package dev.penstock.local;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A type, a value of it as each way in wants it, and what each way out gives.
 *
 * @param literal in SQL
 * @param cell of a query and of tabledata.list
 * @param protoType of the value in a writer's schema
 * @param avroType of the value in a file; null where the service has no such type in it
 * @param parquet the same as an expression of DuckDB
 */
record TypedValue(
    String name,
    String literal,
    String cell,
    String protoType,
    Object proto,
    @Nullable String avroType,
    @Nullable Object avro,
    @Nullable String parquet,
    String avroRead,
    String arrowRead) {
  @Override
  public String toString() {
    return name;
  }

  boolean isRange() {
    return name.startsWith("RANGE_");
  }

  /** The type as DDL spells it. */
  String ddl() {
    return isRange() ? "RANGE<" + name.substring(6) + ">" : name;
  }

  /** The value as text of JSON, CSV and parameters. */
  String text() {
    if (isRange()) {
      return "[" + proto + ", UNBOUNDED)";
    }
    return name.equals("TIMESTAMP") || name.equals("DATETIME") ? (String) proto : cell;
  }

  /** The value as a member of an object. */
  String json() {
    return name.equals("JSON") ? text() : quoted(text());
  }

  static List<TypedValue> values() {
    return List.of(
        new TypedValue(
            "BOOL", "TRUE", "true", "BOOL", true, "boolean", true, "true", "true", "true"),
        new TypedValue("INT64", "-7", "-7", "INT64", -7L, "long", -7L, "-7::BIGINT", "-7", "-7"),
        new TypedValue(
            "FLOAT64", "0.5", "0.5", "DOUBLE", 0.5, "double", 0.5, "0.5::DOUBLE", "0.5", "0.5"),
        new TypedValue(
            "NUMERIC",
            "NUMERIC '1.5'",
            "1.5",
            "STRING",
            "1.5",
            decimalType(3, 1),
            ByteBuffer.wrap(new byte[] {15}),
            "1.5::DECIMAL(3,1)",
            "1.500000000",
            "1.500000000"),
        new TypedValue(
            "BIGNUMERIC",
            "BIGNUMERIC '1.5'",
            "1.5",
            "STRING",
            "1.5",
            decimalType(3, 1),
            ByteBuffer.wrap(new byte[] {15}),
            "1.5::DECIMAL(3,1)",
            "1.5" + "0".repeat(37),
            "1.5" + "0".repeat(37)),
        new TypedValue("STRING", "'ä€'", "ä€", "STRING", "ä€", "string", "ä€", "'ä€'", "ä€", "ä€"),
        new TypedValue(
            "BYTES",
            "b'\\x00\\xff'",
            "AP8=",
            "BYTES",
            new byte[] {0, -1},
            "bytes",
            ByteBuffer.wrap(new byte[] {0, -1}),
            "'\\x00\\xFF'::BLOB",
            "[0, -1]",
            "[0, -1]"),
        new TypedValue(
            "DATE",
            "DATE '2026-01-31'",
            "2026-01-31",
            "STRING",
            "2026-01-31",
            logicalType("int", "date"),
            20484,
            "DATE '2026-01-31'",
            "20484",
            "20484"),
        new TypedValue(
            "TIME",
            "TIME '01:02:03.5'",
            "01:02:03.500000",
            "STRING",
            "01:02:03.5",
            logicalType("long", "time-micros"),
            3_723_500_000L,
            "TIME '01:02:03.5'",
            "3723500000",
            "3723500000"),
        new TypedValue(
            "DATETIME",
            "DATETIME '2026-01-31 01:02:03'",
            "2026-01-31T01:02:03",
            "STRING",
            "2026-01-31 01:02:03",
            logicalType("long", "local-timestamp-micros"),
            1_769_821_323_000_000L,
            "TIMESTAMP '2026-01-31 01:02:03'",
            "2026-01-31T01:02:03",
            "2026-01-31T01:02:03"),
        new TypedValue(
            "TIMESTAMP",
            "TIMESTAMP '2026-01-31 01:02:03+00'",
            "1.769821323E9",
            "STRING",
            "2026-01-31 01:02:03+00",
            logicalType("long", "timestamp-micros"),
            1_769_821_323_000_000L,
            "TIMESTAMPTZ '2026-01-31 01:02:03+00'",
            "1769821323000000",
            "1769821323000000"),
        new TypedValue(
            "JSON",
            "JSON '{\"a\":[1,null]}'",
            "{\"a\":[1,null]}",
            "STRING",
            "{\"a\":[1,null]}",
            "{\"type\":\"string\",\"sqlType\":\"JSON\"}",
            "{\"a\":[1,null]}",
            null,
            "{\"a\":[1,null]}",
            "{\"a\":[1,null]}"),
        new TypedValue(
            "GEOGRAPHY",
            "ST_GEOGFROMTEXT('POINT(1 2)')",
            "POINT(1 2)",
            "STRING",
            "POINT(1 2)",
            "{\"type\":\"string\",\"sqlType\":\"GEOGRAPHY\"}",
            "POINT(1 2)",
            "'POINT(1 2)'",
            "POINT(1 2)",
            "POINT(1 2)"),
        new TypedValue(
            "INTERVAL",
            "INTERVAL '1-2 3 4:5:6.5' YEAR TO SECOND",
            "1-2 3 4:5:6.500",
            "STRING",
            "1-2 3 4:5:6.5",
            null,
            null,
            null,
            "{\"months\": 14, \"days\": 3, \"microseconds\": 14706500000}",
            "P14M3D PT4H5M6.5S"),
        new TypedValue(
            "RANGE_DATE",
            "RANGE<DATE> '[2026-01-31, UNBOUNDED)'",
            "[2026-01-31, UNBOUNDED)",
            "RANGE",
            "2026-01-31",
            null,
            null,
            null,
            "{\"start\": 20484, \"end\": null}",
            "{\"start\":20484}"),
        new TypedValue(
            "RANGE_DATETIME",
            "RANGE<DATETIME> '[2026-01-31 01:02:03, UNBOUNDED)'",
            "[2026-01-31T01:02:03, UNBOUNDED)",
            "RANGE",
            "2026-01-31 01:02:03",
            null,
            null,
            null,
            "{\"start\": \"2026-01-31T01:02:03\", \"end\": null}",
            "{\"start\":[2026,1,31,1,2,3]}"),
        new TypedValue(
            "RANGE_TIMESTAMP",
            "RANGE<TIMESTAMP> '[2026-01-31 01:02:03+00, UNBOUNDED)'",
            "[1.769821323E9, UNBOUNDED)",
            "RANGE",
            "2026-01-31 01:02:03+00",
            null,
            null,
            null,
            "{\"start\": 1769821323000000, \"end\": null}",
            "{\"start\":1769821323000000}"));
  }

  private static String decimalType(int precision, int scale) {
    return "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":%d,\"scale\":%d}"
        .formatted(precision, scale);
  }

  private static String logicalType(String type, String logical) {
    return "{\"type\":\"%s\",\"logicalType\":\"%s\"}".formatted(type, logical);
  }

  static String quoted(String text) {
    return "\"" + text.replace("\"", "\\\"") + "\"";
  }
}
