package dev.penstock.kafka.route;

import static dev.penstock.kafka.route.RouteFixture.KEY;
import static dev.penstock.kafka.route.RouteFixture.ROW;
import static dev.penstock.kafka.route.RouteFixture.columns;
import static dev.penstock.kafka.route.RouteFixture.key;
import static dev.penstock.kafka.route.RouteFixture.record;
import static dev.penstock.kafka.route.RouteFixture.row;
import static dev.penstock.kafka.route.RouteFixture.tombstone;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.ChangeType;
import dev.penstock.kafka.config.Choices.RowPolicy;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoutingTest {
  private static final Schema ENVELOPE =
      SchemaBuilder.struct()
          .name("pg.public.t.Envelope")
          .field("before", optional(ROW))
          .field("after", optional(ROW))
          .field("source", SchemaBuilder.struct().field("lsn", Schema.INT64_SCHEMA).build())
          .field("op", Schema.STRING_SCHEMA)
          .build();

  private static Schema optional(Schema schema) {
    SchemaBuilder builder = SchemaBuilder.struct().optional();
    schema.fields().stream()
        .filter(field -> !field.name().startsWith("__"))
        .forEach(field -> builder.field(field.name(), field.schema()));
    return builder.build();
  }

  private static Struct image(long id) {
    return new Struct(ENVELOPE.field("after").schema())
        .put("id", id)
        .put("name", "n")
        .put("version", 3);
  }

  private static SinkRecord envelope(String op, @Nullable Struct before, @Nullable Struct after) {
    Struct value =
        new Struct(ENVELOPE)
            .put("op", op)
            .put("before", before)
            .put("after", after)
            .put("source", new Struct(ENVELOPE.field("source").schema()).put("lsn", 99L));
    return record(KEY, key(1), ENVELOPE, value, 10);
  }

  @Test
  void upsertsRowsWithoutTheirMetadata() {
    var write = new RouteFixture().write(record(row(1)));
    assertThat(write.change()).isEqualTo(ChangeType.UPSERT);
    assertThat(write.destination()).hasToString("p.d.t");
    assertThat(columns(write)).containsExactly("id", "name", "email", "version", "__lsn");
    assertThat(write.policy().primaryKey()).containsExactly("id");
    assertThat(write.policy().template().clusterBy()).containsExactly("id");
    assertThat(write.policy().template().attributes().labels())
        .containsEntry("cdc_seq", "offset-1-v1-e3b98a4d");
  }

  @Test
  void stripsSequenceFieldsThatAreListed() {
    var write = new RouteFixture("cdcMetadataFields", "__deleted,__op,__lsn").write(record(row(1)));
    assertThat(columns(write)).containsExactly("id", "name", "email", "version");
  }

  @ParameterizedTest
  @CsvSource({
    "true, DELETE",
    "TRUE, DELETE",
    "' true ', DELETE",
    "false, UPSERT",
    "1, DELETE",
    ", UPSERT"
  })
  void readsTheDeletedFlagLeniently(String flag, ChangeType change) {
    assertThat(new RouteFixture().write(record(row(1).put("__deleted", flag))).change())
        .isEqualTo(change);
  }

  @Test
  void readsABooleanDeletedFlag() {
    Schema schema =
        SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("__deleted", Schema.BOOLEAN_SCHEMA)
            .build();
    Struct row = new Struct(schema).put("id", 1L).put("__deleted", true);
    var write = new RouteFixture().write(record(row));
    assertThat(write.change()).isEqualTo(ChangeType.DELETE);
    assertThat(columns(write)).containsExactly("id");
  }

  @Test
  void refusesADeletedFlagThatSaysNeither() {
    var refusal = new RouteFixture().refuse(record(row(1).put("__deleted", "maybe")));
    assertThat(refusal.code()).isEqualTo(ErrorCode.ROW_INVALID);
    assertThat(refusal.message()).startsWith("The record's __deleted or __op says neither");
    assertThat(refusal.message()).doesNotContain("maybe");
  }

  @Test
  void deletesByOperationAlone() {
    assertThat(new RouteFixture().write(record(row(1).put("__op", "d"))).change())
        .isEqualTo(ChangeType.DELETE);
  }

  @Test
  void deletesByHeader() {
    SinkRecord record = record(row(1));
    record.headers().addString("__op", "d");
    assertThat(new RouteFixture().write(record).change()).isEqualTo(ChangeType.DELETE);
  }

  @Test
  void deletesByTombstone() {
    var write = new RouteFixture().write(tombstone(4));
    assertThat(write.change()).isEqualTo(ChangeType.DELETE);
    assertThat(columns(write)).containsExactly("id");
    assertThat(write.row().longAt(0)).isEqualTo(4);
    assertThat(RouteFixture.sequence(write)).isEqualTo("b");
  }

  @Test
  void dropsTombstonesThatCannotDelete() {
    assertThat(new RouteFixture().drop(record(null, null, null, null, 1)))
        .isEqualTo(DropReason.TOMBSTONE_WITHOUT_KEY);
    assertThat(new RouteFixture("cdcTombstones", "IGNORE").drop(tombstone(1)))
        .isEqualTo(DropReason.TOMBSTONE_IGNORED);
    RouteFixture absent = new RouteFixture();
    absent.tableKey.clear();
    assertThat(absent.drop(tombstone(1))).isEqualTo(DropReason.DELETE_WITHOUT_TABLE);
  }

  @Test
  void looksForAnAbsentTableOnceATurn() {
    RouteFixture fixture = new RouteFixture();
    fixture.tableKey.clear();
    fixture.drop(tombstone(1));
    fixture.drop(tombstone(2));
    assertThat(fixture.keyLookups).isEqualTo(1);
    fixture.router.startTurn();
    fixture.drop(tombstone(3));
    assertThat(fixture.keyLookups).isEqualTo(2);
    fixture.write(record(row(4)));
    fixture.tableKey.add("id");
    assertThat(fixture.write(tombstone(4)).change()).isEqualTo(ChangeType.DELETE);
    fixture.write(tombstone(5));
    assertThat(fixture.keyLookups).isEqualTo(3);
  }

  @Test
  void dropsDeletesWhenTheyAreSwitchedOff() {
    RouteFixture fixture = new RouteFixture("upsertEnabled", "true", "deleteEnabled", "false");
    assertThat(fixture.drop(record(row(1).put("__deleted", "true"))))
        .isEqualTo(DropReason.DELETE_DISABLED);
    assertThat(fixture.drop(tombstone(1))).isEqualTo(DropReason.DELETE_DISABLED);
  }

  @Test
  void ignoresOrRefusesTruncates() {
    SinkRecord truncate = record(row(1).put("__op", "t"));
    assertThat(new RouteFixture().drop(truncate)).isEqualTo(DropReason.TRUNCATE);
    var refusal = new RouteFixture("cdcTruncate", "FAIL").refuse(truncate);
    assertThat(refusal.policy()).isEqualTo(RowPolicy.FAIL);
    assertThat(refusal.message()).contains("run TRUNCATE TABLE `p.d.t`");
  }

  @ParameterizedTest
  @ValueSource(strings = {"c", "u", "r"})
  void upsertsTheAfterImageOfEnvelopes(String op) {
    var write = new RouteFixture().write(envelope(op, null, image(1)));
    assertThat(write.change()).isEqualTo(ChangeType.UPSERT);
    assertThat(columns(write)).containsExactly("id", "name", "email", "version");
  }

  @Test
  void deletesByTheBeforeImageOrTheKeyOfEnvelopes() {
    assertThat(new RouteFixture().write(envelope("d", image(1), null)).change())
        .isEqualTo(ChangeType.DELETE);
    var byKey = new RouteFixture().write(envelope("d", null, null));
    assertThat(byKey.change()).isEqualTo(ChangeType.DELETE);
    assertThat(columns(byKey)).containsExactly("id");
  }

  @Test
  void dropsTruncatesAndMessagesOfEnvelopes() {
    assertThat(new RouteFixture().drop(envelope("t", null, null))).isEqualTo(DropReason.TRUNCATE);
    assertThat(new RouteFixture().drop(envelope("m", null, null))).isEqualTo(DropReason.MESSAGE);
  }

  @Test
  void dropsATruncateOfRecordsThatHaveNoKey() {
    RouteFixture fixture = new RouteFixture();
    fixture.tableKey.clear();
    SinkRecord truncate = envelope("t", null, null);
    assertThat(fixture.drop(record(null, null, truncate.valueSchema(), truncate.value(), 1)))
        .isEqualTo(DropReason.TRUNCATE);
  }

  @Test
  void refusesAnUpdateThatChangesAConfiguredKeyColumn() {
    RouteFixture fixture = new RouteFixture("cdcPrimaryKeyFields", "name");
    Struct renamed = image(1).put("name", "another");
    assertThat(fixture.refuse(envelope("u", image(1), renamed)).message())
        .startsWith(
            "The update changes key column 'name', and the row under the old key would stay.");
    fixture.write(envelope("u", image(1), image(1)));
    fixture.write(envelope("u", null, renamed));
  }

  @Test
  void takesSourcePositionsFromEnvelopes() {
    RouteFixture fixture = new RouteFixture("cdcChangeSequenceNumberField", "source.lsn");
    assertThat(RouteFixture.sequence(fixture.write(envelope("c", null, image(1)))))
        .isEqualTo("63/a");
    assertThat(RouteFixture.sequence(fixture.write(envelope("d", null, null)))).isEqualTo("63/a");
  }

  @Test
  void takesEnvelopesAsRowsWhenAskedTo() {
    var write =
        new RouteFixture("cdcInputFormat", "FLAT", "cdcPrimaryKeyFields", "id")
            .write(envelope("c", null, image(1)));
    assertThat(columns(write)).contains("before", "after", "source", "op", "id");
  }

  @Test
  void refusesFlatRowsWhereEnvelopesAreWanted() {
    assertThat(
            new RouteFixture("cdcInputFormat", "DEBEZIUM_ENVELOPE")
                .refuse(record(row(1)))
                .message())
        .startsWith("The value is no Debezium envelope");
  }

  @Test
  void refusesValuesWithoutColumns() {
    SinkRecord plain = record(KEY, key(1), Schema.STRING_SCHEMA, "x", 1);
    assertThat(new RouteFixture().refuse(plain).message())
        .startsWith("The value is a plain STRING (expected: a struct with a schema).");
  }

  @Test
  void refusesPlaceholdersOfUnloggedValues() {
    SinkRecord toasted = record(row(1).put("email", "__debezium_unavailable_value"));
    var refusal = new RouteFixture().refuse(toasted);
    assertThat(refusal.policy()).isEqualTo(RowPolicy.FAIL);
    assertThat(refusal.column()).isEqualTo("email");
    assertThat(refusal.message())
        .contains("REPLICA IDENTITY FULL")
        .contains("ReselectColumnsPostProcessor")
        .contains("cdcUnavailableValue");
    assertThat(new RouteFixture("cdcUnavailableValue", "DLQ").refuse(toasted).policy())
        .isEqualTo(RowPolicy.DLQ);
    assertThat(new RouteFixture("cdcUnavailableValue", "NULL").write(toasted).row().isNull(2))
        .isTrue();
    assertThat(new RouteFixture("cdcUnavailableValue", "PASS").write(toasted).row().isNull(2))
        .isFalse();
  }

  @Test
  void deletesRowsThatHoldPlaceholders() {
    Struct row = row(1).put("email", "__debezium_unavailable_value").put("__deleted", "true");
    assertThat(new RouteFixture().write(record(row)).change()).isEqualTo(ChangeType.DELETE);
  }

  @Test
  void refusesASecondTopicForATable() {
    RouteFixture fixture = new RouteFixture("topic2TableMap", "t:x,u:x");
    fixture.write(record(row(1)));
    SinkRecord other = new SinkRecord("u", 0, KEY, key(1), ROW, row(1), 1);
    assertThatThrownBy(() -> fixture.route(other))
        .isInstanceOf(IngestException.class)
        .hasMessageStartingWith("topics: t and u both go to p.d.x (expected: one topic a table");
  }

  @Test
  void appendsEveryFieldWhenChangesAreOff() {
    RouteFixture fixture = new RouteFixture("cdcEnabled", "false");
    var write = fixture.write(record(row(1).put("__deleted", "true")));
    assertThat(write.change()).isEqualTo(ChangeType.APPEND);
    assertThat(write.sequence()).isNull();
    assertThat(columns(write))
        .containsExactly("id", "name", "email", "version", "__deleted", "__op", "__lsn");
    assertThat(fixture.drop(tombstone(1))).isEqualTo(DropReason.TOMBSTONE_WITHOUT_CDC);
  }
}
