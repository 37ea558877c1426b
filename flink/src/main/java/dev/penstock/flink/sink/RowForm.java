package dev.penstock.flink.sink;

import com.google.protobuf.ByteString;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.sequence.SequenceNumber;
import dev.penstock.core.write.TableWriter;
import dev.penstock.flink.TableDestination;
import dev.penstock.flink.serializer.BigQueryProtoSerializationSchema;
import dev.penstock.flink.serializer.BigQuerySerializationSchema;
import dev.penstock.flink.serializer.RowSerializationSchema;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One record at a time on its way from the serializer to a table. One owner thread. */
interface RowForm<T> {
  /** What a serializer's records are read with. */
  static <T> RowForm<T> of(BigQuerySerializationSchema<T> serializer, boolean change) {
    if (serializer instanceof RowSerializationSchema<T> rows) {
      return new ReaderForm<>(rows.open());
    }
    if (serializer instanceof BigQueryProtoSerializationSchema<T> proto) {
      return new EncodedForm<>(proto, change);
    }
    throw new AssertionError(serializer);
  }

  /**
   * Learns what rows of a table are like. A failure here is a defect of the serializer, not of a
   * record.
   */
  void prepare(TableDestination destination);

  /**
   * Reads a record.
   *
   * @return false to skip it
   */
  boolean read(T element, TableDestination destination) throws IOException;

  /** Forgets what it knows of all tables but these; that is learned again when needed. */
  void keepOnly(Set<TableDestination> destinations);

  /** A record that could not be encoded, as text or bytes; null when it has no such form. */
  @Nullable ByteString payloadOf(T element);

  /**
   * Hands the record over that was read.
   *
   * @return false when it is rejected already
   */
  boolean appendTo(
      TableWriter writer, ChangeType change, @Nullable SequenceNumber sequence, long ticket);
}
