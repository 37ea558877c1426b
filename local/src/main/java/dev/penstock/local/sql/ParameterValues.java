package dev.penstock.local.sql;

import com.google.protobuf.ByteString;
import com.google.zetasql.Type;
import com.google.zetasql.Value;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.Field.Mode;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.RangeText;
import dev.penstock.local.catalog.ServiceException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Query parameters as constants of the analyzer. */
final class ParameterValues {
  private ParameterValues() {}

  /** The positional parameters in order. */
  static List<Value> positional(List<SqlParameter> parameters) {
    List<Value> values = new ArrayList<>();
    for (SqlParameter parameter : parameters) {
      if (parameter.name() == null) {
        values.add(value(parameter.type(), parameter.value()));
      }
    }
    return values;
  }

  /** The named parameters by lower-case name. */
  static Map<String, Value> named(List<SqlParameter> parameters) {
    Map<String, Value> values = new HashMap<>();
    for (SqlParameter parameter : parameters) {
      if (parameter.name() != null) {
        values.put(
            parameter.name().toLowerCase(Locale.ROOT), value(parameter.type(), parameter.value()));
      }
    }
    return values;
  }

  private static Value value(Field field, @Nullable Object value) {
    Type type = GeographyValues.type(FieldTypes.toType(field));
    if (value == null) {
      return Value.createNullValue(type);
    }
    try {
      if (field.mode() == Mode.REPEATED) {
        Field element = element(field);
        List<Value> elements = new ArrayList<>();
        ((List<?>) value).forEach(item -> elements.add(value(element, item)));
        return Value.createArrayValue(type.asArray(), elements);
      }
      if (field.type() == FieldType.STRUCT) {
        List<Value> values = new ArrayList<>();
        List<?> items = (List<?>) value;
        for (int i = 0; i < items.size(); i++) {
          values.add(value(field.fields().get(i), items.get(i)));
        }
        return Value.createStructValue(type.asStruct(), values);
      }
      return field.type() == FieldType.RANGE ? range(field, value) : scalar(field.type(), value);
    } catch (ClassCastException e) {
      throw new IllegalArgumentException(
          "parameter of type " + field.type() + ": " + value.getClass().getSimpleName(), e);
    }
  }

  private static Value scalar(FieldType type, Object value) {
    return switch (type) {
      case BOOL -> Value.createBoolValue((Boolean) value);
      case INT64 -> Value.createInt64Value((Long) value);
      case FLOAT64 -> Value.createDoubleValue((Double) value);
      case NUMERIC -> Value.createNumericValue((BigDecimal) value);
      case BIGNUMERIC -> Value.createBigNumericValue((BigDecimal) value);
      case STRING -> Value.createStringValue((String) value);
      case BYTES -> Value.createBytesValue(ByteString.copyFrom((byte[]) value));
      case DATE -> Value.createDateValue((LocalDate) value);
      case TIME -> Value.createTimeValue((LocalTime) value);
      case DATETIME -> Value.createDatetimeValue((LocalDateTime) value);
      case TIMESTAMP -> Value.createTimestampValueFromUnixMicros(micros((Instant) value));
      case JSON -> Value.createJsonValue((String) value);
      case INTERVAL -> Value.createIntervalValue(IntervalTexts.value((String) value));
      // The analyzer's API makes no GEOGRAPHY; the text is what DuckDB gets.
      case GEOGRAPHY -> Value.createStringValue((String) value);
      case RANGE, STRUCT ->
          throw ServiceException.notSupported("SQL query parameter of type " + type);
    };
  }

  private static Value range(Field field, Object value) {
    RangeText range = RangeText.parse((String) value);
    Field bound = field.fields().get(0);
    return Value.createRangeValue(
        FieldTypes.toType(field).asRange(),
        value(bound, RangeText.value(range.start(), bound.type())),
        value(bound, RangeText.value(range.end(), bound.type())));
  }

  private static Field element(Field field) {
    return new Field(
        field.name(),
        field.type(),
        Mode.NULLABLE,
        field.fields(),
        null,
        null,
        null,
        null,
        null,
        List.of(),
        false);
  }

  private static long micros(Instant instant) {
    return instant.getEpochSecond() * TimeTexts.MICROS_PER_SECOND + instant.getNano() / 1_000;
  }
}
