package dev.penstock.core.error;

/** The kind of a failure: whether a retry can help, and who can fix it. Immutable. */
public enum ErrorCode {
  INVALID_OPTION(false, Fault.USER),
  CREDENTIALS(false, Fault.USER),
  PERMISSION_DENIED(false, Fault.USER),
  DATASET_NOT_FOUND(false, Fault.USER),
  /** The table is absent, or the caller may not see it: the service masks the difference. */
  TABLE_NOT_FOUND(false, Fault.USER),
  /** The table exists but cannot take these rows: a view, no primary key, another key. */
  TABLE_UNSUITABLE(false, Fault.USER),
  /** The rows carry columns that the table lacks, or columns of another type. */
  SCHEMA_MISMATCH(false, Fault.USER),
  /** A source type has no column type, or not this one. */
  UNSUPPORTED_TYPE(false, Fault.USER),
  /** A source without rows, where that would remove all rows of a table. */
  EMPTY_SOURCE(false, Fault.USER),
  /** The id of the run names another load that is done: other rows, or another table. */
  RUN_ID_USED(false, Fault.USER),
  ROW_INVALID(false, Fault.USER),
  ROW_TOO_LARGE(false, Fault.USER),
  SEQUENCE_INVALID(false, Fault.USER),
  ALREADY_EXISTS(false, Fault.USER),
  /** A conditional write met a newer etag. */
  CONFLICT(true, Fault.SERVICE),
  QUOTA_EXCEEDED(true, Fault.SERVICE),
  UNAVAILABLE(true, Fault.SERVICE),
  TIMEOUT(true, Fault.SERVICE),
  STREAM_CLOSED(true, Fault.SERVICE),
  /** The write stream takes no more rows: it is finalized, expired, or not what it should be. */
  STREAM_UNUSABLE(false, Fault.SERVICE),
  /** A place in a write stream, before which rows are missing. */
  OFFSET_OUT_OF_RANGE(false, Fault.SERVICE),
  /**
   * The service refuses the request as such: a defect of the caller of the service, not of one row.
   */
  REQUEST_INVALID(false, Fault.ENGINE),
  NOT_SUPPORTED(false, Fault.USER),
  INTERRUPTED(false, Fault.ENGINE),
  INTERNAL(false, Fault.ENGINE);

  /** Who can fix a failure. */
  public enum Fault {
    USER,
    SERVICE,
    ENGINE
  }

  private final boolean retriable;
  private final Fault fault;

  ErrorCode(boolean retriable, Fault fault) {
    this.retriable = retriable;
    this.fault = fault;
  }

  /** Whether the same request may succeed later without anybody's help. */
  public boolean isRetriable() {
    return retriable;
  }

  /** Who can fix it. */
  public Fault fault() {
    return fault;
  }
}
