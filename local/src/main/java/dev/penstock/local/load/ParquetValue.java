package dev.penstock.local.load;

import dev.penstock.local.decode.RowFaultException;
import java.sql.SQLException;

/** Turns what the database reads into the value of a column. Immutable. */
interface ParquetValue {
  /** The value of the column. */
  Object of(Object read) throws SQLException, RowFaultException;
}
