package dev.penstock.benchmarks.rows;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;

/** The sample rows as Avro records with raw values, as Flink's formats yield them. */
public final class AvroSamples {
  private static final int PRECISION = 11;
  private static final int SCALE = 2;

  private static final Schema ADDRESS =
      SchemaBuilder.record("address")
          .fields()
          .requiredString("street")
          .requiredLong("zip")
          .requiredDouble("lat")
          .endRecord();

  /** What every record has. */
  public static final Schema SCHEMA =
      SchemaBuilder.record("sample")
          .fields()
          .requiredLong("id")
          .requiredString("name")
          .requiredString("descr")
          .requiredDouble("price")
          .requiredBoolean("active")
          .name("ts")
          .type(LogicalTypes.timestampMicros().addToSchema(Schema.create(Schema.Type.LONG)))
          .noDefault()
          .name("d")
          .type(LogicalTypes.date().addToSchema(Schema.create(Schema.Type.INT)))
          .noDefault()
          .name("amount")
          .type(
              LogicalTypes.decimal(PRECISION, SCALE).addToSchema(Schema.create(Schema.Type.BYTES)))
          .noDefault()
          .optionalLong("opt_count")
          .requiredBytes("payload")
          .name("addr")
          .type(ADDRESS)
          .noDefault()
          .name("tags")
          .type(Schema.createArray(Schema.create(Schema.Type.STRING)))
          .noDefault()
          .endRecord();

  private AvroSamples() {}

  /** All of them. */
  public static GenericRecord[] all() {
    return Sample.all().stream().map(AvroSamples::record).toArray(GenericRecord[]::new);
  }

  /** One of them. */
  public static GenericRecord record(Sample sample) {
    GenericRecord address = new GenericData.Record(ADDRESS);
    address.put("street", sample.address().street());
    address.put("zip", sample.address().zip());
    address.put("lat", sample.address().latitude());
    GenericRecord record = new GenericData.Record(SCHEMA);
    record.put("id", sample.id());
    record.put("name", sample.name());
    record.put("descr", sample.description());
    record.put("price", sample.price());
    record.put("active", sample.active());
    record.put("ts", sample.timestampMicros());
    record.put("d", sample.days());
    record.put("amount", unscaled(sample.amount()));
    record.put("opt_count", sample.optionalCount());
    record.put("payload", ByteBuffer.wrap(sample.payload()));
    record.put("addr", address);
    record.put("tags", sample.tags());
    return record;
  }

  private static ByteBuffer unscaled(BigDecimal value) {
    return ByteBuffer.wrap(value.setScale(SCALE).unscaledValue().toByteArray());
  }
}
