package dev.penstock.kafka.scenario;

import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Flat events of one table, as ExtractNewRecordState writes them in its rewrite modes: the row's
 * columns and {@code __deleted}. Immutable.
 *
 * @param columns a struct schema with the table's columns
 */
record TableEvents(String topic, List<String> key, Schema columns) {
  /** Events of {@code shop.public.items} with an INT64 key {@code id} and further columns. */
  static TableEvents items(SchemaBuilder columns) {
    return new TableEvents("shop.public.items", List.of("id"), columns.build());
  }

  /** A struct schema that starts with the key column of {@link #items}. */
  static SchemaBuilder withId() {
    return SchemaBuilder.struct().name("items.Value").field("id", Schema.INT64_SCHEMA);
  }

  /** The row after an insert or update; values in column order, trailing ones may be left out. */
  RecordedEvent upsert(@Nullable Object... values) {
    return event("false", values);
  }

  /** The row before a delete. */
  RecordedEvent delete(@Nullable Object... values) {
    return event("true", values);
  }

  /** A null value under the key of a row. */
  RecordedEvent tombstone(Object... keyValues) {
    Struct key = new Struct(keySchema());
    for (int i = 0; i < keyValues.length; i++) {
      key.put(this.key.get(i), keyValues[i]);
    }
    return new RecordedEvent(1, topic, key.schema(), key, null, null, new ConnectHeaders());
  }

  private RecordedEvent event(String deleted, @Nullable Object... values) {
    SchemaBuilder schema = SchemaBuilder.struct().name(columns.name());
    columns.fields().forEach(field -> schema.field(field.name(), field.schema()));
    schema.field("__deleted", Schema.OPTIONAL_STRING_SCHEMA);
    Struct value = new Struct(schema.build());
    List<Field> fields = columns.fields();
    for (int i = 0; i < values.length; i++) {
      value.put(fields.get(i).name(), values[i]);
    }
    value.put("__deleted", deleted);
    Struct keyStruct = new Struct(keySchema());
    key.forEach(name -> keyStruct.put(name, value.get(name)));
    return new RecordedEvent(
        1, topic, keyStruct.schema(), keyStruct, value.schema(), value, new ConnectHeaders());
  }

  private Schema keySchema() {
    SchemaBuilder schema = SchemaBuilder.struct().name("items.Key");
    key.forEach(name -> schema.field(name, columns.field(name).schema()));
    return schema.build();
  }
}
