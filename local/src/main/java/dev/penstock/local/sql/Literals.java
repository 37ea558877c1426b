package dev.penstock.local.sql;

import com.google.zetasql.IntervalValue;
import com.google.zetasql.StructType;
import com.google.zetasql.Type;
import com.google.zetasql.Value;
import com.google.zetasql.ZetaSQLType.TypeKind;
import dev.penstock.local.catalog.RangeText;
import dev.penstock.local.catalog.ServiceException;
import java.time.format.DateTimeFormatter;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes analyzed constants as DuckDB expressions. */
final class Literals {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSS", Locale.ROOT);
  private static final Map<TypeKind, Function<Value, String>> SCALARS = scalars();

  private Literals() {}

  private static Map<TypeKind, Function<Value, String>> scalars() {
    Map<TypeKind, Function<Value, String>> writers = new EnumMap<>(TypeKind.class);
    writers.put(TypeKind.TYPE_INT64, v -> int64(v.getInt64Value()));
    writers.put(TypeKind.TYPE_DOUBLE, v -> float64(v.getDoubleValue()));
    writers.put(TypeKind.TYPE_BOOL, v -> v.getBoolValue() ? "TRUE" : "FALSE");
    writers.put(
        TypeKind.TYPE_NUMERIC,
        v -> "CAST('" + v.getNumericValue().toPlainString() + "' AS " + DuckTypes.NUMERIC + ")");
    writers.put(
        TypeKind.TYPE_BIGNUMERIC, v -> DuckSql.text(BigNumerics.text(v.getBigNumericValue())));
    writers.put(TypeKind.TYPE_STRING, v -> DuckSql.text(v.getStringValue()));
    writers.put(TypeKind.TYPE_JSON, v -> DuckSql.text(v.getJsonValue()));
    writers.put(
        TypeKind.TYPE_BYTES,
        v -> "unhex('" + HexFormat.of().formatHex(v.getBytesValue().toByteArray()) + "')");
    writers.put(TypeKind.TYPE_DATE, v -> "DATE '" + v.getLocalDateValue() + "'");
    writers.put(TypeKind.TYPE_TIME, v -> "TIME '" + TIME.format(v.getLocalTimeValue()) + "'");
    writers.put(
        TypeKind.TYPE_DATETIME,
        v -> "make_timestamp(" + TimeTexts.micros(v.getLocalDateTimeValue()) + "::BIGINT)");
    writers.put(TypeKind.TYPE_TIMESTAMP, v -> timestamp(v.getTimestampUnixMicros()));
    writers.put(TypeKind.TYPE_INTERVAL, v -> interval(v.getIntervalValue()));
    writers.put(TypeKind.TYPE_RANGE, v -> DuckSql.text(range(v)));
    return writers;
  }

  /** A constant of any type. */
  static String sql(Value value) {
    Type type = value.getType();
    if (type.isEnum()) {
      return DuckSql.text(value.getEnumName());
    }
    if (value.isNull()) {
      return "CAST(NULL AS " + DuckTypes.of(type) + ")";
    }
    if (type.isArray()) {
      StringJoiner elements = new StringJoiner(", ", "CAST([", "] AS " + DuckTypes.of(type) + ")");
      value.getElementList().forEach(element -> elements.add(sql(element)));
      return elements.toString();
    }
    if (type.isStruct()) {
      StructType struct = type.asStruct();
      StringJoiner fields = new StringJoiner(", ", "struct_pack(", ")");
      for (int i = 0; i < struct.getFieldCount(); i++) {
        fields.add(DuckSql.name(DuckTypes.fieldName(struct, i)) + " := " + sql(value.getField(i)));
      }
      return fields.toString();
    }
    Function<Value, String> writer = SCALARS.get(type.getKind());
    if (writer == null) {
      throw ServiceException.notSupported("SQL literal of type " + type.getKind());
    }
    return writer.apply(value);
  }

  /** An INT64; DuckDB would take a bare number for a narrower type. */
  static String int64(long value) {
    return "'" + value + "'::BIGINT";
  }

  /** A TIMESTAMP of microseconds since 1970. */
  static String timestamp(long micros) {
    return "make_timestamptz(" + micros + "::BIGINT)";
  }

  private static String float64(double value) {
    return "'" + value + "'::DOUBLE";
  }

  private static String range(Value value) {
    return RangeText.of(bound(value.start()), bound(value.end())).toString();
  }

  private static @Nullable Object bound(Value value) {
    if (value.isNull()) {
      return null;
    }
    return switch (value.getType().getKind()) {
      case TYPE_DATE -> value.getLocalDateValue();
      case TYPE_DATETIME -> value.getLocalDateTimeValue();
      default -> TimeTexts.instant(value.getTimestampUnixMicros());
    };
  }

  private static String interval(IntervalValue value) {
    return "(to_months("
        + value.months()
        + ") + to_days("
        + value.days()
        + ") + to_microseconds("
        + value.micros()
        + "::BIGINT))";
  }
}
