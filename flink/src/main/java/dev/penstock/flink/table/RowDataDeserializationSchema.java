package dev.penstock.flink.table;

import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.reader.AvroOptions;
import dev.penstock.core.reader.AvroRows;
import dev.penstock.flink.EngineFailure;
import dev.penstock.flink.source.BigQueryRowDeserializationSchema;
import java.io.IOException;
import java.io.Serial;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/** Rows of a table as Flink's rows. One owner thread, after it arrived at its reader. */
final class RowDataDeserializationSchema implements BigQueryRowDeserializationSchema<RowData> {
  @Serial private static final long serialVersionUID = 1L;

  private final RowType columns;
  private final TypeInformation<RowData> type;
  private transient @Nullable Conversion conversion;

  RowDataDeserializationSchema(RowType columns, TypeInformation<RowData> type) {
    this.columns = columns;
    this.type = type;
  }

  /** How rows of one schema are read and converted. */
  private record Conversion(Schema schema, AvroRows rows, RowConverter converter) {}

  @Override
  public void deserialize(GenericRecord row, Collector<RowData> out) throws IOException {
    try {
      Conversion current = conversionOf(row.getSchema());
      out.collect(current.converter().convert(current.rows().read(row)));
    } catch (IngestException e) {
      throw EngineFailure.of(e);
    } catch (RowFaultException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private Conversion conversionOf(Schema schema) throws IOException {
    Conversion known = conversion;
    if (known != null && schema.equals(known.schema())) {
      return known;
    }
    AvroRows rows = AvroRows.of(schema, AvroOptions.DEFAULTS);
    Conversion made =
        new Conversion(schema, rows, RowConverter.of("", columns, rows.schema().fields()));
    conversion = made;
    return made;
  }

  @Override
  public TypeInformation<RowData> getProducedType() {
    return type;
  }
}
