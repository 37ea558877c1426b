package dev.penstock.local.decode;

import com.google.protobuf.ByteString;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;
import org.jspecify.annotations.Nullable;

/** Decodes record batches of one schema for one version of a table. Immutable. */
final class ArrowDecoder implements RowSchema.Decoder {
  private static final DecodedRows UNREADABLE =
      new DecodedRows(
          List.of(),
          null,
          List.of(
              new DecodedRows.Fault(
                  0, "The record batch cannot be parsed with the writer schema.")));

  private final TableMetadata table;
  private final ArrowSchema schema;
  private final ArrowRecord record;
  private final RowCompletion completion;

  ArrowDecoder(
      TableMetadata table, ArrowSchema schema, ArrowRecord record, RowCompletion completion) {
    this.table = table;
    this.schema = schema;
    this.record = record;
    this.completion = completion;
  }

  @Override
  public TableMetadata table() {
    return table;
  }

  @Override
  public DecodedRows decode(
      List<ByteString> serialized, MissingValues missing, RowSchema.RowKind mode) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    List<DecodedRows.Fault> faults = new ArrayList<>();
    try {
      for (ByteString batch : serialized) {
        decode(batch, missing, mode, new DecodedRows(rows, null, faults));
      }
    } catch (IndexOutOfBoundsException | IllegalArgumentException | ArithmeticException e) {
      return UNREADABLE;
    }
    return new DecodedRows(rows, null, faults);
  }

  private void decode(
      ByteString serialized, MissingValues missing, RowSchema.RowKind mode, DecodedRows out) {
    ArrowMessage message = ArrowMessage.of(serialized.asReadOnlyByteBuffer());
    if (message.header().headerType() != MessageHeader.RecordBatch) {
      throw new IllegalArgumentException("no record batch");
    }
    RecordBatch batch = (RecordBatch) message.header().header(new RecordBatch());
    if (batch.compression() != null) {
      throw ServiceException.notSupported("compressed Arrow rows");
    }
    ArrowVector.Parts parts = new ArrowVector.Parts(batch, message.body());
    List<ArrowVector> vectors =
        schema.fields().stream().map(field -> new ArrowVector(field, parts)).toList();
    for (int i = 0; i < Math.toIntExact(batch.length()); i++) {
      try {
        @Nullable Object[] row = record.read(vectors, i);
        if (mode == RowSchema.RowKind.CHANGES) {
          throw new RowFaultException("The given value is not a valid CHANGE_TYPE");
        }
        completion.complete(row, missing, null);
        out.rows().add(row);
      } catch (RowFaultException e) {
        out.faults().add(new DecodedRows.Fault(i, String.valueOf(e.getMessage())));
      }
    }
  }
}
