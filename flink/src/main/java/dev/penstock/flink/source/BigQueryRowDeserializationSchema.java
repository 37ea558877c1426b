package dev.penstock.flink.source;

import java.io.IOException;
import java.io.Serializable;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/**
 * Makes records of a job from rows of a table. Travels in the job graph; each reader has a copy of
 * its own and calls it on one thread.
 *
 * @param <T> the records
 */
@PublicEvolving
public interface BigQueryRowDeserializationSchema<T> extends Serializable, ResultTypeQueryable<T> {
  /**
   * Hands over the records of one row: any number, none to skip the row, each not null.
   *
   * @param row its columns by the names of the table; not used again by the source
   * @param out to be called before this method returns, and never after
   * @throws IOException when the row cannot be converted; the job fails and reads it again
   */
  void deserialize(GenericRecord row, Collector<T> out) throws IOException;

  /**
   * The schema that rows are resolved into by Avro's rules, columns by name; null leaves them in
   * the schema of the read session.
   */
  default @Nullable Schema getReaderSchema() {
    return null;
  }

  /**
   * Rows as records of a schema, which may name some of the columns. Needs flink-avro on the job's
   * classpath.
   */
  static BigQueryRowDeserializationSchema<GenericRecord> genericRecord(Schema schema) {
    return new GenericRecords(schema);
  }

  /**
   * Rows as records of a schema.
   *
   * @param schema as JSON
   * @throws org.apache.avro.SchemaParseException when it is no Avro schema
   */
  static BigQueryRowDeserializationSchema<GenericRecord> genericRecord(String schema) {
    return new GenericRecords(new Schema.Parser().parse(schema));
  }
}
