package dev.penstock.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.model.Destination;
import dev.penstock.core.write.StreamPosition;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.junit.jupiter.api.Test;

/** What lies in checkpoints of users: files of every version are read for ever. */
class CheckpointFormatTest {
  private static final StreamPosition POSITION =
      new StreamPosition(
          new Destination("p-1", "d_1", "orders"),
          "projects/p-1/datasets/d_1/tables/orders/streams/Cg1",
          258);

  @Test
  void readsACommittableOfVersion1() throws IOException {
    assertThat(golden("committable-v1", new PositionSerializer())).isEqualTo(POSITION);
  }

  @Test
  void readsAWritersStateOfVersion1() throws IOException {
    assertThat(golden("writer-state-v1", new StreamStateSerializer()))
        .isEqualTo(new StreamState(POSITION, 42));
  }

  @Test
  void writesTheNewestVersion() throws IOException {
    assertThat(HexFormat.of().formatHex(new PositionSerializer().serialize(POSITION)))
        .isEqualTo(hex("committable-v1"));
    assertThat(
            HexFormat.of()
                .formatHex(new StreamStateSerializer().serialize(new StreamState(POSITION, 42))))
        .isEqualTo(hex("writer-state-v1"));
  }

  @Test
  void refusesAVersionThatIsNewer() {
    assertThatThrownBy(() -> new PositionSerializer().deserialize(2, new byte[0]))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "The checkpoint holds a committable of version 2, and this connector knows versions up"
                + " to 1. Use the connector that wrote it, or a newer one.");
    assertThatThrownBy(() -> new StreamStateSerializer().deserialize(2, new byte[0]))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("The checkpoint holds a writer's state of version 2");
  }

  @Test
  void takesOverTheNewestPositionFirst() {
    StreamPosition early = new StreamPosition(POSITION.destination(), stream("b"), 1);
    StreamPosition late = new StreamPosition(POSITION.destination(), stream("c"), 2);
    StreamPosition same = new StreamPosition(POSITION.destination(), stream("a"), 3);

    assertThat(
            StreamState.newestFirst(
                List.of(
                    new StreamState(early, 1), new StreamState(late, 2), new StreamState(same, 2))))
        .containsExactly(same, late, early);
  }

  private static String stream(String id) {
    return POSITION.destination().resourceName() + "/streams/" + id;
  }

  private static <T> T golden(String name, SimpleVersionedSerializer<T> serializer)
      throws IOException {
    return serializer.deserialize(1, HexFormat.of().parseHex(hex(name)));
  }

  private static String hex(String name) throws IOException {
    try (InputStream in =
        CheckpointFormatTest.class.getResourceAsStream("/state/" + name + ".hex")) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII).strip();
    }
  }
}
