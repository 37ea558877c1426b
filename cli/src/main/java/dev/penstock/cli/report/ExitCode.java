package dev.penstock.cli.report;

import dev.penstock.core.error.ErrorCode;

/** What the process ends with: the whole list, as docs/reference/cli.md has it. Immutable. */
public enum ExitCode {
  DONE(0, "done"),
  FAILED(1, "failed: the source, the service, or this machine; the message says which"),
  BAD_ARGUMENTS(2, "bad arguments, nothing was done"),
  REFUSED(
      3,
      "refused by a rule: an empty replacement, a used run id, a table or column that does not fit"),
  BAD_DATA(4, "a value of the source does not fit; nothing was published"),
  INTERRUPTED(130, "interrupted; what was begun is cleaned up");

  private final int code;
  private final String meaning;

  ExitCode(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  /** The number. */
  public int code() {
    return code;
  }

  /** What it means, in one line. */
  public String meaning() {
    return meaning;
  }

  /** What a failure of the engine ends a command with. */
  public static ExitCode of(ErrorCode failure) {
    return switch (failure) {
      case INVALID_OPTION -> BAD_ARGUMENTS;
      case TABLE_UNSUITABLE,
          SCHEMA_MISMATCH,
          UNSUPPORTED_TYPE,
          NOT_SUPPORTED,
          EMPTY_SOURCE,
          RUN_ID_USED ->
          REFUSED;
      case ROW_INVALID, ROW_TOO_LARGE, SEQUENCE_INVALID -> BAD_DATA;
      case INTERRUPTED -> INTERRUPTED;
      case CREDENTIALS,
          PERMISSION_DENIED,
          DATASET_NOT_FOUND,
          TABLE_NOT_FOUND,
          ALREADY_EXISTS,
          CONFLICT,
          QUOTA_EXCEEDED,
          UNAVAILABLE,
          TIMEOUT,
          STREAM_CLOSED,
          STREAM_UNUSABLE,
          OFFSET_OUT_OF_RANGE,
          REQUEST_INVALID,
          INTERNAL ->
          FAILED;
    };
  }
}
