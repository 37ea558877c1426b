package dev.penstock.local.read;

import com.google.flatbuffers.FlatBufferBuilder;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;

/** Arrow's encapsulated messages (RA-041): a mark, the length of a header, the header, the body. */
final class ArrowMessages {
  private static final int CONTINUATION = -1;
  private static final int PREFIX = 8;

  private ArrowMessages() {}

  /** A buffer's place in the body. */
  private record Place(long offset, long length) {}

  /** A record batch of columns that have the same length. */
  static byte[] batch(List<ArrowColumn> columns, int rows) {
    ArrowBytes body = new ArrowBytes();
    List<ArrowColumn> nodes = new ArrayList<>();
    List<Place> places = new ArrayList<>();
    columns.forEach(column -> collect(column, nodes, places, body));
    FlatBufferBuilder out = new FlatBufferBuilder();
    RecordBatch.startNodesVector(out, nodes.size());
    for (int i = nodes.size() - 1; i >= 0; i--) {
      int unused = FieldNode.createFieldNode(out, nodes.get(i).length(), nodes.get(i).nulls());
    }
    int nodeVector = out.endVector();
    RecordBatch.startBuffersVector(out, places.size());
    for (int i = places.size() - 1; i >= 0; i--) {
      int unused = Buffer.createBuffer(out, places.get(i).offset(), places.get(i).length());
    }
    int bufferVector = out.endVector();
    RecordBatch.startRecordBatch(out);
    RecordBatch.addLength(out, rows);
    RecordBatch.addNodes(out, nodeVector);
    RecordBatch.addBuffers(out, bufferVector);
    return of(out, MessageHeader.RecordBatch, RecordBatch.endRecordBatch(out), body);
  }

  private static void collect(
      ArrowColumn column, List<ArrowColumn> nodes, List<Place> places, ArrowBytes body) {
    nodes.add(column);
    place(column.validity(), places, body);
    column.buffers().forEach(buffer -> place(buffer, places, body));
    column.children().forEach(child -> collect(child, nodes, places, body));
  }

  private static void place(ArrowBytes buffer, List<Place> places, ArrowBytes body) {
    places.add(new Place(body.size(), buffer.size()));
    body.put(buffer);
    body.pad();
  }

  /** The message around a header that was built last. */
  static byte[] of(FlatBufferBuilder out, byte type, int header, ArrowBytes body) {
    Message.startMessage(out);
    Message.addHeaderType(out, type);
    Message.addHeader(out, header);
    Message.addVersion(out, MetadataVersion.V5);
    Message.addBodyLength(out, body.size());
    out.finish(Message.endMessage(out));
    byte[] metadata = out.sizedByteArray();
    int padding = (8 - (PREFIX + metadata.length) % 8) % 8;
    ArrowBytes message = new ArrowBytes();
    message.putInt(CONTINUATION);
    message.putInt(metadata.length + padding);
    message.put(metadata);
    message.putZeros(padding);
    message.put(body);
    return message.toArray();
  }
}
