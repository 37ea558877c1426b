package dev.penstock.cli.source;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;

/**
 * The type of a column as the server describes it; domains are what they stand on. Immutable.
 *
 * @param name of the column in the source
 * @param typeName as the driver spells it; of arrays with an underscore before the element's
 * @param isArray whether it is an array
 * @param precision digits of a numeric, 0 when it has none; characters of a varchar or char,
 *     MAX_VALUE when it has no bound
 * @param scale fraction digits of a numeric, as the driver reads them
 */
record PostgresColumnType(String name, String typeName, boolean isArray, int precision, int scale) {
  /** Scales have 11 bits, the highest of which is the sign; the driver takes them for positive. */
  private static final int SCALE_SIGN = 1 << 10;

  static PostgresColumnType of(ResultSetMetaData described, int column) throws SQLException {
    return new PostgresColumnType(
        described.getColumnLabel(column),
        described.getColumnTypeName(column),
        described.getColumnType(column) == Types.ARRAY,
        described.getPrecision(column),
        described.getScale(column));
  }

  /** The type itself, or of an array the element's. */
  String elementTypeName() {
    return isArray && typeName.startsWith("_") ? typeName.substring(1) : typeName;
  }

  /** Fraction digits of a numeric; negative when digits before the point are rounded too. */
  int decimalScale() {
    return (scale ^ SCALE_SIGN) - SCALE_SIGN;
  }
}
