package dev.penstock.kafka.config;

/** The words that keys of a closed choice take. Immutable. */
public final class Choices {
  private Choices() {}

  /** Where credentials come from. */
  enum KeySource {
    FILE,
    JSON,
    APPLICATION_DEFAULT
  }

  /** The granularity of time partitions. */
  enum PartitionType {
    NONE,
    HOUR,
    DAY,
    MONTH,
    YEAR
  }

  /** What orders the changes of one key. */
  public enum SequenceMode {
    /** The record's offset in its partition. */
    OFFSET,
    /** Fields of the record, then the offset. */
    FIELD_OFFSET,
    /** The record's timestamp, then the offset. */
    KAFKA_TIMESTAMP_OFFSET,
    /** Nothing: the order of arrival. */
    NONE
  }

  /** What becomes of a record whose sequence field is absent. */
  public enum MissingSequence {
    FAIL,
    DLQ,
    IGNORE
  }

  /** What a null value means. */
  public enum Tombstones {
    DELETE,
    IGNORE
  }

  /** What becomes of a TRUNCATE event. */
  public enum Truncate {
    IGNORE_WARN,
    FAIL
  }

  /** The shape of values. */
  public enum InputFormat {
    /** An envelope where the schema says so, else a flat row. */
    AUTO,
    /** A flat row, with metadata fields. */
    FLAT,
    /** Debezium's envelope; nothing else is taken. */
    DEBEZIUM_ENVELOPE
  }

  /** The column made for a wall clock reading. */
  enum DateTimeMapping {
    TIMESTAMP,
    DATETIME
  }

  /** The column made for JSON texts. */
  enum JsonColumns {
    STRING,
    JSON
  }

  /** What becomes of a record that cannot be stored. */
  public enum RowPolicy {
    /** The task fails. */
    FAIL,
    /** The worker's errant record reporter takes it; without one the task fails. */
    DLQ,
    /** It is logged without its content and dropped. */
    LOG
  }
}
