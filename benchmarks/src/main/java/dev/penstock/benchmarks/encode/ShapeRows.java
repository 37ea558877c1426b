package dev.penstock.benchmarks.encode;

import dev.penstock.core.model.TableSchema;
import dev.penstock.core.reader.AvroOptions;
import dev.penstock.core.reader.AvroRows;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;

/**
 * The rows of a shape, as many as {@link Shape#ROWS}.
 *
 * @param records as Avro's decoder yields them: raw numbers, texts in UTF-8
 * @param byHand the bound for them
 */
@SuppressWarnings("ArrayRecordComponent") // Read row by row; nothing compares it.
record ShapeRows(Schema schema, GenericRecord[] records, ByHand byHand) {
  /** The table that all roads write to. */
  TableSchema table() {
    return AvroRows.of(schema, AvroOptions.DEFAULTS).tableSchema();
  }
}
