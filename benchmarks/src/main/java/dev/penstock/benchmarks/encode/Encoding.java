package dev.penstock.benchmarks.encode;

import dev.penstock.core.encode.RowBuffer;
import dev.penstock.core.encode.RowDescriptor;
import dev.penstock.core.encode.RowEncoder;
import dev.penstock.core.encode.RowFault;
import dev.penstock.core.encode.RowPlan;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.ServiceLimits;
import dev.penstock.core.model.TableSchema;
import java.util.Arrays;
import java.util.List;

/** Rows of one source schema into a buffer, as the writers do it. One owner thread. */
final class Encoding {
  private static final int BUFFER_BYTES = 1 << 20;
  private static final int ROW_ROOM = 1 << 14;

  private final RowPlan plan;
  private final boolean framed;
  private final RowEncoder encoder = new RowEncoder(ServiceLimits.APPEND_REQUEST_BYTES.intValue());
  private final RowBuffer buffer = new RowBuffer(BUFFER_BYTES);

  private Encoding(RowPlan.Outcome outcome, boolean framed) {
    if (!(outcome instanceof RowPlan.Outcome.Ready ready)) {
      throw new IllegalStateException(outcome.toString());
    }
    this.plan = ready.plan();
    this.framed = framed;
  }

  /** To the bytes of an append. */
  static Encoding wire(SourceSchema source, TableSchema table) {
    RowDescriptor descriptor = RowDescriptor.of(table, false);
    return new Encoding(RowPlan.compile(source, descriptor, ChangeType.APPEND, List.of()), true);
  }

  /** To the records of an Avro file. */
  static Encoding file(SourceSchema source, TableSchema table) {
    return new Encoding(RowPlan.compileForAvro(source, table, List.of()), false);
  }

  int write(RowReader row) {
    if (buffer.size() > BUFFER_BYTES - ROW_ROOM) {
      buffer.clear();
    }
    RowFault fault = encoder.encode(plan, row, null, buffer);
    if (fault != null) {
      throw new IllegalStateException(fault.toString());
    }
    return buffer.size();
  }

  byte[] lastRow() {
    int row = buffer.rowCount() - 1;
    return framed
        ? buffer.copyOf(row)
        : Arrays.copyOfRange(buffer.array(), buffer.startOf(row), buffer.endOf(row));
  }
}
