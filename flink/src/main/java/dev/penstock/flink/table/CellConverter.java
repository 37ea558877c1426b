package dev.penstock.flink.table;

import java.io.IOException;

/** Makes a value of Flink's of one that a table was read as. Made once for each column. */
@FunctionalInterface
interface CellConverter {
  /** Converts a value that is not null. */
  Object convert(Object value) throws IOException;
}
