package dev.penstock.kafka.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.testkit.LocalBigQueryExtension;
import dev.penstock.testkit.tap.AppendedRow;
import java.math.BigDecimal;
import java.time.Duration;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What each choice of a sequence does with versions and offsets that misbehave. */
class SequenceCasesIT {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets();

  private static final long BILLION_MS = 1_718_000_000_000L;

  private final TableEvents items = versioned(Schema.OPTIONAL_INT64_SCHEMA);

  @Test
  void aVersionThatGoesBackAfterADeleteHidesTheNewRow() {
    try (SinkCase sink = new SinkCase(BIGQUERY, "version_back")) {
      sink.with("cdcChangeSequenceNumberField", "version")
          .send(items.upsert(1L, 9L, "old"), items.delete(1L, 9L, "old"))
          .send(items.upsert(1L, 1L, "new"));

      assertThat(sink.rows()).isEmpty();
    }
  }

  @Test
  void offsetsAndLogPositionsStoreTheNewRowWhateverItsVersion() {
    try (SinkCase byOffset = new SinkCase(BIGQUERY, "version_back_offset");
        SinkCase byPosition = new SinkCase(BIGQUERY, "version_back_position")) {
      byOffset
          .send(items.upsert(1L, 9L, "old"), items.delete(1L, 9L, "old"))
          .send(items.upsert(1L, 1L, "new"));
      TableEvents positioned = versioned(Schema.OPTIONAL_INT64_SCHEMA, "__lsn");
      byPosition
          .with("cdcChangeSequenceNumberField", "__lsn")
          .with("cdcMetadataFields", "__deleted,__op,__lsn")
          .send(positioned.upsert(1L, 9L, "old", 100L), positioned.delete(1L, 9L, "old", 200L))
          .send(positioned.upsert(1L, 1L, "new", 300L));

      assertThat(byOffset.column("name")).containsExactly("new");
      assertThat(byPosition.column("name")).containsExactly("new");
    }
  }

  @Test
  void millisecondVersionsKeepTheirOrderOver50Days() {
    try (SinkCase sink = new SinkCase(BIGQUERY, "version_ms")) {
      sink.with("cdcChangeSequenceNumberField", "version")
          .send(items.upsert(1L, BILLION_MS, "first"))
          .send(items.upsert(1L, BILLION_MS + Duration.ofDays(50).toMillis(), "50 days later"))
          .send(items.upsert(1L, BILLION_MS + 1, "late"));

      assertThat(sink.column("name")).containsExactly("50 days later");
    }
  }

  @Test
  void aNegativeVersionIsADeadLetter() {
    try (SinkCase sink = new SinkCase(BIGQUERY, "version_negative")) {
      sink.with("cdcChangeSequenceNumberField", "version")
          .send(items.upsert(1L, -1L, "refused"), items.upsert(2L, 1L, "stored"));

      assertThat(sink.column("name")).containsExactly("stored");
      assertThat(sink.takeDeadLetters())
          .singleElement()
          .asString()
          .contains("'version' is negative", "signed");
    }
  }

  @Test
  void theLargestLongAndTheLargestUnsignedNumberAreInOrder() {
    TableEvents decimals =
        versioned(Decimal.builder(0).parameter("connect.decimal.precision", "20").build());
    try (SinkCase longs = new SinkCase(BIGQUERY, "version_max_long");
        SinkCase unsigned = new SinkCase(BIGQUERY, "version_max_unsigned")) {
      longs
          .with("cdcChangeSequenceNumberField", "version")
          .send(items.upsert(1L, Long.MAX_VALUE, "last"), items.upsert(1L, 5L, "late"));
      unsigned
          .with("cdcChangeSequenceNumberField", "version")
          .send(
              decimals.upsert(1L, new BigDecimal("18446744073709551615"), "last"),
              decimals.upsert(1L, new BigDecimal("9223372036854775808"), "late"));

      assertThat(longs.column("name")).containsExactly("last");
      assertThat(unsigned.column("name")).containsExactly("last");
    }
  }

  @Test
  void aTextVersionNeedsADeclaredFormat() {
    TableEvents texts = versioned(Schema.OPTIONAL_STRING_SCHEMA);
    try (SinkCase undeclared = new SinkCase(BIGQUERY, "version_text");
        SinkCase declared = new SinkCase(BIGQUERY, "version_decimal_text")) {
      undeclared
          .with("cdcChangeSequenceNumberField", "version")
          .send(texts.upsert(1L, "9", "refused"));
      declared
          .with("cdcChangeSequenceNumberField", "version:decimal")
          .send(texts.upsert(1L, "10", "ten"), texts.upsert(1L, "9", "nine"));

      assertThat(undeclared.takeDeadLetters())
          .singleElement()
          .asString()
          .contains("version", "decimal");
      assertThat(declared.column("name")).containsExactly("ten");
    }
  }

  @Test
  void aRaisedEpochLetsARecreatedTopicWin() {
    try (SinkCase sink = new SinkCase(BIGQUERY, "epoch_raised")) {
      sink.with("cdcSequenceEpoch", "1")
          .send(items.upsert(1L, 1L, "a"), items.upsert(1L, 2L, "b"), items.upsert(1L, 3L, "c"));
      sink.with("cdcSequenceEpoch", "2").log().recreate();
      sink.send(items.upsert(1L, 4L, "after"));

      assertThat(sink.column("name")).containsExactly("after");
      assertThat(sink.takeAppended())
          .extracting(AppendedRow::sequenceNumber)
          .last()
          .asString()
          .startsWith("2/");
    }
  }

  @Test
  void aRecreatedTopicUnderTheSameEpochLosesUntilItsOffsetsCatchUp() {
    try (SinkCase sink = new SinkCase(BIGQUERY, "epoch_same")) {
      sink.send(items.upsert(1L, 1L, "a"), items.upsert(1L, 2L, "b"));
      sink.log().recreate();
      sink.with("name", "second").send(items.upsert(1L, 3L, "lost"));
      assertThat(sink.column("name")).containsExactly("b");

      sink.send(items.upsert(1L, 4L, "caught up"));
      assertThat(sink.column("name")).containsExactly("caught up");
    }
  }

  @Test
  void aTopicThatStartsOverUnderARunningTaskIsWarnedAbout() {
    try (SinkCase sink = new SinkCase(BIGQUERY, "epoch_warned");
        CapturedLog log = new CapturedLog()) {
      sink.send(items.upsert(1L, 1L, "a"), items.upsert(1L, 2L, "b"));
      sink.running().takePartitionsAway();
      sink.send(items.upsert(1L, 3L, "after a rebalance"));
      assertThat(log.lines("WARN", "starts over")).isEmpty();

      sink.running().takePartitionsAway();
      sink.log().recreate();
      sink.send(items.upsert(1L, 4L, "lost"));
      assertThat(log.lines("WARN", "starts over at offset 0, before offset 3"))
          .singleElement()
          .asString()
          .contains("shop.public.items", "cdcSequenceEpoch");
    }
  }

  @Test
  void morePartitionsMoveAKeyToSmallOffsetsAndOnlyLogPositionsBearIt() {
    TableEvents positioned = versioned(Schema.OPTIONAL_INT64_SCHEMA, "__lsn");
    try (SinkCase byOffset = new SinkCase(BIGQUERY, "partitions_offset");
        SinkCase byPosition = new SinkCase(BIGQUERY, "partitions_position")) {
      byPosition
          .with("cdcChangeSequenceNumberField", "__lsn")
          .with("cdcMetadataFields", "__deleted,__op,__lsn");
      long moved = keyThatMoves(positioned);
      for (SinkCase sink : new SinkCase[] {byOffset, byPosition}) {
        sink.send(positioned.upsert(moved, 1L, "a", 100L), positioned.upsert(moved, 2L, "b", 200L));
        sink.log().expandTo(6);
        sink.send(positioned.upsert(moved, 3L, "moved", 300L));
      }

      assertThat(byOffset.column("name")).containsExactly("b");
      assertThat(byPosition.column("name")).containsExactly("moved");
    }
  }

  private static long keyThatMoves(TableEvents events) {
    for (long id = 1; ; id++) {
      TopicLog three = new TopicLog(3);
      TopicLog six = new TopicLog(6);
      RecordedEvent event = events.upsert(id, 1L, "probe", 1L);
      if (!three.append(event).kafkaPartition().equals(six.append(event).kafkaPartition())) {
        return id;
      }
    }
  }

  private static TableEvents versioned(Schema version) {
    return TableEvents.items(
        TableEvents.withId()
            .field("version", version)
            .field("name", Schema.OPTIONAL_STRING_SCHEMA));
  }

  private static TableEvents versioned(Schema version, String position) {
    return TableEvents.items(
        TableEvents.withId()
            .field("version", version)
            .field("name", Schema.OPTIONAL_STRING_SCHEMA)
            .field(position, Schema.OPTIONAL_INT64_SCHEMA));
  }
}
