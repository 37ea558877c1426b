package dev.penstock.local;

import com.google.cloud.bigquery.storage.v1.CreateReadSessionRequest;
import com.google.cloud.bigquery.storage.v1.DataFormat;
import com.google.cloud.bigquery.storage.v1.ReadRowsResponse;
import com.google.cloud.bigquery.storage.v1.ReadSession;
import com.google.protobuf.ByteString;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Schema;

/** Read sessions in Arrow, read by Arrow's own library. */
final class ArrowReads {
  private ArrowReads() {}

  static CreateReadSessionRequest.Builder request(String table) {
    CreateReadSessionRequest.Builder request = TableReads.request(table);
    request.getReadSessionBuilder().setDataFormat(DataFormat.ARROW);
    return request;
  }

  private static ReadChannel channel(ByteString bytes) {
    return new ReadChannel(Channels.newChannel(new ByteArrayInputStream(bytes.toByteArray())));
  }

  static Schema schema(ReadSession session) throws IOException {
    return MessageSerializer.deserializeSchema(
        channel(session.getArrowSchema().getSerializedSchema()));
  }

  /** Each row as its values' texts joined by bars. */
  static List<String> rows(Schema schema, List<ReadRowsResponse> responses) throws IOException {
    List<String> rows = new ArrayList<>();
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator)) {
      for (ReadRowsResponse response : responses) {
        try (ArrowRecordBatch batch =
            MessageSerializer.deserializeRecordBatch(
                channel(response.getArrowRecordBatch().getSerializedRecordBatch()), allocator)) {
          new VectorLoader(root).load(batch);
          for (int row = 0; row < root.getRowCount(); row++) {
            List<String> cells = new ArrayList<>();
            for (FieldVector vector : root.getFieldVectors()) {
              Object value = vector.getObject(row);
              cells.add(value instanceof byte[] raw ? java.util.Arrays.toString(raw) : "" + value);
            }
            rows.add(String.join(" | ", cells));
          }
        }
      }
    }
    return rows;
  }
}
