package dev.penstock.local.read;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Writes rows into one page until it is full. One owner thread. */
interface PageBuilder {
  /** Adds the current row; false if the page is full without it. A first row always fits. */
  boolean add(ResultSet row) throws SQLException;

  /** What was added. */
  Page page();
}
