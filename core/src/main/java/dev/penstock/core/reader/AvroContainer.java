package dev.penstock.core.reader;

import dev.penstock.core.encode.RowReader;

/** Reads one record, array or map after the other. One owner thread. */
interface AvroContainer {
  /**
   * A reader of this value, valid until the next call.
   *
   * @throws dev.penstock.core.encode.RowFaultException when it is no such container
   */
  RowReader on(Object value);
}
