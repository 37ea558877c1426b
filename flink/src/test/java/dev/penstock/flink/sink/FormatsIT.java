package dev.penstock.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.storage.v1.TableFieldSchema;
import com.google.cloud.bigquery.storage.v1.TableSchema;
import dev.penstock.flink.MiniFlink;
import dev.penstock.flink.TableDestination;
import dev.penstock.flink.serializer.AvroRecordSerializationSchema;
import dev.penstock.flink.serializer.JsonDocumentOptions;
import dev.penstock.flink.serializer.JsonDocumentSerializationSchema;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.formats.avro.typeutils.GenericRecordAvroTypeInfo;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Records of the formats that need no code of a user. */
@Tag("flink-versions")
class FormatsIT {
  private static final String DATASET = "formats";
  private static final String ORDER =
      "{\"type\":\"record\",\"name\":\"Order\",\"fields\":["
          + "{\"name\":\"id\",\"type\":\"long\"},"
          + "{\"name\":\"note\",\"type\":[\"null\",\"string\"]}]}";

  @RegisterExtension static final MiniClusterExtension FLINK = MiniFlink.withSlots(2);

  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets(DATASET);

  private static <T> BigQuerySinkBuilder<T> sink(String table) {
    return BigQuerySink.<T>builder()
        .table(TableDestination.of(BIGQUERY.project(), DATASET, table))
        .emulatorEndpoint(BIGQUERY.grpcTarget())
        .emulatorRestEndpoint(URI.create(BIGQUERY.restUrl()).getAuthority());
  }

  @Test
  void writesAvroRecords() throws Exception {
    Schema schema = new Schema.Parser().parse(ORDER);
    StreamExecutionEnvironment env = Jobs.withoutRestart(1);
    env.fromSequence(1, 2)
        .map(id -> order(id))
        .returns(new GenericRecordAvroTypeInfo(schema))
        .sinkTo(
            FormatsIT.<GenericRecord>sink("avro")
                .serializer(AvroRecordSerializationSchema.of(schema))
                .build());
    env.execute();

    assertThat(BIGQUERY.table(DATASET, "avro").rows())
        .extracting(row -> List.of(row.get("id"), String.valueOf(row.get("note"))))
        .containsExactlyInAnyOrder(List.of(1L, "n1"), List.of(2L, "null"));
  }

  private static GenericRecord order(long id) {
    GenericRecord order = new GenericData.Record(new Schema.Parser().parse(ORDER));
    order.put("id", id);
    order.put("note", id == 1 ? "n1" : null);
    return order;
  }

  @Test
  void writesJsonDocumentsAndShowsTheHandlerWhatIsNone() throws Exception {
    TableSchema schema =
        TableSchema.newBuilder()
            .addFields(
                TableFieldSchema.newBuilder()
                    .setName("id")
                    .setType(TableFieldSchema.Type.INT64)
                    .setMode(TableFieldSchema.Mode.NULLABLE))
            .build();
    StreamExecutionEnvironment env = Jobs.withoutRestart(1);
    env.fromData("{\"id\": 1, \"more\": true}", "[1]", "{\"id\": 1.5}", "{\"id\": \"2\"}")
        .sinkTo(
            FormatsIT.<String>sink("json")
                .serializer(
                    JsonDocumentSerializationSchema.of(
                        schema, JsonDocumentOptions.builder().ignoreUnknownFields().build()))
                .failureHandler(Seen.as("json"))
                .build());
    env.execute();

    assertThat(BIGQUERY.table(DATASET, "json").rows())
        .containsExactlyInAnyOrder(Map.of("id", 1L), Map.of("id", 2L));
    assertThat(Seen.failures("json"))
        .extracting(failure -> Objects.requireNonNull(failure.getPayloadBytes()).toStringUtf8())
        .containsExactly("[1]", "{\"id\": 1.5}");
  }
}
