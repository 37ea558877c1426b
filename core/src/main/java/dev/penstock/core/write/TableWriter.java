package dev.penstock.core.write;

import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.sequence.SequenceNumber;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes rows to one table's default stream. One owner thread: that of its writers. */
public final class TableWriter {
  TableWriter() {}

  /** The table it writes to. */
  public Destination destination() {
    throw new UnsupportedOperationException();
  }

  /**
   * The primary key columns of the table, read from the service on first use; empty when the table
   * does not exist yet or has no key.
   */
  public List<String> primaryKey() {
    throw new UnsupportedOperationException();
  }

  /**
   * Encodes one row and takes charge of it. The reader is not kept.
   *
   * <p>The first row makes the table ready: it is created or checked, and columns are added, as the
   * policy allows.
   *
   * @param sequence the change sequence number; null for a plain append, or for arrival order
   * @param ticket the caller's number of the row, larger than any before it
   * @throws dev.penstock.core.error.IngestException when the table cannot take rows of this schema
   */
  public void append(
      SourceSchema schema,
      RowReader row,
      ChangeType change,
      @Nullable SequenceNumber sequence,
      long ticket) {
    throw new UnsupportedOperationException();
  }
}
