package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.RangeText;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows as REST writes them: {@code {"f":[{"v":...}]}} (RT-132 to RT-135). Immutable. */
final class CellJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("HH:mm:ss")
          .optionalStart()
          .appendFraction(ChronoField.NANO_OF_SECOND, 6, 6, true)
          .toFormatter(java.util.Locale.ROOT);
  private static final DateTimeFormatter WHOLE_TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", java.util.Locale.ROOT);

  private final boolean int64Timestamps;

  /** Cells with timestamps as micros, or as seconds in scientific notation (RT-133). */
  CellJson(boolean int64Timestamps) {
    this.int64Timestamps = int64Timestamps;
  }

  ArrayNode rows(List<Field> fields, List<List<@Nullable Object>> rows) {
    ArrayNode out = NODES.arrayNode(rows.size());
    rows.forEach(row -> out.add(row(fields, row)));
    return out;
  }

  private ObjectNode row(List<Field> fields, List<?> values) {
    ArrayNode cells = NODES.arrayNode(fields.size());
    for (int i = 0; i < fields.size(); i++) {
      cells.add(cell(value(fields.get(i), values.get(i))));
    }
    return NODES.objectNode().set("f", cells);
  }

  private static ObjectNode cell(JsonNode value) {
    return NODES.objectNode().set("v", value);
  }

  private JsonNode value(Field field, @Nullable Object value) {
    if (field.mode() == Mode.REPEATED) {
      ArrayNode elements = NODES.arrayNode();
      if (value != null) {
        ((List<?>) value).forEach(element -> elements.add(cell(element(field, element))));
      }
      return elements;
    }
    return element(field, value);
  }

  private JsonNode element(Field field, @Nullable Object value) {
    if (value == null) {
      return NODES.nullNode();
    }
    if (field.type() == FieldType.RANGE) {
      RangeText range = RangeText.parse(value.toString());
      String start = bound(field, range.start());
      return NODES.textNode("[" + start + ", " + bound(field, range.end()) + ")");
    }
    return field.type() == FieldType.STRUCT
        ? row(field.fields(), (List<?>) value)
        : NODES.textNode(text(field.type(), value));
  }

  private String bound(Field range, @Nullable String bound) {
    Object value = RangeText.value(bound, range.rangeElement());
    return value == null ? RangeText.UNBOUNDED : text(range.rangeElement(), value);
  }

  private String text(FieldType type, Object value) {
    return switch (type) {
      case NUMERIC, BIGNUMERIC -> decimal((BigDecimal) value);
      case FLOAT64 -> floating((Double) value);
      case BYTES -> Base64.getEncoder().encodeToString((byte[]) value);
      case TIME -> time((LocalTime) value);
      case DATETIME -> {
        LocalDateTime datetime = (LocalDateTime) value;
        yield datetime.toLocalDate() + "T" + time(datetime.toLocalTime());
      }
      case TIMESTAMP -> timestamp((Instant) value);
      default -> value.toString();
    };
  }

  private static String decimal(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  private static String floating(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    return Double.isInfinite(value)
        ? (value > 0 ? "Infinity" : "-Infinity")
        : Double.toString(value);
  }

  private static String time(LocalTime value) {
    return value.format(value.toNanoOfDay() % 1_000_000_000L == 0 ? WHOLE_TIME : TIME);
  }

  private String timestamp(Instant value) {
    long micros = value.getEpochSecond() * 1_000_000L + value.getNano() / 1000;
    return int64Timestamps ? Long.toString(micros) : seconds(BigDecimal.valueOf(micros, 6));
  }

  /** A floating-point number such as 1.796000523E9, of which no digit is lost. */
  private static String seconds(BigDecimal value) {
    String text = Double.toString(value.doubleValue());
    if (new BigDecimal(text).compareTo(value) == 0) {
      return text;
    }
    BigDecimal digits = value.stripTrailingZeros();
    int exponent = digits.precision() - digits.scale() - 1;
    return digits.movePointLeft(exponent).toPlainString() + "E" + exponent;
  }
}
