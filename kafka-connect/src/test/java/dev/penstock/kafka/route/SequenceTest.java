package dev.penstock.kafka.route;

import static dev.penstock.kafka.route.RouteFixture.KEY;
import static dev.penstock.kafka.route.RouteFixture.key;
import static dev.penstock.kafka.route.RouteFixture.record;
import static dev.penstock.kafka.route.RouteFixture.row;
import static dev.penstock.kafka.route.RouteFixture.sequence;
import static dev.penstock.kafka.route.RouteFixture.tombstone;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.kafka.config.Choices.RowPolicy;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SequenceTest {
  private static final String FIELD = "cdcChangeSequenceNumberField";

  private static SinkRecord with(Schema type, Object value) {
    Schema schema =
        SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).field("v", type).build();
    return record(KEY, key(1), schema, new Struct(schema).put("id", 1L).put("v", value), 10);
  }

  private static String sequenceOf(String field, Schema type, Object value) {
    return sequence(new RouteFixture(FIELD, field).write(with(type, value)));
  }

  @Test
  void ordersByOffset() {
    assertThat(sequence(new RouteFixture().write(record(row(1))))).isEqualTo("a");
  }

  @Test
  void putsTheEpochFirst() {
    assertThat(sequence(new RouteFixture("cdcSequenceEpoch", "2").write(record(row(1)))))
        .isEqualTo("2/a");
  }

  @Test
  void ordersByFieldThenOffset() {
    assertThat(sequence(new RouteFixture(FIELD, "version").write(record(row(1))))).isEqualTo("3/a");
    assertThat(sequence(new RouteFixture(FIELD, "__lsn").write(record(row(1))))).isEqualTo("4d/a");
    assertThat(sequence(new RouteFixture(FIELD, "__lsn,version").write(record(row(1)))))
        .isEqualTo("4d/3/a");
  }

  @Test
  void ordersByTimestampThenOffset() {
    assertThat(
            sequence(
                new RouteFixture("cdcSequenceMode", "KAFKA_TIMESTAMP_OFFSET")
                    .write(record(row(1)))))
        .isEqualTo("19000c79c00/a");
  }

  @Test
  void sendsNoNumberWhenAskedForNone() {
    assertThat(new RouteFixture("cdcSequenceMode", "NONE").write(record(row(1))).sequence())
        .isNull();
  }

  @Test
  void readsKeysAndHeaders() {
    SinkRecord record = record(row(5));
    record.headers().addLong("pos", 6L);
    assertThat(sequence(new RouteFixture(FIELD, "key.id,header.pos").write(record)))
        .isEqualTo("5/6/a");
    SinkRecord tombstone = tombstone(5);
    tombstone.headers().addLong("pos", 6L);
    assertThat(sequence(new RouteFixture(FIELD, "header.pos").write(tombstone))).isEqualTo("6/b");
  }

  @Test
  void takesTheWholeRangeOfUnsignedNumbers() {
    assertThat(sequenceOf("v", Schema.INT64_SCHEMA, Long.MAX_VALUE))
        .isEqualTo("7fffffffffffffff/a");
    assertThat(sequenceOf("v", Decimal.schema(0), new BigDecimal("18446744073709551615")))
        .isEqualTo("ffffffffffffffff/a");
    assertThat(sequenceOf("v", Decimal.schema(2), new BigDecimal("7.00"))).isEqualTo("7/a");
  }

  @Test
  void takesTimesInMicroseconds() {
    assertThat(sequenceOf("v", Timestamp.SCHEMA, Date.from(Instant.ofEpochMilli(1))))
        .isEqualTo("3e8/a");
    Schema millis = SchemaBuilder.int64().name("io.debezium.time.Timestamp").build();
    assertThat(sequenceOf("v", millis, 2L)).isEqualTo("7d0/a");
    Schema zoned = SchemaBuilder.string().name("io.debezium.time.ZonedTimestamp").build();
    assertThat(sequenceOf("v", zoned, "1970-01-01T01:00:00.000016+01:00")).isEqualTo("10/a");
  }

  @ParameterizedTest
  @CsvSource({
    "v:decimal, 18446744073709551615, ffffffffffffffff/a",
    "v:hex, 00FF, ff/a",
    "v:pg-lsn, 16/B374D848, 16b374d848/a",
    "v:mssql-lsn, 00000027:00000ac0:0002, 2700000ac0/2/a",
    "v:binlog-file, mysql-bin.000017, 11/a",
    "v:iso-timestamp, 1970-01-01T00:00:01Z, f4240/a",
  })
  void readsTextsOfADeclaredFormat(String field, String text, String expected) {
    assertThat(sequenceOf(field, Schema.STRING_SCHEMA, text)).isEqualTo(expected);
  }

  @Test
  void flipsTheSignWhenAsked() {
    assertThat(sequenceOf("v:signed", Schema.INT32_SCHEMA, -1)).isEqualTo("7fffffffffffffff/a");
    assertThat(sequenceOf("v:signed", Schema.INT32_SCHEMA, 1)).isEqualTo("8000000000000001/a");
  }

  @ParameterizedTest
  @CsvSource({
    "v:decimal, 10a, is no text of the format decimal (expected: decimal digits",
    "v:decimal, +1, is no text of the format decimal (expected: decimal digits",
    "v:hex, 11112222333344445, is no text of the format hex (expected: 1 to 16 hex",
    "v:pg-lsn, 16, is no text of the format pg-lsn (expected: a log position",
    "v:iso-timestamp, 1969-12-31T23:59:59Z,"
        + " 'lies before 1970 (expected: later, because sections are unsigned)'",
  })
  void refusesTextsOfAnotherFormat(String field, String text, String end) {
    var refusal = new RouteFixture(FIELD, field).refuse(with(Schema.STRING_SCHEMA, text));
    assertThat(refusal.code()).isEqualTo(ErrorCode.SEQUENCE_INVALID);
    assertThat(refusal.message()).startsWith("Sequence field 'v' " + end);
  }

  @Test
  void refusesTextsWithoutAFormat() {
    assertThat(new RouteFixture(FIELD, "v").refuse(with(Schema.STRING_SCHEMA, "10")).message())
        .startsWith("Sequence field 'v' is a text without a declared format");
  }

  @Test
  void refusesNegativeNumbers() {
    var refusal = new RouteFixture(FIELD, "v").refuse(with(Schema.INT32_SCHEMA, -1));
    assertThat(refusal.message())
        .startsWith("Sequence field 'v' is negative (expected: 0 or more")
        .contains("Declare the field signed");
    assertThat(refusal.policy()).isNull();
  }

  @Test
  void refusesTypesWithoutAnExactOrder() {
    assertThat(new RouteFixture(FIELD, "v").refuse(with(Schema.FLOAT64_SCHEMA, 1.0)).message())
        .startsWith("Sequence field 'v' is a Double (expected: an integer");
    assertThat(
            new RouteFixture(FIELD, "v")
                .refuse(with(Decimal.schema(1), new BigDecimal("1.5")))
                .message())
        .startsWith("Sequence field 'v' has fraction digits (expected: a whole number).");
  }

  @Test
  void followsThePolicyForMissingFields() {
    SinkRecord record = record(row(1).put("__lsn", null));
    assertThat(new RouteFixture(FIELD, "__lsn").refuse(record).policy()).isEqualTo(RowPolicy.FAIL);
    assertThat(
            new RouteFixture(FIELD, "__lsn", "cdcMissingSequence", "DLQ").refuse(record).policy())
        .isEqualTo(RowPolicy.DLQ);
    assertThat(new RouteFixture(FIELD, "__lsn", "cdcMissingSequence", "IGNORE").drop(record))
        .isEqualTo(DropReason.SEQUENCE_MISSING);
  }

  @Test
  void neverInventsTheNumberOfATombstone() {
    RouteFixture unseen = new RouteFixture(FIELD, "version");
    assertThat(unseen.refuse(tombstone(1)).message()).contains("cdcMissingSequence");
    unseen.write(record(row(1).put("__deleted", "true")));
    assertThat(unseen.drop(tombstone(1))).isEqualTo(DropReason.TOMBSTONE_REDUNDANT);
    RouteFixture configured =
        new RouteFixture(
            FIELD,
            "version",
            "transforms",
            "unwrap",
            "transforms.unwrap.type",
            "io.debezium.transforms.ExtractNewRecordState",
            "transforms.unwrap.delete.tombstone.handling.mode",
            "rewrite-with-tombstone");
    assertThat(configured.drop(tombstone(1))).isEqualTo(DropReason.TOMBSTONE_REDUNDANT);
  }

  @Test
  void refusesATableThatWasWrittenInAnotherLayout() {
    RouteFixture fixture = new RouteFixture(FIELD, "version");
    fixture.tableLabels.put("cdc_seq", "offset-1-v1");
    assertThatThrownBy(() -> fixture.route(record(row(1))))
        .isInstanceOf(IngestException.class)
        .hasMessageStartingWith(
            "Table p.d.t was written with sequence numbers of layout 'offset-1-v1', and this"
                + " configuration makes 'field-offset-2-v1' of topic t, which has no order to them.");
    fixture.tableLabels.put("cdc_seq", "field-offset-2-v1");
    assertThat(sequence(fixture.write(record(row(1))))).isEqualTo("3/a");
  }

  @Test
  void refusesATableThatAnotherTaskWritesFromAnotherTopic() {
    RouteFixture fixture = new RouteFixture();
    fixture.tableLabels.put("cdc_seq", "offset-1-v1-00000000");
    assertThatThrownBy(() -> fixture.route(record(row(1))))
        .isInstanceOf(IngestException.class)
        .hasMessageContaining("makes 'offset-1-v1-e3b98a4d' of topic t,")
        .hasMessageContaining("give each topic its table");
  }

  @Test
  void refusesATableThatAnotherTaskMadeMeanwhile() {
    RouteFixture fixture = new RouteFixture();
    fixture.write(record(row(1)));
    fixture.tableLabels.put("cdc_seq", "offset-1-v1-00000000");
    assertThatThrownBy(() -> fixture.route(record(row(2)))).isInstanceOf(IngestException.class);
  }

  @Test
  void refusesTwoTopicsThatATransformMadeOne() {
    RouteFixture fixture = new RouteFixture();
    fixture.write(record(row(1)));
    SinkRecord plain = record(row(2));
    SinkRecord renamed =
        new SinkRecord(
            "t",
            0,
            KEY,
            key(2),
            plain.valueSchema(),
            plain.value(),
            4,
            plain.timestamp(),
            plain.timestampType(),
            plain.headers(),
            "u",
            0,
            4);
    assertThatThrownBy(() -> fixture.route(renamed))
        .isInstanceOf(IngestException.class)
        .hasMessageStartingWith("topics: t and u both go to p.d.t");
  }

  @Test
  void aNullInASequenceFieldIsNotItsDefault() {
    RouteFixture fixture = new RouteFixture(FIELD, "optional_version");
    Schema schema =
        SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("optional_version", SchemaBuilder.int32().optional().defaultValue(1).build())
            .build();
    Struct row = new Struct(schema).put("id", 1L).put("optional_version", null);
    assertThat(fixture.refuse(record(row)).message())
        .startsWith("Sequence field 'optional_version' is missing");
  }

  @Test
  void takesATableInAnotherLayoutWithAnEpoch() {
    RouteFixture fixture = new RouteFixture("cdcSequenceEpoch", "1718000000000");
    fixture.tableLabels.put("cdc_seq", "offset-1-v1");
    assertThat(sequence(fixture.write(record(row(1))))).isEqualTo("19000c79c00/a");
  }

  @Test
  void hintsAtDeletesThatCarryOnlyTheirKey() {
    RouteFixture fixture = new RouteFixture(FIELD, "version");
    Struct partial = row(1).put("name", "").put("version", 1).put("__deleted", "true");
    fixture.write(record(partial));
    assertThat(fixture.counters.partialDeletes()).isEqualTo(1);
    fixture.write(record(row(2).put("version", 1).put("__deleted", "true")));
    assertThat(fixture.counters.partialDeletes()).isEqualTo(1);
  }

  @Test
  void doesNotHintWhenThePositionOrders() {
    RouteFixture fixture = new RouteFixture(FIELD, "__lsn");
    fixture.write(record(row(1).put("name", "").put("version", 1).put("__deleted", "true")));
    assertThat(fixture.counters.partialDeletes()).isZero();
  }
}
