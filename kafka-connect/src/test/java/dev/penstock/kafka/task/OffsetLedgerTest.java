package dev.penstock.kafka.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.kafka.route.RecordOrigin;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

class OffsetLedgerTest {
  private static final TopicPartition PARTITION = new TopicPartition("t", 0);

  private final OffsetLedger ledger =
      new OffsetLedger(RecordOrigin.ofWorker(), true, new TakenBackOffsets(true));

  private static SinkRecord record(long offset) {
    return new SinkRecord("t", 0, null, null, null, "x", offset);
  }

  private Map<TopicPartition, OffsetAndMetadata> committable() {
    return ledger.committable(List.of(PARTITION));
  }

  @Test
  void commitsNothingBeforeTheFirstRecordIsDone() {
    long first = ledger.open(record(5));
    long second = ledger.open(record(6));
    ledger.complete(second);
    assertThat(committable()).isEmpty();
    ledger.complete(first);
    assertThat(committable()).containsEntry(PARTITION, new OffsetAndMetadata(7));
  }

  @Test
  void advancesPastRecordsThatWriteNothing() {
    ledger.skip(record(0));
    long open = ledger.open(record(1));
    ledger.skip(record(2));
    assertThat(committable()).containsEntry(PARTITION, new OffsetAndMetadata(1));
    ledger.complete(open);
    assertThat(committable()).containsEntry(PARTITION, new OffsetAndMetadata(3));
  }

  @Test
  void neverGoesBackWhenRecordsComeAgain() {
    ledger.skip(record(9));
    ledger.skip(record(3));
    assertThat(committable()).containsEntry(PARTITION, new OffsetAndMetadata(10));
  }

  @Test
  void takesLateAnswersOfLostPartitions() {
    long open = ledger.open(record(1));
    ledger.close(List.of(PARTITION));
    long reread = ledger.open(record(0));
    ledger.complete(open);
    assertThat(committable()).isEmpty();
    ledger.complete(reread);
    assertThat(committable()).containsEntry(PARTITION, new OffsetAndMetadata(1));
  }

  @Test
  void namesOpenRecords() {
    long ticket = ledger.open(record(12));
    assertThat(ledger.describe(ticket)).isEqualTo("t-0@12");
    assertThat(ledger.record(ticket)).isNotNull();
    ledger.complete(ticket);
    assertThatThrownBy(() -> ledger.complete(ticket))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("ticket 0 is not open");
  }
}
