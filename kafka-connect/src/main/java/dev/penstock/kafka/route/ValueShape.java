package dev.penstock.kafka.route;

import dev.penstock.kafka.read.SentValue;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/**
 * How records of one pair of schemas are understood: flat rows, rows in an envelope, or keys alone;
 * or why they are not. Immutable; the plan inside has one owner thread.
 */
final class ValueShape {
  private final OperationReader operations;
  private final @Nullable Field before;
  private final @Nullable Field after;
  private final @Nullable RowPlanned planned;
  private final Decision.@Nullable Refuse refusal;

  private ValueShape(
      OperationReader operations,
      @Nullable Field before,
      @Nullable Field after,
      @Nullable RowPlanned planned,
      Decision.@Nullable Refuse refusal) {
    this.operations = operations;
    this.before = before;
    this.after = after;
    this.planned = planned;
    this.refusal = refusal;
  }

  static ValueShape flat(OperationReader operations, RowPlanned planned) {
    return new ValueShape(operations, null, null, planned, null);
  }

  static ValueShape envelope(
      OperationReader operations,
      @Nullable Field before,
      @Nullable Field after,
      RowPlanned planned) {
    return new ValueShape(operations, before, after, planned, null);
  }

  static ValueShape refused(OperationReader operations, Decision.Refuse refusal) {
    return new ValueShape(operations, null, null, null, refusal);
  }

  /** Why no record of this shape can be written; null when they can. */
  Decision.@Nullable Refuse refusal() {
    return refusal;
  }

  OperationReader operations() {
    return operations;
  }

  RowPlanned planned() {
    if (planned == null) {
      throw new IllegalStateException("refused shape");
    }
    return planned;
  }

  /** Whether records hold the row before a change beside the row after it. */
  boolean isEnvelope() {
    return before != null || after != null;
  }

  /** The row as it is after the change; null when an envelope lacks it. */
  @Nullable Struct after(Struct value) {
    return isEnvelope() ? image(value, after) : value;
  }

  /** The row as it was before the change; null when an envelope lacks it. */
  @Nullable Struct before(Struct value) {
    return isEnvelope() ? image(value, before) : value;
  }

  private static @Nullable Struct image(Struct value, @Nullable Field field) {
    return field == null ? null : (Struct) SentValue.of(value, field);
  }
}
