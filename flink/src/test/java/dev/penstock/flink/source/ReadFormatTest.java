package dev.penstock.flink.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.junit.jupiter.api.Test;

/** What lies in checkpoints of users: files of every version are read for ever. */
class ReadFormatTest {
  private static final ReadSplit SPLIT =
      new ReadSplit(
          "projects/p-1/locations/us/sessions/s1/streams/a",
          258,
          "{\"type\":\"record\",\"name\":\"__root__\",\"fields\":[]}",
          Instant.parse("2026-01-31T12:00:00.250Z"));
  private static final ReadPlan PLAN = new ReadPlan(true, List.of(SPLIT, SPLIT.at(0)));

  @Test
  void readsASplitOfVersion1() throws IOException {
    assertThat(golden("split-v1", new ReadSplitSerializer())).isEqualTo(SPLIT);
  }

  @Test
  void readsAnEnumeratorsStateOfVersion1() throws IOException {
    assertThat(golden("read-plan-v1", new ReadPlanSerializer())).isEqualTo(PLAN);
  }

  @Test
  void writesTheNewestVersion() throws IOException {
    assertThat(HexFormat.of().formatHex(new ReadSplitSerializer().serialize(SPLIT)))
        .isEqualTo(hex("split-v1"));
    assertThat(HexFormat.of().formatHex(new ReadPlanSerializer().serialize(PLAN)))
        .isEqualTo(hex("read-plan-v1"));
  }

  @Test
  void keepsSchemasOfAnyLength() throws IOException {
    ReadSplit wide = new ReadSplit("s", 0, "ü".repeat(100_000), Instant.EPOCH);
    ReadSplitSerializer serializer = new ReadSplitSerializer();

    assertThat(serializer.deserialize(1, serializer.serialize(wide))).isEqualTo(wide);
  }

  @Test
  void refusesAVersionThatIsNewer() {
    assertThatThrownBy(() -> new ReadSplitSerializer().deserialize(2, new byte[0]))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "The checkpoint holds a split of version 2, and this connector knows versions up to 1."
                + " Use the connector that wrote it, or a newer one.");
    assertThatThrownBy(() -> new ReadPlanSerializer().deserialize(2, new byte[0]))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("The checkpoint holds an enumerator's state of version 2");
  }

  private static <T> T golden(String name, SimpleVersionedSerializer<T> serializer)
      throws IOException {
    return serializer.deserialize(1, HexFormat.of().parseHex(hex(name)));
  }

  private static String hex(String name) throws IOException {
    try (InputStream in = ReadFormatTest.class.getResourceAsStream("/state/" + name + ".hex")) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII).strip();
    }
  }
}
