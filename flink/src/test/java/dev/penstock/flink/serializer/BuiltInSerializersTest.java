package dev.penstock.flink.serializer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.storage.v1.TableFieldSchema;
import com.google.cloud.bigquery.storage.v1.TableFieldSchema.Mode;
import com.google.cloud.bigquery.storage.v1.TableSchema;
import dev.penstock.flink.TableDestination;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

/**
 * What the serializers of Avro records and JSON documents derive and refuse where a job is made.
 */
class BuiltInSerializersTest {
  private static final TableDestination TABLE = TableDestination.of("p", "d", "t");
  private static final String ORDER =
      "{\"type\":\"record\",\"name\":\"Order\",\"fields\":["
          + "{\"name\":\"id\",\"type\":\"long\"},"
          + "{\"name\":\"note\",\"type\":[\"null\",\"string\"]},"
          + "{\"name\":\"body\",\"type\":\"string\"}]}";

  private static TableFieldSchema column(String name, TableFieldSchema.Type type, Mode mode) {
    return TableFieldSchema.newBuilder().setName(name).setType(type).setMode(mode).build();
  }

  @Test
  void columnsOfAvroRecordsAreNullable() {
    AvroRecordSerializationSchema<GenericRecord> serializer =
        AvroRecordSerializationSchema.of(ORDER);

    assertThat(serializer.getTableSchema(TABLE).getFieldsList())
        .containsExactly(
            column("id", TableFieldSchema.Type.INT64, Mode.NULLABLE),
            column("note", TableFieldSchema.Type.STRING, Mode.NULLABLE),
            column("body", TableFieldSchema.Type.STRING, Mode.NULLABLE));
  }

  @Test
  void columnsOfAvroRecordsAreRequiredOrMarkedOnDemand() {
    AvroRecordSerializationSchema<GenericRecord> serializer =
        AvroRecordSerializationSchema.of(
            ORDER,
            AvroSchemaOptions.builder().deriveRequiredColumns().jsonFieldPath("body").build());

    assertThat(serializer.getTableSchema(TABLE).getFieldsList())
        .contains(
            column("id", TableFieldSchema.Type.INT64, Mode.REQUIRED),
            column("note", TableFieldSchema.Type.STRING, Mode.NULLABLE))
        .filteredOn(field -> field.getName().equals("body"))
        .singleElement()
        .satisfies(body -> assertThat(body.getType()).isEqualTo(TableFieldSchema.Type.JSON));
  }

  @Test
  void refusesAvroTypesWithoutAColumnWhereTheJobIsMade() {
    String union =
        "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"u\",\"type\":[\"int\","
            + "\"string\"]}]}";
    assertThatThrownBy(() -> AvroRecordSerializationSchema.of(union))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("u");
  }

  @Test
  void columnsOfJsonDocumentsAreTheOnesGiven() {
    TableSchema schema =
        TableSchema.newBuilder()
            .addFields(column("id", TableFieldSchema.Type.INT64, Mode.REQUIRED))
            .build();

    assertThat(JsonDocumentSerializationSchema.of(schema).getTableSchema(TABLE)).isEqualTo(schema);
  }

  @Test
  void columnsOfJsonDocumentsMayBeGivenAsTheJsonOfRest() {
    JsonDocumentSerializationSchema serializer =
        JsonDocumentSerializationSchema.of(
            "{\"fields\":[{\"name\":\"id\",\"type\":\"INTEGER\",\"mode\":\"REQUIRED\"},"
                + "{\"name\":\"note\",\"type\":\"STRING\"}]}");

    assertThat(serializer.getTableSchema(TABLE).getFieldsList())
        .containsExactly(
            column("id", TableFieldSchema.Type.INT64, Mode.REQUIRED),
            column("note", TableFieldSchema.Type.STRING, Mode.NULLABLE));
    assertThatThrownBy(() -> JsonDocumentSerializationSchema.of("id INT64"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("schema: the text is no such JSON (expected: ");
  }

  @Test
  void refusesJsonColumnsThatRowsCannotCarry() {
    TableSchema schema =
        TableSchema.newBuilder()
            .addFields(
                TableFieldSchema.newBuilder()
                    .setName("during")
                    .setType(TableFieldSchema.Type.RANGE)
                    .setMode(Mode.NULLABLE))
            .build();
    assertThatThrownBy(() -> JsonDocumentSerializationSchema.of(schema))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("during");
  }
}
