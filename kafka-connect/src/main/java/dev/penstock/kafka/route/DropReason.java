package dev.penstock.kafka.route;

/** Why a record writes nothing; its offset advances all the same. Immutable. */
public enum DropReason {
  /** A null value while changes are not written. */
  TOMBSTONE_WITHOUT_CDC,
  /** A null value and a null key: nothing to identify. */
  TOMBSTONE_WITHOUT_KEY,
  /** A null value, and cdcTombstones is IGNORE. */
  TOMBSTONE_IGNORED,
  /** A null value that follows a delete which was already written as a row. */
  TOMBSTONE_REDUNDANT,
  /** A delete for a table that does not exist: it holds no row. */
  DELETE_WITHOUT_TABLE,
  /** A delete while deleteEnabled is false. */
  DELETE_DISABLED,
  /** A TRUNCATE event. */
  TRUNCATE,
  /** A logical message of the source. */
  MESSAGE,
  /** The sequence field is absent, and cdcMissingSequence is IGNORE. */
  SEQUENCE_MISSING
}
