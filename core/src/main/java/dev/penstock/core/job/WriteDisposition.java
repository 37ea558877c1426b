package dev.penstock.core.job;

/** What a job does with rows that its table holds already. Immutable. */
public enum WriteDisposition {
  /** Rows are added to those that are there. */
  APPEND(false),
  /** Rows, schema and constraints are replaced (RT-088). */
  TRUNCATE(true),
  /** Rows are replaced; schema and constraints stay (RT-088). */
  TRUNCATE_DATA(true),
  /** The job fails when the table holds rows. */
  EMPTY(false);

  private final boolean replaces;

  WriteDisposition(boolean replaces) {
    this.replaces = replaces;
  }

  /** Whether rows that were there are gone afterwards. */
  public boolean replaces() {
    return replaces;
  }

  /** The word of REST v2, for example {@code WRITE_APPEND}. */
  public String word() {
    return "WRITE_" + name();
  }
}
