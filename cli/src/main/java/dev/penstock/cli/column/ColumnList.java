package dev.penstock.cli.column;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.DecimalType;
import dev.penstock.core.model.Names;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the columns that a user gives: {@code id:INT64,price:NUMERIC(10,2),tags:ARRAY<STRING>}. */
public final class ColumnList {
  private static final Pattern ITEM =
      Pattern.compile("\\s*([^:,]+?)\\s*:\\s*([^,()<>]+(?:<[^<>]*>)?(?:\\([^()]*\\))?)\\s*(?:,|$)");
  private static final Pattern TYPE =
      Pattern.compile("([A-Za-z0-9]+)\\s*(?:\\(\\s*(\\d{1,9})\\s*(?:,\\s*(\\d{1,9})\\s*)?\\))?");
  private static final Pattern ARRAY =
      Pattern.compile("ARRAY\\s*<\\s*(.*?)\\s*>", Pattern.CASE_INSENSITIVE);

  private static final String RULE =
      "NAME:TYPE,NAME:TYPE with BOOL, INT64, FLOAT64, NUMERIC, NUMERIC(P,S), BIGNUMERIC,"
          + " BIGNUMERIC(P,S), STRING, STRING(N), BYTES, BYTES(N), DATE, TIME, DATETIME, TIMESTAMP,"
          + " JSON, GEOGRAPHY, INTERVAL or ARRAY<one of these>";

  /** The names of SQL; those that are types of their own elsewhere are in the documentation. */
  private static final Map<String, ColumnType> ALIASES =
      Map.ofEntries(
          Map.entry("BOOLEAN", ColumnType.BOOL),
          Map.entry("INT", ColumnType.INT64),
          Map.entry("INTEGER", ColumnType.INT64),
          Map.entry("SMALLINT", ColumnType.INT64),
          Map.entry("BIGINT", ColumnType.INT64),
          Map.entry("TINYINT", ColumnType.INT64),
          Map.entry("BYTEINT", ColumnType.INT64),
          Map.entry("DECIMAL", ColumnType.NUMERIC),
          Map.entry("BIGDECIMAL", ColumnType.BIGNUMERIC));

  private ColumnList() {}

  /**
   * Reads the columns.
   *
   * @param name of the option that holds them, for messages
   * @throws IngestException INVALID_OPTION
   */
  public static List<Column> parse(String name, String text) {
    List<Column> columns = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    Matcher item = ITEM.matcher(text);
    int end = 0;
    while (end < text.length()) {
      if (!item.find(end) || item.start() != end) {
        throw refusal(name, text.substring(end), RULE);
      }
      Column column = column(name, item.group(1), item.group(2).strip());
      if (!seen.add(Names.fold(column.name()))) {
        throw refusal(name, column.name() + " twice", "each column once");
      }
      columns.add(column);
      end = item.end();
    }
    if (columns.isEmpty() || text.stripTrailing().endsWith(",")) {
      throw refusal(name, "'" + text + "'", RULE);
    }
    return columns;
  }

  private static Column column(String name, String column, String text) {
    Matcher array = ARRAY.matcher(text);
    if (array.matches()) {
      return scalar(name, column, array.group(1)).withMode(ColumnMode.REPEATED);
    }
    return scalar(name, column, text);
  }

  private static Column scalar(String name, String column, String text) {
    Matcher matcher = TYPE.matcher(text);
    ColumnType type = matcher.matches() ? type(matcher.group(1)) : null;
    if (type == null || type == ColumnType.STRUCT || type == ColumnType.RANGE) {
      throw refusal(name, column + ":" + text, RULE);
    }
    Integer first = number(matcher.group(2));
    Integer second = number(matcher.group(3));
    if (first == null) {
      return Column.nullable(column, type);
    }
    return switch (type) {
      case NUMERIC, BIGNUMERIC -> decimal(name, column, type, first, second == null ? 0 : second);
      case STRING, BYTES -> {
        if (second != null || first < 1) {
          throw refusal(name, column + ":" + text, "a length of 1 or more");
        }
        yield new Column(
            column, type, ColumnMode.NULLABLE, List.of(), null, null, first.longValue());
      }
      case BOOL,
          INT64,
          FLOAT64,
          DATE,
          TIME,
          DATETIME,
          TIMESTAMP,
          JSON,
          GEOGRAPHY,
          INTERVAL,
          RANGE,
          STRUCT ->
          throw refusal(name, column + ":" + text, type + " without parameters");
    };
  }

  private static @Nullable ColumnType type(String word) {
    String upper = word.toUpperCase(Locale.ROOT);
    for (ColumnType type : ColumnType.values()) {
      if (type.name().equals(upper)) {
        return type;
      }
    }
    return ALIASES.get(upper);
  }

  private static @Nullable Integer number(@Nullable String digits) {
    return digits == null ? null : Integer.valueOf(digits);
  }

  private static Column decimal(
      String name, String column, ColumnType type, int precision, int scale) {
    DecimalType decimals = DecimalType.valueOf(type.name());
    if (!decimals.allows(precision, scale)) {
      String parameters = "(" + precision + "," + scale + ")";
      boolean wider =
          decimals == DecimalType.NUMERIC && DecimalType.BIGNUMERIC.allows(precision, scale);
      throw refusal(
          name,
          column + ":" + type + parameters,
          decimals.rule() + (wider ? "; BIGNUMERIC" + parameters + " takes it" : ""));
    }
    return new Column(column, type, ColumnMode.NULLABLE, List.of(), precision, scale, null);
  }

  private static IngestException refusal(String name, String value, String rule) {
    return new IngestException(
        ErrorCode.INVALID_OPTION, name + ": " + value + " (expected: " + rule + ")");
  }
}
