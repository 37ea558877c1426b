package dev.penstock.core.reader;

import dev.penstock.core.encode.RowReader;
import org.jspecify.annotations.Nullable;

/** Reads one struct or list of Java values after the other. One owner thread. */
interface JavaContainer {
  /**
   * Finds a reader of this value, valid until the next call; null when it is no such container.
   *
   * @throws dev.penstock.core.encode.RowFaultException when it is one, and its content does not do
   */
  @Nullable RowReader find(Object value);
}
