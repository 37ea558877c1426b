package dev.penstock.kafka.read;

/**
 * How Connect data is understood. Immutable.
 *
 * @param sanitizeFieldNames whether characters outside {@code [A-Za-z0-9_]} become {@code _}
 * @param decimals the column made for a Connect Decimal
 * @param variableScaleDecimals the column made for a Debezium VariableScaleDecimal
 * @param zonelessAsDateTime whether Debezium's timestamps without a zone become DATETIME
 * @param jsonAsJson whether Debezium's JSON texts become JSON instead of STRING
 * @param outOfRange what becomes of dates and times that BigQuery has no value for
 * @param nullElements what becomes of null elements of arrays
 * @param unavailable Debezium's stand-in for a value that the source did not log
 */
public record ReadOptions(
    boolean sanitizeFieldNames,
    DecimalMapping decimals,
    DecimalMapping variableScaleDecimals,
    boolean zonelessAsDateTime,
    boolean jsonAsJson,
    OutOfRange outOfRange,
    NullElements nullElements,
    UnavailableValue unavailable) {

  /** The column made for a decimal. An existing column's type always decides over this. */
  public enum DecimalMapping {
    FLOAT,
    NUMERIC,
    BIGNUMERIC,
    RECORD
  }

  /** What becomes of a date or time that BigQuery has no value for. */
  public enum OutOfRange {
    FAIL,
    NULL,
    CLAMP
  }

  /** What becomes of a null element of an array; BigQuery arrays hold none. */
  public enum NullElements {
    FAIL,
    DROP,
    DEFAULT
  }

  /** Exact decimals, everything doubtful refused. */
  public static ReadOptions strict() {
    return new ReadOptions(
        false,
        DecimalMapping.NUMERIC,
        DecimalMapping.BIGNUMERIC,
        false,
        false,
        OutOfRange.FAIL,
        NullElements.FAIL,
        UnavailableValue.refused());
  }
}
