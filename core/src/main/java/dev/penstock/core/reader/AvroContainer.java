package dev.penstock.core.reader;

/** Reads one record, array or map after the other. One owner thread. */
interface AvroContainer {
  /**
   * A reader of this value, valid until the next call.
   *
   * @throws dev.penstock.core.encode.RowFaultException when it is no such container
   */
  AvroReader on(Object value);
}
