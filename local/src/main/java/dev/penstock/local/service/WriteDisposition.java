package dev.penstock.local.service;

import dev.penstock.local.catalog.ServiceException;

/** What a job does with the rows that its destination has (RT-087, RT-088). */
public enum WriteDisposition {
  /** Refuses a table with rows. */
  WRITE_EMPTY,
  /** Adds to them. */
  WRITE_APPEND,
  /** Replaces them, the columns and the constraints. */
  WRITE_TRUNCATE,
  /** Replaces them alone. */
  WRITE_TRUNCATE_DATA;

  /**
   * Reads the name.
   *
   * @throws ServiceException 400 for another name
   */
  public static WriteDisposition of(String name) {
    for (WriteDisposition disposition : values()) {
      if (disposition.name().equals(name)) {
        return disposition;
      }
    }
    throw ServiceException.invalid("Invalid value for writeDisposition: " + name);
  }
}
