package dev.penstock.kafka.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;

/** What each spelling of Debezium's delete handling makes of a delete and its tombstone. */
class UnwrapTest {
  @Test
  void rewriteWithTombstoneKeepsBoth() {
    assertThat(
            deleteThrough(
                Unwrap.of(
                    Map.of(
                        "transforms.unwrap.delete.tombstone.handling.mode",
                        "rewrite-with-tombstone"))))
        .containsExactly("__deleted=true version1=2", "null");
  }

  @Test
  void rewriteDropsTheTombstone() {
    assertThat(
            deleteThrough(
                Unwrap.of(Map.of("transforms.unwrap.delete.tombstone.handling.mode", "rewrite"))))
        .containsExactly("__deleted=true version1=2");
  }

  @Test
  void tombstoneModeMakesOneNull() {
    assertThat(
            deleteThrough(
                Unwrap.of(Map.of("transforms.unwrap.delete.tombstone.handling.mode", "tombstone"))))
        .containsExactly("null");
  }

  @Test
  void theOlderLineTakesTheRemovedKeys() {
    assertThat(
            deleteThrough(
                Unwrap.ofDebezium27(
                    Map.of(
                        "transforms.unwrap.delete.handling.mode", "rewrite",
                        "transforms.unwrap.drop.tombstones", "false"))))
        .containsExactly("__deleted=true version1=2", "null");
  }

  @Test
  void theNewerLineIgnoresTheRemovedKeys() {
    assertThat(
            deleteThrough(
                Unwrap.of(
                    Map.of(
                        "transforms.unwrap.delete.handling.mode", "rewrite",
                        "transforms.unwrap.drop.tombstones", "false"))))
        .containsExactly("null");
  }

  private static List<String> deleteThrough(Transformation<SinkRecord> unwrap) {
    TopicLog log = new TopicLog(1);
    List<String> results = new ArrayList<>();
    try (unwrap) {
      for (RecordedEvent event : EventRecording.load("customers-32", "full").of(9)) {
        SinkRecord result = unwrap.apply(log.append(event));
        if (result == null) {
          continue;
        }
        results.add(
            result.value() instanceof Struct row
                ? "__deleted=" + row.get("__deleted") + " version1=" + row.get("version1")
                : "null");
      }
    }
    return results;
  }
}
