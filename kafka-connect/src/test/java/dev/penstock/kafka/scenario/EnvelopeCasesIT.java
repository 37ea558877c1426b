package dev.penstock.kafka.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.testkit.LocalBigQueryExtension;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Debezium's envelope without a transform: the operations that the 32 do not have. */
class EnvelopeCasesIT {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets();

  private final EventRecording recording = EventRecording.load("odd-values", "full");

  @Test
  void aSnapshotRowIsStored() {
    try (SinkCase sink = odd("envelope_snapshot")) {
      sink.send(snapshotOf(recording.of(12).get(0)));

      assertThat(sink.column("id")).containsExactly(12L);
    }
  }

  @Test
  void aLogicalMessageIsDropped() {
    try (SinkCase sink = odd("envelope_message")) {
      sink.with("topics", "shop.public.odd,shop.message")
          .with("topic2TableMap", "shop.public.odd:odd,shop.message:message")
          .send(recording.of(12))
          .send(recording.of(13));

      assertThat(sink.column("id")).containsExactly(12L);
      assertThat(sink.takeDeadLetters()).isEmpty();
    }
  }

  @Test
  void aTruncateIsIgnoredWithAWarning() {
    try (CapturedLog log = new CapturedLog();
        SinkCase sink = odd("truncate_ignored")) {
      sink.send(recording.of(12)).send(recording.of(14));

      assertThat(sink.column("id")).containsExactly(12L);
      assertThat(log.lines("WARN", "TRUNCATE")).isNotEmpty();
    }
  }

  @Test
  void aTruncateStopsTheTaskOnDemand() {
    try (SinkCase sink = odd("truncate_fails")) {
      sink.with("cdcTruncate", "FAIL").send(recording.of(12));

      assertThatThrownBy(() -> sink.deliver(List.of(sink.log().append(recording.of(14).get(0)))))
          .isInstanceOf(ConnectException.class)
          .hasMessageContaining("cdcTruncate");
    }
  }

  private static SinkCase odd(String dataset) {
    return new SinkCase(BIGQUERY, dataset, "odd")
        .withoutTransform()
        .with("variableScaleDecimalHandlingMode", "NUMERIC");
  }

  private static RecordedEvent snapshotOf(RecordedEvent event) {
    Struct envelope = (Struct) Objects.requireNonNull(event.value());
    Struct snapshot = new Struct(envelope.schema());
    envelope.schema().fields().forEach(field -> snapshot.put(field, envelope.get(field)));
    snapshot.put("op", "r");
    return new RecordedEvent(
        event.operation(),
        event.topic(),
        event.keySchema(),
        event.key(),
        event.valueSchema(),
        snapshot,
        event.headers());
  }
}
