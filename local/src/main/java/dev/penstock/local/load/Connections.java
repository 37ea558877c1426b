package dev.penstock.local.load;

import java.sql.Connection;
import java.sql.SQLException;

/** Connections to the database, which reads Parquet. Thread-safe. */
public interface Connections {
  /** A new connection; the caller closes it. */
  Connection open() throws SQLException;
}
