package dev.penstock.flink.sink;

import com.google.protobuf.ByteString;
import dev.penstock.core.connection.SchemaForms;
import dev.penstock.core.encode.EncodedRows;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.sequence.SequenceNumber;
import dev.penstock.core.write.TableWriter;
import dev.penstock.flink.TableDestination;
import dev.penstock.flink.serializer.BigQueryProtoSerializationSchema;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Records that the user's serializer encodes. One owner thread. */
final class EncodedForm<T> implements RowForm<T> {
  private final BigQueryProtoSerializationSchema<T> serializer;
  private final boolean change;
  private final Map<TableDestination, Known> known = new HashMap<>();
  private @Nullable Known current;
  private @Nullable ByteString row;

  /** Rows of a table, as long as the fingerprint stays. */
  private record Known(EncodedRows rows, @Nullable Object fingerprint) {}

  EncodedForm(BigQueryProtoSerializationSchema<T> serializer, boolean change) {
    this.serializer = serializer;
    this.change = change;
  }

  @Override
  public void prepare(TableDestination destination) {
    // Before the descriptor, so that a change in between costs one refresh at most.
    Object fingerprint = serializer.getSchemaFingerprint(destination);
    Known before = known.get(destination);
    if (before == null || !Objects.equals(before.fingerprint(), fingerprint)) {
      EncodedRows rows =
          EncodedRows.of(
              serializer.getDescriptor(destination),
              SchemaForms.fromProto(serializer.getTableSchema(destination)),
              change);
      before = new Known(rows, fingerprint);
      known.put(destination, before);
    }
    current = before;
  }

  /** What users' code did not encode has no bytes. */
  @Override
  public @Nullable ByteString payloadOf(T element) {
    return null;
  }

  /** A table of which all records are skipped has no writer, so it goes at every checkpoint. */
  @Override
  public void keepOnly(Set<TableDestination> destinations) {
    known.keySet().retainAll(destinations);
  }

  @Override
  public boolean read(T element, TableDestination destination) throws IOException {
    row = serializer.serialize(element, destination);
    return row != null;
  }

  @Override
  public boolean appendTo(
      TableWriter writer, ChangeType type, @Nullable SequenceNumber sequence, long ticket) {
    return writer.append(
        Objects.requireNonNull(current).rows(),
        Objects.requireNonNull(row),
        type,
        sequence,
        ticket);
  }
}
