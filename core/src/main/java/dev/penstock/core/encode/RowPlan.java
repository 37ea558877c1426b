package dev.penstock.core.encode;

import dev.penstock.core.model.ChangeType;
import java.util.List;

/**
 * How rows of one source schema become rows of one table, compiled once. Immutable; the encoders
 * inside may keep scratch space, so it has one owner thread.
 */
public final class RowPlan {
  RowPlan() {}

  /** What compiling yields. */
  public sealed interface Outcome {
    /** Every field has a column that takes it. */
    record Ready(RowPlan plan) implements Outcome {}

    /** Fields without a column, nested ones included as the path from the root. */
    record MissingColumns(List<MissingColumn> columns) implements Outcome {}

    /** Every refusal at once, each a sentence that names field, column and cure. */
    record Refused(List<String> reasons) implements Outcome {}
  }

  /** A field that the table lacks. An empty parent path is the root. */
  public record MissingColumn(List<String> parentPath, SourceField field) {}

  /**
   * Compiles a plan.
   *
   * @param primaryKey the key columns of the table; a DELETE carries only these and type fillers
   *     for other REQUIRED columns
   */
  public static Outcome compile(
      SourceSchema source, RowDescriptor descriptor, ChangeType change, List<String> primaryKey) {
    throw new UnsupportedOperationException();
  }
}
