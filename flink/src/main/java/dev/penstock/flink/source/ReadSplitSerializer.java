package dev.penstock.flink.source;

import dev.penstock.flink.StateVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;

/** The bytes of a split in checkpoints and between tasks. Thread-safe. */
final class ReadSplitSerializer implements SimpleVersionedSerializer<ReadSplit> {
  static final int VERSION = 1;

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(ReadSplit split) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(512);
    write(split, out);
    return out.getCopyOfBuffer();
  }

  @Override
  public ReadSplit deserialize(int version, byte[] serialized) throws IOException {
    StateVersion.requireKnown(version, VERSION, "a split");
    return read(new DataInputDeserializer(serialized));
  }

  static void write(ReadSplit split, DataOutputView out) throws IOException {
    out.writeUTF(split.stream());
    out.writeLong(split.offset());
    // Schemas of wide tables exceed what writeUTF takes.
    byte[] schema = split.avroSchema().getBytes(StandardCharsets.UTF_8);
    out.writeInt(schema.length);
    out.write(schema);
    out.writeLong(split.expiresAt().toEpochMilli());
  }

  static ReadSplit read(DataInputView in) throws IOException {
    String stream = in.readUTF();
    long offset = in.readLong();
    byte[] schema = new byte[in.readInt()];
    in.readFully(schema);
    Instant expiresAt = Instant.ofEpochMilli(in.readLong());
    return new ReadSplit(stream, offset, new String(schema, StandardCharsets.UTF_8), expiresAt);
  }
}
