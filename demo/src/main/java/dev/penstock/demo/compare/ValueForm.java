package dev.penstock.demo.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * A class of values that both databases can hold, with one text per value. Two cells are equal when
 * their texts are.
 */
enum ValueForm {
  INTEGER("%s::text") {
    @Override
    String fromPostgres(String text) {
      return Long.toString(Long.parseLong(text));
    }
  },
  DECIMAL("%s::text") {
    @Override
    String fromPostgres(String text) {
      BigDecimal value = new BigDecimal(text);
      return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
  },
  FLOAT("%s::text") {
    @Override
    String fromPostgres(String text) {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "nan" -> "NaN";
        case "infinity", "inf", "+inf" -> "Infinity";
        case "-infinity", "-inf" -> "-Infinity";
        default -> Double.toString(Double.parseDouble(text));
      };
    }
  },
  BOOLEAN("%s::text") {
    @Override
    String fromPostgres(String text) {
      return text;
    }
  },
  TEXT("%s::text") {
    @Override
    String fromPostgres(String text) {
      return text;
    }
  },
  JSON("%s::text") {
    @Override
    String fromPostgres(String text) {
      try {
        StringBuilder canonical = new StringBuilder();
        appendJson(EXACT.readTree(text), canonical);
        return canonical.toString();
      } catch (JsonProcessingException e) {
        throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
      }
    }
  },
  BYTES("encode(%s, 'hex')") {
    @Override
    String fromPostgres(String text) {
      return text;
    }

    @Override
    String fromBigQuery(String text) {
      return HexFormat.of().formatHex(Base64.getDecoder().decode(text));
    }
  },
  DATE("to_char(%s, 'YYYY-MM-DD')") {
    @Override
    String fromPostgres(String text) {
      return LocalDate.parse(text).toString();
    }
  },
  TIME("%s::text") {
    @Override
    String fromPostgres(String text) {
      return TIME_MICROS.format(LocalTime.parse(text));
    }
  },
  INSTANT("to_char(%s AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')") {
    @Override
    String fromPostgres(String text) {
      return OffsetDateTime.parse(text).toInstant().atOffset(ZoneOffset.UTC).format(INSTANT_MICROS);
    }

    @Override
    String fromBigQuery(String text) {
      return micros(Long.parseLong(text));
    }
  },
  /** A date and time without zone, which the sink may store as either type. */
  CIVIL("to_char(%s, 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')") {
    @Override
    String fromPostgres(String text) {
      return INSTANT.fromPostgres(text);
    }

    @Override
    String fromBigQuery(String text) {
      return text.indexOf('T') > 0 ? INSTANT.fromPostgres(text + "Z") : INSTANT.fromBigQuery(text);
    }
  };

  /** PostgreSQL types by {@code udt_name}. */
  private static final Map<String, ValueForm> POSTGRES =
      Map.ofEntries(
          Map.entry("int2", INTEGER),
          Map.entry("int4", INTEGER),
          Map.entry("int8", INTEGER),
          Map.entry("numeric", DECIMAL),
          Map.entry("float4", FLOAT),
          Map.entry("float8", FLOAT),
          Map.entry("bool", BOOLEAN),
          Map.entry("text", TEXT),
          Map.entry("varchar", TEXT),
          Map.entry("bpchar", TEXT),
          Map.entry("uuid", TEXT),
          Map.entry("json", JSON),
          Map.entry("jsonb", JSON),
          Map.entry("bytea", BYTES),
          Map.entry("date", DATE),
          Map.entry("time", TIME),
          Map.entry("timestamptz", INSTANT),
          Map.entry("timestamp", CIVIL));

  /** REST v2 names types by either spelling. */
  private static final Map<ValueForm, Set<String>> BIG_QUERY =
      Map.ofEntries(
          Map.entry(INTEGER, Set.of("INTEGER", "INT64")),
          Map.entry(DECIMAL, Set.of("NUMERIC", "BIGNUMERIC", "DECIMAL", "BIGDECIMAL")),
          Map.entry(FLOAT, Set.of("FLOAT", "FLOAT64")),
          Map.entry(BOOLEAN, Set.of("BOOLEAN", "BOOL")),
          Map.entry(TEXT, Set.of("STRING")),
          Map.entry(JSON, Set.of("JSON", "STRING")),
          Map.entry(BYTES, Set.of("BYTES")),
          Map.entry(DATE, Set.of("DATE")),
          Map.entry(TIME, Set.of("TIME")),
          Map.entry(INSTANT, Set.of("TIMESTAMP")),
          Map.entry(CIVIL, Set.of("TIMESTAMP", "DATETIME")));

  private static final JsonMapper EXACT =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final DateTimeFormatter TIME_MICROS =
      new DateTimeFormatterBuilder()
          .appendPattern("HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 6, 6, true)
          .toFormatter(Locale.ROOT);

  private static final DateTimeFormatter INSTANT_MICROS =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendLiteral('T')
          .append(TIME_MICROS)
          .appendLiteral('Z')
          .toFormatter(Locale.ROOT);

  private final String expression;

  ValueForm(String expression) {
    this.expression = expression;
  }

  /** The form of a PostgreSQL type, by its {@code udt_name} without the array's underscore. */
  static ValueForm ofPostgres(String type) {
    ValueForm form = POSTGRES.get(type);
    if (form == null) {
      throw new IllegalArgumentException(
          "type: " + type + " (expected: " + POSTGRES.keySet() + ")");
    }
    return form;
  }

  /** Whether a BigQuery column of this type may hold such values. */
  boolean allows(String bigQueryType) {
    return BIG_QUERY.getOrDefault(this, Set.of()).contains(bigQueryType);
  }

  /** SQL that yields the text {@link #fromPostgres} takes. */
  String select(String column) {
    return String.format(Locale.ROOT, expression, column);
  }

  /** The canonical text of what {@link #select} yielded. */
  abstract String fromPostgres(String text);

  /** The canonical text of a cell of {@code tabledata.list} with 64-bit timestamps. */
  String fromBigQuery(String text) {
    return fromPostgres(text);
  }

  private static String micros(long micros) {
    return Instant.ofEpochSecond(
            Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000L)
        .atOffset(ZoneOffset.UTC)
        .format(INSTANT_MICROS);
  }

  /** Members sorted by name, numbers by value, no blanks. */
  private static void appendJson(JsonNode node, StringBuilder out) {
    if (node.isObject()) {
      TreeMap<String, JsonNode> members = new TreeMap<>();
      node.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
      StringJoiner joined = new StringJoiner(",", "{", "}");
      members.forEach((name, value) -> joined.add(quoted(name) + ":" + json(value)));
      out.append(joined);
    } else if (node.isArray()) {
      StringJoiner joined = new StringJoiner(",", "[", "]");
      node.forEach(element -> joined.add(json(element)));
      out.append(joined);
    } else if (node.isNumber()) {
      out.append(DECIMAL.fromPostgres(node.decimalValue().toPlainString()));
    } else {
      out.append(node);
    }
  }

  private static String json(JsonNode node) {
    StringBuilder out = new StringBuilder();
    appendJson(node, out);
    return out.toString();
  }

  private static String quoted(String text) {
    return EXACT.getNodeFactory().textNode(text).toString();
  }
}
