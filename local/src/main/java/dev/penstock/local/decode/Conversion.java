package dev.penstock.local.decode;

/** Turns a value from the wire into a column's value. Immutable. */
interface Conversion {
  /**
   * The column's value.
   *
   * @param raw Long for all integers and enum numbers, Boolean, Double, String, or ByteString for
   *     bytes and messages
   */
  Object convert(Object raw) throws RowFaultException;
}
