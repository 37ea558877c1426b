package dev.penstock.core.encode;

import dev.penstock.core.encode.SourceField.TextForm;
import dev.penstock.core.model.ColumnType;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The one table of which scalar kind may be written to which column type, and by what. A pair that
 * is not here is refused: it would lose or invent something. Immutable.
 */
final class EncoderTable {
  /** Makes the encoder of one field. */
  interface Factory {
    FieldEncoder create(SourceField field, Target target);
  }

  private record Key(ColumnType type, ValueKind kind, @Nullable TextForm form) {}

  private static final Map<Key, Factory> FACTORIES =
      new Table()
          .add(ColumnType.BOOL, ValueKind.BOOL, BoolEncoder::new)
          .add(ColumnType.INT64, ValueKind.LONG, Int64Encoder::new)
          .add(ColumnType.INT64, ValueKind.UNSIGNED_LONG, Int64Encoder.FromUnsigned::new)
          .add(ColumnType.INT64, ValueKind.DECIMAL, Int64Encoder.FromDecimal::new)
          // Columns that hold the source's own number of units, as older connectors made them.
          .add(ColumnType.INT64, ValueKind.TIME, Int64Encoder::new)
          .add(ColumnType.INT64, ValueKind.DATETIME, Int64Encoder::new)
          .add(ColumnType.INT64, ValueKind.INSTANT, Int64Encoder::new)
          .add(ColumnType.FLOAT64, ValueKind.DOUBLE, Float64Encoder::new)
          .add(ColumnType.FLOAT64, ValueKind.LONG, Float64Encoder.FromLong::new)
          .add(ColumnType.FLOAT64, ValueKind.UNSIGNED_LONG, Float64Encoder.FromLong::new)
          .add(ColumnType.FLOAT64, ValueKind.DECIMAL, Float64Encoder.FromDecimal::new)
          .add(ColumnType.NUMERIC, ValueKind.DECIMAL, NumericEncoder::new)
          .add(ColumnType.NUMERIC, ValueKind.LONG, NumericEncoder.FromLong::new)
          .add(ColumnType.NUMERIC, ValueKind.UNSIGNED_LONG, NumericEncoder.FromUnsigned::new)
          .add(ColumnType.NUMERIC, TextForm.DECIMAL, NumericEncoder.FromText::new)
          .add(ColumnType.BIGNUMERIC, ValueKind.DECIMAL, NumericEncoder::new)
          .add(ColumnType.BIGNUMERIC, ValueKind.LONG, NumericEncoder.FromLong::new)
          .add(ColumnType.BIGNUMERIC, ValueKind.UNSIGNED_LONG, NumericEncoder.FromUnsigned::new)
          .add(ColumnType.BIGNUMERIC, TextForm.DECIMAL, NumericEncoder.FromText::new)
          .add(ColumnType.STRING, ValueKind.TEXT, TextEncoder::new)
          .add(ColumnType.STRING, ValueKind.JSON, TextEncoder::new)
          .add(ColumnType.STRING, ValueKind.INTERVAL, TextEncoder::new)
          .add(ColumnType.STRING, ValueKind.BOOL, TextEncoder.FromBool::new)
          .add(ColumnType.STRING, ValueKind.LONG, TextEncoder.FromLong::new)
          .add(ColumnType.STRING, ValueKind.UNSIGNED_LONG, TextEncoder.FromLong::new)
          .add(ColumnType.STRING, ValueKind.DECIMAL, TextEncoder.FromDecimal::new)
          .add(ColumnType.BYTES, ValueKind.BYTES, BytesEncoder::new)
          .add(ColumnType.BYTES, TextForm.BASE64, BytesEncoder.FromBase64::new)
          .add(ColumnType.DATE, ValueKind.DATE, DateEncoder::new)
          .add(ColumnType.DATE, TextForm.ISO_DATE, DateEncoder.FromText::new)
          .add(ColumnType.TIME, ValueKind.TIME, TimeEncoder::new)
          .add(ColumnType.TIME, TextForm.ISO_OFFSET_TIME, TimeEncoder.FromText::withOffset)
          .add(ColumnType.TIME, TextForm.ISO_TIME, TimeEncoder.FromText::withoutOffset)
          .add(ColumnType.DATETIME, ValueKind.DATETIME, TimestampEncoder::new)
          .add(ColumnType.DATETIME, ValueKind.INSTANT, TimestampEncoder::new)
          .add(ColumnType.DATETIME, ValueKind.DATE, TimestampEncoder.FromDate::new)
          .add(ColumnType.DATETIME, TextForm.ISO_INSTANT, TimestampEncoder.FromText::instant)
          .add(ColumnType.DATETIME, TextForm.ISO_DATETIME, TimestampEncoder.FromText::datetime)
          .add(ColumnType.TIMESTAMP, ValueKind.INSTANT, TimestampEncoder::new)
          .add(ColumnType.TIMESTAMP, ValueKind.DATETIME, TimestampEncoder::new)
          .add(ColumnType.TIMESTAMP, ValueKind.DATE, TimestampEncoder.FromDate::new)
          .add(ColumnType.TIMESTAMP, TextForm.ISO_INSTANT, TimestampEncoder.FromText::instant)
          .add(ColumnType.TIMESTAMP, TextForm.ISO_DATETIME, TimestampEncoder.FromText::datetime)
          .add(ColumnType.JSON, ValueKind.JSON, TextEncoder::new)
          .add(ColumnType.JSON, ValueKind.TEXT, TextEncoder::new)
          .add(ColumnType.GEOGRAPHY, ValueKind.TEXT, TextEncoder::new)
          .add(ColumnType.INTERVAL, ValueKind.INTERVAL, TextEncoder::new)
          .add(ColumnType.INTERVAL, ValueKind.TEXT, TextEncoder::new)
          .add(ColumnType.RANGE, ValueKind.TEXT, RangeEncoder::new)
          .factories;

  private EncoderTable() {}

  /** Finds what writes a field to a column type; a TEXT of any form is also plain text. */
  static Optional<Factory> find(SourceField field, ColumnType type) {
    Factory exact = FACTORIES.get(new Key(type, field.kind(), field.textForm()));
    return exact != null
        ? Optional.of(exact)
        : Optional.ofNullable(FACTORIES.get(new Key(type, field.kind(), null)));
  }

  /** The column types that take a field. */
  static List<ColumnType> typesFor(SourceField field) {
    Set<ColumnType> types = EnumSet.noneOf(ColumnType.class);
    for (ColumnType type : ColumnType.values()) {
      if (find(field, type).isPresent()) {
        types.add(type);
      }
    }
    return List.copyOf(types);
  }

  private static final class Table {
    private final Map<Key, Factory> factories = new HashMap<>();

    Table add(ColumnType type, ValueKind kind, Factory factory) {
      factories.put(new Key(type, kind, null), factory);
      return this;
    }

    Table add(ColumnType type, TextForm form, Factory factory) {
      factories.put(new Key(type, ValueKind.TEXT, form), factory);
      return this;
    }
  }
}
