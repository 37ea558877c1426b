package dev.penstock.core.encode;

import dev.penstock.core.model.Column;
import dev.penstock.core.model.TableSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;

/** Encodes rows of one schema for one table as Avro and reads them with Avro's own reader. */
final class AvroEncoding {
  static final int MAX_ROW_BYTES = 1_000;

  private final Schema schema;
  private final RowPlan plan;
  private final RowBuffer buffer = new RowBuffer(16);
  private final RowEncoder encoder = new RowEncoder(MAX_ROW_BYTES);

  AvroEncoding(List<SourceField> fields, List<Column> columns) {
    SourceSchema source = new SourceSchema(fields);
    TableSchema table = new TableSchema(columns);
    this.schema = new Schema.Parser().parse(AvroSchema.of(source, table).json());
    RowPlan.Outcome outcome = RowPlan.compileForAvro(source, table, List.of());
    if (!(outcome instanceof RowPlan.Outcome.Ready ready)) {
      throw new AssertionError(outcome);
    }
    this.plan = ready.plan();
  }

  /** Encodes one row that must go in. */
  void encode(RowReader row) {
    RowFault fault = encoder.encode(plan, row, null, buffer);
    if (fault != null) {
      throw new AssertionError(fault);
    }
  }

  /** Encodes one row that must be refused. */
  RowFault fault(RowReader row) {
    RowFault fault = encoder.encode(plan, row, null, buffer);
    if (fault == null) {
      throw new AssertionError("the row was not refused");
    }
    return fault;
  }

  /** All rows, read back to the last byte; logical types stay numbers and bytes. */
  List<GenericRecord> read() {
    GenericDatumReader<GenericRecord> reader =
        new GenericDatumReader<>(schema, schema, new GenericData());
    BinaryDecoder decoder =
        DecoderFactory.get().binaryDecoder(buffer.array(), 0, buffer.size(), null);
    List<GenericRecord> rows = new ArrayList<>();
    try {
      while (!decoder.isEnd()) {
        rows.add(reader.read(null, decoder));
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    if (rows.size() != buffer.rowCount()) {
      throw new AssertionError(rows.size() + " rows of " + buffer.rowCount());
    }
    return rows;
  }
}
