package dev.penstock.benchmarks.append;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import dev.penstock.benchmarks.rows.AvroSamples;
import dev.penstock.core.encode.RowBuffer;
import dev.penstock.core.encode.RowDescriptor;
import dev.penstock.core.encode.RowEncoder;
import dev.penstock.core.encode.RowPlan;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.ServiceLimits;
import dev.penstock.core.reader.AvroOptions;
import dev.penstock.core.reader.AvroRows;
import java.util.List;
import org.apache.avro.generic.GenericRecord;

/** The 12-column rows as Avro records, over and over. One owner thread. */
final class SampleRows {
  private final GenericRecord[] records = AvroSamples.all();
  private final AvroRows rows = AvroRows.of(AvroSamples.SCHEMA, AvroOptions.DEFAULTS);
  private final RowDescriptor descriptor = RowDescriptor.of(rows.tableSchema(), false);
  private final RowEncoder encoder = new RowEncoder(ServiceLimits.APPEND_REQUEST_BYTES.intValue());
  private final RowPlan plan = plan();
  private int next;

  private RowPlan plan() {
    RowPlan.Outcome outcome =
        RowPlan.compile(rows.schema(), descriptor, ChangeType.APPEND, List.of());
    if (outcome instanceof RowPlan.Outcome.Ready ready) {
      return ready.plan();
    }
    throw new IllegalStateException(outcome.toString());
  }

  SourceSchema schema() {
    return rows.schema();
  }

  DescriptorProto descriptor() {
    return descriptor.toProto();
  }

  /** The next record. */
  RowReader next() {
    return rows.read(records[next++ & (records.length - 1)]);
  }

  /** Encodes the next records as the rows of a buffer. */
  void fill(RowBuffer buffer, int count) {
    buffer.clear();
    for (int i = 0; i < count; i++) {
      if (encoder.encode(plan, next(), null, buffer) != null) {
        throw new IllegalStateException("a sample row is refused");
      }
    }
  }
}
