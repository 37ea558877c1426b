package dev.penstock.core.recovery;

import dev.penstock.core.error.ErrorCode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Which failure of an append is repaired how: the one table. Immutable. */
public final class RecoveryTable {
  /** One line of the table. */
  public record Rule(ErrorCode failure, Repair repair, String because) {}

  /** The table, in the order of a reader. */
  public static final List<Rule> RULES =
      List.of(
          rule(ErrorCode.UNAVAILABLE, Repair.RETRY, "overload or a broken way (WA-058, WA-062)"),
          rule(ErrorCode.TIMEOUT, Repair.RETRY, "no answer in time (WA-059)"),
          rule(ErrorCode.STREAM_CLOSED, Repair.RETRY, "idle close, or an earlier append (WA-056)"),
          rule(
              ErrorCode.QUOTA_EXCEEDED,
              Repair.RETRY,
              "tokens come back in 10 s to 10 min (WA-064)"),
          rule(ErrorCode.CONFLICT, Repair.RETRY, "somebody else wrote at the same time"),
          rule(
              ErrorCode.SCHEMA_MISMATCH,
              Repair.AWAIT_SCHEMA,
              "new columns take about 35 s (WA-165)"),
          rule(ErrorCode.TABLE_NOT_FOUND, Repair.CONFIRM_TABLE, "maybe missing (WA-199)"),
          rule(ErrorCode.DATASET_NOT_FOUND, Repair.CONFIRM_TABLE, "maybe missing (WA-199)"),
          rule(ErrorCode.PERMISSION_DENIED, Repair.CONFIRM_ACCESS, "nobody retries into a right"),
          rule(ErrorCode.ROW_INVALID, Repair.REMOVE_ROWS, "a request is atomic (WA-085)"),
          rule(ErrorCode.REQUEST_INVALID, Repair.ISOLATE_ROW, "one row may spoil the request"),
          rule(ErrorCode.ROW_TOO_LARGE, Repair.ISOLATE_ROW, "one row may spoil the request"),
          rule(ErrorCode.SEQUENCE_INVALID, Repair.ISOLATE_ROW, "one row may spoil the request"),
          rule(
              ErrorCode.STREAM_UNUSABLE,
              Repair.REPLACE_STREAM,
              "finalized, expired or unknown (WA-178, WA-028)"),
          rule(
              ErrorCode.OFFSET_OUT_OF_RANGE,
              Repair.AWAIT_OFFSET,
              "rows before it are missing, or not known yet (WA-074, WA-034)"),
          rule(ErrorCode.CREDENTIALS, Repair.FAIL, "already renewed once by the client"),
          rule(ErrorCode.ALREADY_EXISTS, Repair.FAIL, "an offset that was never sent before"),
          rule(ErrorCode.TABLE_UNSUITABLE, Repair.FAIL, "the table's owner must act"),
          rule(ErrorCode.UNSUPPORTED_TYPE, Repair.FAIL, "the table's owner must act"),
          rule(ErrorCode.NOT_SUPPORTED, Repair.FAIL, "the server cannot do it"),
          rule(ErrorCode.INVALID_OPTION, Repair.FAIL, "the configuration must change"),
          rule(ErrorCode.EMPTY_SOURCE, Repair.FAIL, "no append meets it"),
          rule(ErrorCode.RUN_ID_USED, Repair.FAIL, "no append meets it"),
          rule(ErrorCode.INTERRUPTED, Repair.FAIL, "the caller wants to stop"),
          rule(ErrorCode.INTERNAL, Repair.FAIL, "a defect of this engine"));

  private static final Map<ErrorCode, Repair> BY_FAILURE = new EnumMap<>(ErrorCode.class);

  static {
    RULES.forEach(rule -> BY_FAILURE.put(rule.failure(), rule.repair()));
  }

  private RecoveryTable() {}

  private static Rule rule(ErrorCode failure, Repair repair, String because) {
    return new Rule(failure, repair, because);
  }

  /** The repair of a failure. */
  public static Repair repairOf(ErrorCode failure) {
    return BY_FAILURE.getOrDefault(failure, Repair.FAIL);
  }
}
