package dev.penstock.flink.source;

import java.io.Serial;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.formats.avro.typeutils.GenericRecordAvroTypeInfo;
import org.apache.flink.util.Collector;

/** Rows as they come, resolved into a schema. Immutable. */
final class GenericRecords implements BigQueryRowDeserializationSchema<GenericRecord> {
  @Serial private static final long serialVersionUID = 1L;

  private final Schema schema;

  GenericRecords(Schema schema) {
    this.schema = Objects.requireNonNull(schema, "schema");
  }

  @Override
  public void deserialize(GenericRecord row, Collector<GenericRecord> out) {
    out.collect(row);
  }

  @Override
  public Schema getReaderSchema() {
    return schema;
  }

  @Override
  public TypeInformation<GenericRecord> getProducedType() {
    return new GenericRecordAvroTypeInfo(schema);
  }
}
