package dev.penstock.cli.source;

import java.util.ArrayList;
import java.util.List;

/** What BigQuery holds of the table {@code types.every}: its columns and the cells of its rows. */
final class EveryType {
  private static final List<List<String>> COLUMNS =
      List.of(
          of("id INTEGER", "1", "2", "3", "4"),
          of("c_bool BOOLEAN", "true", "false", "NULL", "NULL"),
          of("c_int2 INTEGER", "2", "-32768", "NULL", "32767"),
          of("c_int4 INTEGER", "3", "-2147483648", "0", "2147483647"),
          of("c_int8 INTEGER", "4", "-9223372036854775808", "NULL", "9223372036854775807"),
          of("c_oid INTEGER", "5", "4294967295", "NULL", "NULL"),
          of("c_float4 FLOAT", "1.5", "NaN", "NULL", "1.401298464324817E-45"),
          of("c_float8 FLOAT", "0.1", "-Infinity", "NULL", "1.7976931348623157E308"),
          of(
              "c_numeric BIGNUMERIC",
              "1.1",
              "-12345678901234567890123456789012345678.00000000000000000000000000000000000001",
              "NULL",
              "578960446186580977117854925043439539266.34992332820282019728792003956564819967"),
          of("c_numeric_10_2 NUMERIC(10, 2)", "1234567.89", "-99999999.99", "NULL", "99999999.99"),
          of(
              "c_numeric_38_0 BIGNUMERIC(38, 0)",
              "12345678901234567890123456789012345678",
              "-1",
              "NULL",
              "-99999999999999999999999999999999999999"),
          of(
              "c_numeric_20_12 BIGNUMERIC(20, 12)",
              "1.000000000001",
              "-0.000000000001",
              "NULL",
              "NULL"),
          of("c_numeric_negative NUMERIC", "1200", "-999900", "NULL", "NULL"),
          of("c_price NUMERIC(12, 2)", "9.99", "0", "NULL", "9999999999.99"),
          of("c_money STRING", "$1,234.50", "-$0.01", "NULL", "NULL"),
          of("c_text STRING", "plain", "é😀", "NULL", "NULL"),
          of("c_varchar STRING(5)", "five!", "😀😀😀😀😀", "NULL", "NULL"),
          of("c_varchar_any STRING", "any", "", "NULL", "NULL"),
          of("c_char STRING(4)", "ab  ", "    ", "NULL", "abcd"),
          of("c_tag STRING(8)", "tag", "", "NULL", "abcdefgh"),
          of("c_bytea BYTES", "AP8=", "", "NULL", "NULL"),
          of("c_uuid STRING", "00112233-4455-6677-8899-aabbccddeeff", "NULL", "NULL", "NULL"),
          of("c_json JSON", "{\"a\":1}", "[1,1.0]", "NULL", "NULL"),
          of("c_jsonb JSON", "{\"a\":1}", "\"x\"", "NULL", "18446744073709551615"),
          of("c_date DATE", "2026-01-31", "0001-01-01", "NULL", "9999-12-31"),
          of("c_time TIME", "12:34:56.789000", "00:00:00", "NULL", "23:59:59.999999"),
          of("c_timetz STRING", "12:34:56.789+02", "24:00:00-15:59", "NULL", "00:00:00+15:59"),
          of(
              "c_timestamp DATETIME",
              "2026-01-31T12:34:56.789012",
              "0001-01-01T00:00:00",
              "NULL",
              "9999-12-31T23:59:59.999999"),
          of(
              "c_timestamptz TIMESTAMP",
              "1769855696789012",
              "253402300799999999",
              "NULL",
              "-62135596800000000"),
          of(
              "c_interval INTERVAL",
              "1-2 3 4:5:6.700",
              "-1-2 3 -4:5:6.000007",
              "NULL",
              "10000-0 3660000 87840000:0:0"),
          of("c_enum STRING", "happy", "so-so", "NULL", "NULL"),
          of("c_composite STRING", "(1,x)", "(,\"a,b\")", "NULL", "NULL"),
          of("c_inet STRING", "192.168.0.1/24", "::1/128", "NULL", "NULL"),
          of("c_cidr STRING", "10.0.0.0/8", "::/0", "NULL", "NULL"),
          of("c_macaddr STRING", "08:00:2b:01:02:03", "NULL", "NULL", "NULL"),
          of("c_bit STRING", "101", "000", "NULL", "NULL"),
          of("c_varbit STRING", "1", "", "NULL", "NULL"),
          of("c_point STRING", "(1,2)", "NULL", "NULL", "NULL"),
          of("c_xml STRING", "<a/>", "NULL", "NULL", "NULL"),
          of("c_tsvector STRING", "'a' 'cat' 'fat'", "", "NULL", "NULL"),
          of("c_int4range STRING", "[1,5)", "empty", "NULL", "NULL"),
          of("c_tstzrange STRING", "[\"2026-01-30 22:00:00+00\",)", "empty", "NULL", "NULL"),
          of("c_generated INTEGER", "6", "-4294967296", "0", "NULL"),
          of("C_Upper STRING", "upper", "", "NULL", "NULL"),
          array("a_bool BOOLEAN[]", "[true | false]"),
          array("a_int2 INTEGER[]", "[-1 | 2]"),
          array("a_int4 INTEGER[]", "[1 | 2]"),
          array("a_int8 INTEGER[]", "[9223372036854775807]"),
          array("a_float8 FLOAT[]", "[0.1 | NaN]"),
          array("a_numeric BIGNUMERIC[]", "[0.00000000000000000000000000000000000001 | -0.5]"),
          array("a_numeric_10_2 NUMERIC(10, 2)[]", "[1.1 | -2]"),
          array("a_text STRING[]", "[a | b,c |  | NULL]"),
          array("a_varchar STRING(5)[]", "[five!]"),
          array("a_bytea BYTES[]", "[AP8= | ]"),
          array("a_uuid STRING[]", "[00112233-4455-6677-8899-aabbccddeeff]"),
          array("a_json JSON[]", "[{\"a\":2,\"b\":1}]"),
          array("a_jsonb JSON[]", "[[1,null] | null]"),
          array("a_date DATE[]", "[0001-01-01 | 9999-12-31]"),
          array("a_time TIME[]", "[23:59:59.999999]"),
          array("a_timetz STRING[]", "[12:00:00+02]"),
          array("a_timestamp DATETIME[]", "[1969-12-31T23:59:59.999999]"),
          array("a_timestamptz TIMESTAMP[]", "[1769853600000000]"),
          array("a_interval INTERVAL[]", "[0-1 -1 0:0:0.500]"),
          array("a_mood STRING[]", "[sad | happy]"),
          array("a_price STRING[]", "[9.99]"),
          array("a_inet STRING[]", "[192.168.0.1/32]"));

  private EveryType() {}

  private static List<String> of(String column, String... cells) {
    List<String> all = new ArrayList<>(List.of(column));
    all.addAll(List.of(cells));
    return all;
  }

  /** Arrays that are empty or NULL are empty. */
  private static List<String> array(String column, String first) {
    return of(column, first, "[]", "[]", "[]");
  }

  /** Its columns, with or without those of lengths of time, which no load job takes. */
  static List<String> columns(boolean withIntervals) {
    return slice(0, withIntervals);
  }

  /** Its rows by their ids. */
  static List<List<String>> rows(boolean withIntervals) {
    List<List<String>> rows = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      rows.add(slice(i, withIntervals));
    }
    return rows;
  }

  private static List<String> slice(int index, boolean withIntervals) {
    return COLUMNS.stream()
        .filter(column -> withIntervals || !column.get(0).contains("INTERVAL"))
        .map(column -> column.get(index))
        .toList();
  }
}
