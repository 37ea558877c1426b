package dev.penstock.flink.sink;

import dev.penstock.core.write.StreamPosition;
import dev.penstock.flink.StateVersion;
import java.io.IOException;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** The bytes of a writer's state in checkpoints. Thread-safe. */
final class StreamStateSerializer implements SimpleVersionedSerializer<StreamState> {
  static final int VERSION = 1;

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(StreamState state) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(256);
    out.writeLong(state.checkpointId());
    PositionSerializer.write(state.position(), out);
    return out.getCopyOfBuffer();
  }

  @Override
  public StreamState deserialize(int version, byte[] serialized) throws IOException {
    StateVersion.requireKnown(version, VERSION, "a writer's state");
    DataInputDeserializer in = new DataInputDeserializer(serialized);
    long checkpointId = in.readLong();
    StreamPosition position = PositionSerializer.read(in);
    return new StreamState(position, checkpointId);
  }
}
