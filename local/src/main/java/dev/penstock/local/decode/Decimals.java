package dev.penstock.local.decode;

import com.google.protobuf.ByteString;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.FieldType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** NUMERIC and BIGNUMERIC values (WA-136 to WA-138, WA-093, WA-095). Immutable. */
final class Decimals {
  private static final BigInteger NUMERIC_MAX = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);
  private static final int BIGNUMERIC_BITS = 255;

  private final Field field;
  private final int typeScale;

  Decimals(Field field) {
    this.field = field;
    this.typeScale = field.type() == FieldType.NUMERIC ? 9 : 38;
  }

  Object ofLong(Object raw) throws RowFaultException {
    return fit(BigDecimal.valueOf((Long) raw));
  }

  Object ofUnsigned(Object raw) throws RowFaultException {
    return fit(new BigDecimal(Long.toUnsignedString((Long) raw)));
  }

  Object ofDouble(Object raw) throws RowFaultException {
    double value = (Double) raw;
    if (!Double.isFinite(value)) {
      throw outOfRange();
    }
    return fit(BigDecimal.valueOf(value));
  }

  Object ofText(Object raw) throws RowFaultException {
    String text = ((String) raw).strip();
    if (text.length() > 500) {
      throw outOfRange();
    }
    BigDecimal value;
    try {
      value = new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw new RowFaultException(
          "Invalid " + field.type() + " value on field " + field.name() + ".");
    }
    if (Math.abs((long) value.precision() - value.scale()) > 100) {
      throw outOfRange();
    }
    return fit(value);
  }

  /** Little-endian two's complement of the value times ten to the type's scale. */
  Object ofBytes(Object raw) throws RowFaultException {
    byte[] bytes = ((ByteString) raw).toByteArray();
    if (bytes.length > 33) {
      throw outOfRange();
    }
    for (int i = 0, j = bytes.length - 1; i < j; i++, j--) {
      byte swapped = bytes[i];
      bytes[i] = bytes[j];
      bytes[j] = swapped;
    }
    BigInteger unscaled = bytes.length == 0 ? BigInteger.ZERO : new BigInteger(bytes);
    return fit(new BigDecimal(unscaled, typeScale));
  }

  BigDecimal fit(BigDecimal value) throws RowFaultException {
    Integer scale = field.scale();
    int declared = field.precision() == null ? typeScale : scale == null ? 0 : scale;
    BigDecimal rounded =
        value.scale() > declared ? value.setScale(declared, RoundingMode.HALF_UP) : value;
    BigInteger unscaled = rounded.setScale(typeScale, RoundingMode.UNNECESSARY).unscaledValue();
    boolean fits =
        field.type() == FieldType.NUMERIC
            ? unscaled.abs().compareTo(NUMERIC_MAX) <= 0
            : unscaled.bitLength() <= BIGNUMERIC_BITS;
    if (!fits) {
      throw outOfRange();
    }
    Integer precision = field.precision();
    if (precision != null && rounded.signum() != 0) {
      int integerDigits = rounded.precision() - rounded.scale();
      if (integerDigits > precision - declared) {
        throw new RowFaultException(
            "Field "
                + field.name()
                + ": "
                + field.type()
                + "("
                + precision
                + ", "
                + declared
                + ") has precision "
                + precision
                + " and scale "
                + declared
                + " but got a value that is not in range of ["
                + "-1e"
                + (precision - declared)
                + ", 1e"
                + (precision - declared)
                + "] on field "
                + field.name()
                + ".");
      }
    }
    return rounded;
  }

  private RowFaultException outOfRange() {
    return new RowFaultException(
        field.type() + " field value is out of range on field " + field.name() + ".");
  }
}
