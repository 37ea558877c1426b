package dev.penstock.core.append;

import com.google.cloud.bigquery.storage.v1.AppendRowsRequest;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Int64Value;
import dev.penstock.core.encode.RowBuffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * One {@link AppendRowsRequest} as two pieces: a head with every field but the rows, and the rows
 * where they lie. Valid until the row buffer changes. Immutable.
 */
final class AppendRequest {
  private static final int LENGTH_DELIMITED = 2;

  /** {@code ProtoData.writer_schema}. */
  private static final int WRITER_SCHEMA = 1;

  /** {@code ProtoData.rows}. */
  private static final int ROWS = 2;

  private final byte[] head;
  private final RowBuffer rows;

  private AppendRequest(byte[] head, RowBuffer rows) {
    this.head = head;
    this.rows = rows;
  }

  byte[] head() {
    return head;
  }

  RowBuffer rows() {
    return rows;
  }

  int size() {
    return head.length + rows.size();
  }

  /**
   * The request of a batch.
   *
   * @param envelope the fields around the rows; must not hold rows
   * @param withSchema whether the connection does not know the schema yet
   */
  static AppendRequest of(AppendRowsRequest envelope, AppendBatch batch, boolean withSchema) {
    byte[] schema = withSchema ? batch.schema().protoSchema() : new byte[0];
    int rowBytes = batch.rows().size();
    int dataSize = tagAndLength(ROWS, rowBytes) + rowBytes;
    if (withSchema) {
      dataSize += tagAndLength(WRITER_SCHEMA, schema.length) + schema.length;
    }
    ByteArrayOutputStream head = new ByteArrayOutputStream(schema.length + 256);
    CodedOutputStream out = CodedOutputStream.newInstance(head);
    try {
      envelope.writeTo(out);
      writeHeader(out, AppendRowsRequest.PROTO_ROWS_FIELD_NUMBER, dataSize);
      if (withSchema) {
        writeHeader(out, WRITER_SCHEMA, schema.length);
        out.writeRawBytes(schema);
      }
      writeHeader(out, ROWS, rowBytes);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return new AppendRequest(head.toByteArray(), batch.rows());
  }

  /** The fields that the first request of a connection has besides rows and schema. */
  static AppendRowsRequest firstEnvelope(AppendBatch batch, String traceId) {
    AppendRowsRequest.Builder first =
        envelope(batch, true).toBuilder()
            .setDefaultMissingValueInterpretation(
                AppendRowsRequest.MissingValueInterpretation.NULL_VALUE);
    return traceId.isEmpty() ? first.build() : first.setTraceId(traceId).build();
  }

  /** The fields that every request has besides rows and schema. */
  static AppendRowsRequest envelope(AppendBatch batch, boolean withStream) {
    AppendRowsRequest.Builder envelope = AppendRowsRequest.newBuilder();
    if (withStream) {
      envelope.setWriteStream(batch.stream().name());
    }
    if (batch.offset() != AppendBatch.NO_OFFSET) {
      envelope.setOffset(Int64Value.of(batch.offset()));
    }
    for (String column : batch.defaulted()) {
      envelope.putMissingValueInterpretations(
          column, AppendRowsRequest.MissingValueInterpretation.DEFAULT_VALUE);
    }
    return envelope.build();
  }

  private static int tagAndLength(int field, int length) {
    return CodedOutputStream.computeTagSize(field)
        + CodedOutputStream.computeUInt32SizeNoTag(length);
  }

  private static void writeHeader(CodedOutputStream out, int field, int length) throws IOException {
    out.writeTag(field, LENGTH_DELIMITED);
    out.writeUInt32NoTag(length);
  }
}
