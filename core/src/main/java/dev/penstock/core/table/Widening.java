package dev.penstock.core.table;

import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.DecimalType;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which columns hold all values of others, and which can be made to (SQ-028, RT-050). */
final class Widening {
  /** The digits of the longest INT64. */
  private static final int INT64_DIGITS = 19;

  private static final Map<ColumnType, Set<ColumnType>> WIDER = new EnumMap<>(ColumnType.class);

  static {
    WIDER.put(
        ColumnType.INT64,
        EnumSet.of(ColumnType.NUMERIC, ColumnType.BIGNUMERIC, ColumnType.FLOAT64));
    WIDER.put(ColumnType.NUMERIC, EnumSet.of(ColumnType.BIGNUMERIC, ColumnType.FLOAT64));
  }

  private Widening() {}

  /** Whether the parameters of a column leave room for all values of one of the same type. */
  static boolean hasRoom(Column live, Column wanted) {
    if (live.maxLength() != null
        && (wanted.maxLength() == null || wanted.maxLength() > live.maxLength())) {
      return false;
    }
    return live.precision() == null
        || (wanted.precision() != null
            && DecimalType.wholeDigitsOf(live) >= DecimalType.wholeDigitsOf(wanted)
            && DecimalType.fractionDigitsOf(live) >= DecimalType.fractionDigitsOf(wanted));
  }

  /**
   * A column with room for another of its type. Empty when it has room, or when the other declares
   * no parameters: then nobody knows that its values are longer.
   */
  static Optional<Column> resized(Column live, Column wanted) {
    boolean declared = wanted.maxLength() != null || wanted.precision() != null;
    if (!declared || hasRoom(live, wanted)) {
      return Optional.empty();
    }
    return Optional.of(
        wanted.precision() == null
            ? with(live, live.type(), null, null, wanted.maxLength())
            : decimal(
                live,
                live.type(),
                Math.max(DecimalType.wholeDigitsOf(live), DecimalType.wholeDigitsOf(wanted)),
                Math.max(
                    DecimalType.fractionDigitsOf(live), DecimalType.fractionDigitsOf(wanted))));
  }

  /** A column of another's type that also holds its own values; empty when the service has none. */
  static Optional<Column> retyped(Column live, Column wanted) {
    Set<ColumnType> wider = WIDER.get(live.type());
    if (wider == null || !wider.contains(wanted.type()) || live.mode() == ColumnMode.REPEATED) {
      return Optional.empty();
    }
    if (wanted.precision() == null) {
      return Optional.of(with(live, wanted.type(), null, null, null));
    }
    boolean whole = live.type() == ColumnType.INT64;
    int wholeDigits = whole ? INT64_DIGITS : DecimalType.wholeDigitsOf(live);
    int fractionDigits = whole ? 0 : DecimalType.fractionDigitsOf(live);
    return Optional.of(
        decimal(
            live,
            wanted.type(),
            Math.max(wholeDigits, DecimalType.wholeDigitsOf(wanted)),
            Math.max(fractionDigits, DecimalType.fractionDigitsOf(wanted))));
  }

  private static Column decimal(Column live, ColumnType type, int whole, int fraction) {
    return with(live, type, whole + fraction, fraction, null);
  }

  private static Column with(
      Column live,
      ColumnType type,
      @Nullable Integer precision,
      @Nullable Integer scale,
      @Nullable Long maxLength) {
    return new Column(live.name(), type, live.mode(), live.fields(), precision, scale, maxLength);
  }
}
