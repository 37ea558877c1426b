package dev.penstock.cli.source;

import dev.penstock.core.encode.RowBuffer;
import dev.penstock.core.encode.RowDescriptor;
import dev.penstock.core.encode.RowEncoder;
import dev.penstock.core.encode.RowFault;
import dev.penstock.core.encode.RowPlan;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.TableSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks rows against settled columns by the engine's own rules: it encodes them and throws the
 * bytes away. One owner thread.
 */
final class SettledCheck {
  private static final int INITIAL_BYTES = 1 << 12;

  private final RowPlan plan;
  private final RowEncoder encoder;
  private final RowBuffer buffer = new RowBuffer(INITIAL_BYTES);

  SettledCheck(TableSchema settled, SourceSchema schema, int maxRowBytes) {
    this.plan = plan(settled, schema);
    this.encoder = new RowEncoder(maxRowBytes);
  }

  private static RowPlan plan(TableSchema settled, SourceSchema schema) {
    RowPlan.Outcome outcome =
        RowPlan.compile(schema, RowDescriptor.of(settled, false), ChangeType.APPEND, List.of());
    if (outcome instanceof RowPlan.Outcome.Ready ready) {
      return ready.plan();
    }
    if (outcome instanceof RowPlan.Outcome.Refused refused) {
      throw new IngestException(ErrorCode.UNSUPPORTED_TYPE, String.join(" ", refused.reasons()));
    }
    throw new AssertionError(outcome);
  }

  /**
   * Checks a row.
   *
   * @throws IngestException ROW_INVALID that names line, column and type
   */
  void check(RowReader row, TextFile file, long line) {
    RowFault fault = encoder.encode(plan, row, null, buffer);
    buffer.clear();
    if (fault != null) {
      throw file.fault(line, fault.message() + cure(fault.column()));
    }
  }

  /** A field inside of a column has a path, and no type of its own that could be settled. */
  private static String cure(@Nullable String column) {
    return column == null || column.indexOf('.') >= 0
        ? ""
        : " --columns " + column + ":STRING takes it as it is.";
  }
}
