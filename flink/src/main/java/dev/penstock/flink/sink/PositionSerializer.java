package dev.penstock.flink.sink;

import dev.penstock.core.model.Destination;
import dev.penstock.core.write.StreamPosition;
import dev.penstock.flink.StateVersion;
import java.io.IOException;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;

/** The bytes of a position in checkpoints and between tasks. Thread-safe. */
final class PositionSerializer implements SimpleVersionedSerializer<StreamPosition> {
  static final int VERSION = 1;

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(StreamPosition position) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(256);
    write(position, out);
    return out.getCopyOfBuffer();
  }

  @Override
  public StreamPosition deserialize(int version, byte[] serialized) throws IOException {
    StateVersion.requireKnown(version, VERSION, "a committable");
    return read(new DataInputDeserializer(serialized));
  }

  static void write(StreamPosition position, DataOutputView out) throws IOException {
    Destination destination = position.destination();
    out.writeUTF(destination.project());
    out.writeUTF(destination.dataset());
    out.writeUTF(destination.table());
    out.writeUTF(position.stream());
    out.writeLong(position.nextOffset());
  }

  static StreamPosition read(DataInputView in) throws IOException {
    Destination destination = new Destination(in.readUTF(), in.readUTF(), in.readUTF());
    return new StreamPosition(destination, in.readUTF(), in.readLong());
  }
}
