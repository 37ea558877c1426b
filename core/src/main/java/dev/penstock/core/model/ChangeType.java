package dev.penstock.core.model;

/** What a row does to its table. Immutable. */
public enum ChangeType {
  /** A plain append; the row carries no change type. */
  APPEND,
  /** Replaces the whole row with the same primary key, or adds it. */
  UPSERT,
  /** Removes the row with the same primary key. */
  DELETE;

  /** Whether rows of this type travel on a change data capture connection. */
  public boolean isChange() {
    return this != APPEND;
  }
}
