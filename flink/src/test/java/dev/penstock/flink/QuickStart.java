package dev.penstock.flink;

import dev.penstock.flink.serializer.AvroRecordSerializationSchema;
import dev.penstock.flink.sink.BigQuerySink;
import dev.penstock.flink.sink.BufferedStreamOptions;
import dev.penstock.flink.sink.WriteMethod;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.flink.formats.avro.typeutils.GenericRecordAvroTypeInfo;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The job that docs/guide/flink.md prints. */
final class QuickStart {
  private QuickStart() {}

  static void run(String grpc, String rest) throws Exception {
    Schema schema =
        new Schema.Parser()
            .parse(
                "{\"type\":\"record\",\"name\":\"Visit\",\"fields\":["
                    + "{\"name\":\"page\",\"type\":\"string\"},"
                    + "{\"name\":\"millis\",\"type\":\"long\"}]}");

    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.enableCheckpointing(1_000);
    env.fromSequence(1, 100)
        .map(
            number ->
                (GenericRecord)
                    new GenericRecordBuilder(schema)
                        .set("page", "/" + number % 10)
                        .set("millis", number)
                        .build())
        .returns(new GenericRecordAvroTypeInfo(schema))
        .sinkTo(
            BigQuerySink.<GenericRecord>builder()
                .writeMethod(WriteMethod.STORAGE_API_EXACTLY_ONCE)
                .bufferedStreamOptions(BufferedStreamOptions.builder().build())
                .table(TableDestination.of("my-project", "shop", "visits"))
                .serializer(AvroRecordSerializationSchema.of(schema))
                .emulatorEndpoint(grpc)
                .emulatorRestEndpoint(rest)
                .build());
    env.execute("visits");
  }
}
