package dev.penstock.flink.source;

import dev.penstock.flink.StateVersion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** The bytes of the enumerator's state in checkpoints. Thread-safe. */
final class ReadPlanSerializer implements SimpleVersionedSerializer<ReadPlan> {
  static final int VERSION = 1;

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(ReadPlan plan) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(1024);
    out.writeBoolean(plan.sessionOpened());
    out.writeInt(plan.unassigned().size());
    for (ReadSplit split : plan.unassigned()) {
      ReadSplitSerializer.write(split, out);
    }
    return out.getCopyOfBuffer();
  }

  @Override
  public ReadPlan deserialize(int version, byte[] serialized) throws IOException {
    StateVersion.requireKnown(version, VERSION, "an enumerator's state");
    DataInputDeserializer in = new DataInputDeserializer(serialized);
    boolean sessionOpened = in.readBoolean();
    int count = in.readInt();
    List<ReadSplit> splits = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      splits.add(ReadSplitSerializer.read(in));
    }
    return new ReadPlan(sessionOpened, splits);
  }
}
