package dev.penstock.kafka.route;

import static dev.penstock.kafka.route.RouteFixture.KEY;
import static dev.penstock.kafka.route.RouteFixture.ROW;
import static dev.penstock.kafka.route.RouteFixture.columns;
import static dev.penstock.kafka.route.RouteFixture.key;
import static dev.penstock.kafka.route.RouteFixture.record;
import static dev.penstock.kafka.route.RouteFixture.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.core.model.ChangeType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;

class KeyTest {
  private static final Schema NO_ID =
      SchemaBuilder.struct().field("name", Schema.STRING_SCHEMA).build();

  @Test
  void addsKeyFieldsThatTheValueLacks() {
    Struct value = new Struct(NO_ID).put("name", "n");
    var write = new RouteFixture().write(record(KEY, key(7), NO_ID, value, 1));
    assertThat(columns(write)).containsExactly("name", "id");
    assertThat(write.row().size()).isEqualTo(2);
    assertThat(write.row().longAt(1)).isEqualTo(7);
  }

  @Test
  void comparesKeysOfDifferentIntegerTypes() {
    Schema small = SchemaBuilder.struct().field("id", Schema.INT32_SCHEMA).build();
    var write =
        new RouteFixture().write(record(small, new Struct(small).put("id", 1), ROW, row(1), 1));
    assertThat(write.change()).isEqualTo(ChangeType.UPSERT);
  }

  @Test
  void refusesAKeyThatDiffersFromItsValue() {
    var refusal = new RouteFixture().refuse(record(KEY, key(2), ROW, row(1), 1));
    assertThat(refusal.column()).isEqualTo("id");
    assertThat(refusal.message())
        .startsWith("Key column 'id' differs between record key and value");
  }

  @Test
  void refusesNullKeyColumns() {
    Schema nullable = SchemaBuilder.struct().field("id", Schema.OPTIONAL_INT64_SCHEMA).build();
    var refusal = new RouteFixture().refuse(record(nullable, new Struct(nullable), null, null, 1));
    assertThat(refusal.message())
        .startsWith("Key column 'id' is null, and BigQuery finds no row by a null key.");
  }

  @Test
  void namesAPrimitiveKeyByConfigurationOrByTheTable() {
    Struct value = new Struct(NO_ID).put("name", "n");
    assertThat(
            columns(
                new RouteFixture("cdcPrimaryKeyFields", "code")
                    .write(record(Schema.STRING_SCHEMA, "x", NO_ID, value, 1))))
        .containsExactly("name", "code");
    RouteFixture byTable = new RouteFixture();
    byTable.tableKey.set(0, "pk");
    assertThat(columns(byTable.write(record(Schema.STRING_SCHEMA, "x", NO_ID, value, 1))))
        .containsExactly("name", "pk");
  }

  @Test
  void asksForTheNameOfAPrimitiveKey() {
    RouteFixture fixture = new RouteFixture();
    fixture.tableKey.clear();
    Struct value = new Struct(NO_ID).put("name", "n");
    assertThat(fixture.refuse(record(Schema.STRING_SCHEMA, "x", NO_ID, value, 1)).message())
        .isEqualTo(
            "The record key is a plain STRING without a name, and no primary key is known for"
                + " p.d.t. Name the key columns in cdcPrimaryKeyFields, or give records a key with"
                + " the ValueToKey transform.");
    fixture.tableKey.add("code");
    assertThat(fixture.write(record(Schema.STRING_SCHEMA, "x", NO_ID, value, 1)).change())
        .isEqualTo(ChangeType.UPSERT);
  }

  @Test
  void takesTheKeyFromTheValueWhenRecordsHaveNone() {
    var write = new RouteFixture().write(record(null, null, ROW, row(3), 1));
    assertThat(write.policy().primaryKey()).containsExactly("id");
    RouteFixture unknown = new RouteFixture();
    unknown.tableKey.clear();
    assertThat(unknown.refuse(record(null, null, ROW, row(3), 1)).message())
        .startsWith("The record has no key, and no primary key is known for p.d.t.");
  }

  @Test
  void selectsKeyColumnsByConfiguration() {
    Schema wide =
        SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("shard", Schema.STRING_SCHEMA)
            .build();
    Struct key = new Struct(wide).put("id", 1L).put("shard", "s");
    var write =
        new RouteFixture("cdcPrimaryKeyFields", "t:id").write(record(wide, key, ROW, row(1), 1));
    assertThat(write.policy().primaryKey()).containsExactly("id");
    assertThat(columns(write)).doesNotContain("shard");
  }

  @Test
  void refusesKeyColumnsThatAreNowhere() {
    assertThat(new RouteFixture("cdcPrimaryKeyFields", "nope").refuse(record(row(1))).message())
        .startsWith("Primary key column 'nope' of p.d.t is not in the record.");
  }

  @Test
  void sanitizesKeyColumnsAsTheRow() {
    Schema schema = SchemaBuilder.struct().field("order-id", Schema.INT64_SCHEMA).build();
    Struct both = new Struct(schema).put("order-id", 1L);
    var write =
        new RouteFixture("sanitizeFieldNames", "true").write(record(schema, both, schema, both, 1));
    assertThat(write.policy().primaryKey()).containsExactly("order_id");
    assertThat(columns(write)).containsExactly("order_id");
  }

  @Test
  void deletesByTheRecordKeyWhenTheOldRowLacksIt() {
    Schema schema =
        SchemaBuilder.struct()
            .field("id", Schema.OPTIONAL_INT64_SCHEMA)
            .field("__deleted", Schema.STRING_SCHEMA)
            .build();
    Struct value = new Struct(schema).put("__deleted", "true");
    var write = new RouteFixture().write(record(KEY, key(9), schema, value, 1));
    assertThat(write.change()).isEqualTo(ChangeType.DELETE);
    assertThat(write.row().longAt(0)).isEqualTo(9);
  }

  @Test
  void readsRecordsWithoutSchemas() {
    Map<String, Object> value = new HashMap<>();
    value.put("id", 2L);
    value.put("name", "n");
    value.put("absent", null);
    value.put("nested", Map.of("tags", List.of("a", "b")));
    value.put("__deleted", "false");
    var write = new RouteFixture().write(record(null, Map.of("id", 2L), null, value, 1));
    assertThat(write.change()).isEqualTo(ChangeType.UPSERT);
    assertThat(columns(write)).containsExactlyInAnyOrder("id", "name", "nested");
    assertThat(write.policy().primaryKey()).containsExactly("id");
    var again = new RouteFixture().write(record(null, "x", null, Map.of("name", "n"), 1));
    assertThat(again.policy().primaryKey()).containsExactly("id");
  }
}
