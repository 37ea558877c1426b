package dev.penstock.flink.sink;

import com.google.protobuf.ByteString;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.sequence.SequenceNumber;
import dev.penstock.core.write.TableWriter;
import dev.penstock.flink.TableDestination;
import dev.penstock.flink.serializer.RecordRows;
import java.io.IOException;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Records whose fields the engine reads. One owner thread. */
final class ReaderForm<T> implements RowForm<T> {
  private final RecordRows<T> rows;
  private @Nullable RowReader row;

  ReaderForm(RecordRows<T> rows) {
    this.rows = rows;
  }

  @Override
  public @Nullable ByteString payloadOf(T element) {
    return rows.payloadOf(element);
  }

  /** Every table gets the same fields. */
  @Override
  public void prepare(TableDestination destination) {}

  @Override
  public void keepOnly(Set<TableDestination> destinations) {}

  @Override
  public boolean read(T element, TableDestination destination) throws IOException {
    row = rows.read(element);
    return row != null;
  }

  @Override
  public boolean appendTo(
      TableWriter writer, ChangeType change, @Nullable SequenceNumber sequence, long ticket) {
    return writer.append(rows.schema(), Objects.requireNonNull(row), change, sequence, ticket);
  }
}
