package dev.penstock.kafka.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.math.BigDecimal;
import java.util.Map;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Keys of unusual type or form, and tables that were there before. */
class KeyCasesIT {
  private static final BigDecimal LARGEST = new BigDecimal("18446744073709551615");

  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets();

  @Test
  void aTombstoneDeletesFromATableWithRequiredColumns() {
    TableEvents items =
        TableEvents.items(
            TableEvents.withId()
                .field("name", Schema.STRING_SCHEMA)
                .field("level", Schema.INT32_SCHEMA));
    try (SinkCase sink = new SinkCase(BIGQUERY, "required_columns")) {
      Columns.createKeyed(
          BIGQUERY,
          "required_columns",
          "items",
          Columns.required("id", StandardSQLTypeName.INT64),
          Columns.required("name", StandardSQLTypeName.STRING),
          Columns.required("level", StandardSQLTypeName.INT64));
      sink.send(items.upsert(1L, "gone", 1), items.upsert(2L, "stays", 2), items.tombstone(1L));

      assertThat(sink.column("name")).containsExactly("stays");
    }
  }

  @Test
  void anUnsigned64BitKeyIsExact() {
    TableEvents items =
        TableEvents.items(
            SchemaBuilder.struct()
                .name("items.Value")
                .field(
                    "id", Decimal.builder(0).parameter("connect.decimal.precision", "20").build())
                .field("name", Schema.OPTIONAL_STRING_SCHEMA));
    try (SinkCase sink = new SinkCase(BIGQUERY, "unsigned_key")) {
      sink.send(
          items.upsert(LARGEST, "first"),
          items.upsert(LARGEST.subtract(BigDecimal.ONE), "neighbour"),
          items.upsert(LARGEST, "second"),
          items.delete(LARGEST.subtract(BigDecimal.ONE), "neighbour"));

      assertThat(sink.rows()).containsExactly(Map.of("id", LARGEST, "name", "second"));
    }
  }

  @Test
  void schemalessKeysAndValuesFollowTheTable() {
    try (SinkCase sink = new SinkCase(BIGQUERY, "schemaless")) {
      Columns.createKeyed(
          BIGQUERY,
          "schemaless",
          "items",
          Columns.required("id", StandardSQLTypeName.INT64),
          Field.of("name", StandardSQLTypeName.STRING));
      sink.send(
          schemaless(Map.of("id", 1L), Map.of("id", 1L, "name", "gone", "__deleted", "false")),
          schemaless(Map.of("id", 2L), Map.of("id", 2L, "name", "stays", "__deleted", "false")),
          schemaless(Map.of("id", 1L), Map.of("id", 1L, "name", "gone", "__deleted", "true")));

      assertThat(sink.rows()).containsExactly(Map.of("id", 2L, "name", "stays"));
    }
  }

  private static RecordedEvent schemaless(Map<String, Object> key, Map<String, Object> value) {
    return new RecordedEvent(1, "shop.public.items", null, key, null, value, new ConnectHeaders());
  }
}
