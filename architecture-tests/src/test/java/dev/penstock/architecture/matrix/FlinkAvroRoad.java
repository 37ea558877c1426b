package dev.penstock.architecture.matrix;

import dev.penstock.flink.serializer.AvroRecordSerializationSchema;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.formats.avro.typeutils.GenericRecordAvroTypeInfo;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Generic Avro records with logical types, through the sink's Avro serializer. */
final class FlinkAvroRoad implements Road {
  @Override
  public String name() {
    return "flink-avro";
  }

  @Override
  public String title() {
    return "Flink, Avro";
  }

  @Override
  public boolean isAllOrNothing() {
    return false;
  }

  @Override
  public int write(MatrixTable table, List<MatrixRow> rows) throws Exception {
    AvroRecords records = new AvroRecords(table.columns());
    StreamExecutionEnvironment env = FlinkJobs.environment();
    env.fromData(
            rows.stream().map(records::of).toList(),
            new GenericRecordAvroTypeInfo(records.schema()))
        .sinkTo(
            FlinkJobs.<GenericRecord>sink(table)
                .serializer(AvroRecordSerializationSchema.of(records.schema()))
                .build());
    env.execute();
    return FlinkJobs.dropped(table);
  }
}
