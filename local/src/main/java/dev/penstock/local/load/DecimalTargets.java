package dev.penstock.local.load;

import dev.penstock.local.catalog.FieldType;
import java.util.List;

/**
 * Which types decimals without a column may become, always tried in the order NUMERIC, BIGNUMERIC,
 * STRING (RT-099). Immutable.
 *
 * @param types at least one of them
 */
public record DecimalTargets(List<FieldType> types) {
  /** NUMERIC alone. */
  public static final DecimalTargets DEFAULT = new DecimalTargets(List.of(FieldType.NUMERIC));

  /** Copies the types. */
  public DecimalTargets {
    types = List.copyOf(types);
  }

  /** The first type that holds every such decimal; else the widest one, and values may not fit. */
  FieldType choose(int precision, int scale) {
    if (types.contains(FieldType.NUMERIC) && scale <= 9 && precision - scale <= 29) {
      return FieldType.NUMERIC;
    }
    if (types.contains(FieldType.BIGNUMERIC) && scale <= 38 && precision - scale <= 38) {
      return FieldType.BIGNUMERIC;
    }
    if (types.contains(FieldType.STRING)) {
      return FieldType.STRING;
    }
    return types.contains(FieldType.BIGNUMERIC) ? FieldType.BIGNUMERIC : FieldType.NUMERIC;
  }
}
