package dev.penstock.benchmarks.encode;

import dev.penstock.benchmarks.rows.Sample;
import dev.penstock.core.encode.RowBuffer;
import dev.penstock.core.encode.RowDescriptor;
import dev.penstock.core.encode.RowEncoder;
import dev.penstock.core.encode.RowFault;
import dev.penstock.core.encode.RowPlan;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.ServiceLimits;
import dev.penstock.core.model.TableSchema;
import dev.penstock.kafka.read.ConnectReaders;
import dev.penstock.kafka.read.ReadOptions;
import dev.penstock.kafka.read.StructReader;
import java.nio.ByteBuffer;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;

/**
 * The sample row as a Connect struct, through the sink's own reader and encoder. One owner thread.
 */
final class StructRows {
  private static final int BUFFER_BYTES = 1 << 20;
  private static final int ROW_ROOM = 2048;

  private static final Schema ADDRESS =
      SchemaBuilder.struct()
          .field("street", Schema.STRING_SCHEMA)
          .field("zip", Schema.INT64_SCHEMA)
          .field("lat", Schema.FLOAT64_SCHEMA)
          .build();
  private static final Schema ROW =
      SchemaBuilder.struct()
          .field("id", Schema.INT64_SCHEMA)
          .field("name", Schema.STRING_SCHEMA)
          .field("descr", Schema.STRING_SCHEMA)
          .field("price", Schema.FLOAT64_SCHEMA)
          .field("active", Schema.BOOLEAN_SCHEMA)
          .field("ts", Timestamp.SCHEMA)
          .field("d", org.apache.kafka.connect.data.Date.SCHEMA)
          .field("amount", Decimal.schema(2))
          .field("opt_count", Schema.OPTIONAL_INT64_SCHEMA)
          .field("payload", Schema.BYTES_SCHEMA)
          .field("addr", ADDRESS)
          .field("tags", SchemaBuilder.array(Schema.STRING_SCHEMA).build())
          .build();

  private static final TableSchema TABLE =
      new TableSchema(
          List.of(
              Column.nullable("id", ColumnType.INT64),
              Column.nullable("name", ColumnType.STRING),
              Column.nullable("descr", ColumnType.STRING),
              Column.nullable("price", ColumnType.FLOAT64),
              Column.nullable("active", ColumnType.BOOL),
              Column.nullable("ts", ColumnType.TIMESTAMP),
              Column.nullable("d", ColumnType.DATE),
              new Column("amount", ColumnType.NUMERIC, ColumnMode.NULLABLE, List.of(), 10, 2, null),
              Column.nullable("opt_count", ColumnType.INT64),
              Column.nullable("payload", ColumnType.BYTES),
              Column.struct(
                  "addr",
                  ColumnMode.NULLABLE,
                  List.of(
                      Column.nullable("street", ColumnType.STRING),
                      Column.nullable("zip", ColumnType.INT64),
                      Column.nullable("lat", ColumnType.FLOAT64))),
              Column.of("tags", ColumnType.STRING, ColumnMode.REPEATED)));

  private final RowDescriptor descriptor = RowDescriptor.of(TABLE, false);
  private final StructReader reader =
      new ConnectReaders(ReadOptions.strict()).reader(ROW, field -> true);
  private final RowPlan plan = plan();
  private final RowEncoder encoder = new RowEncoder(ServiceLimits.APPEND_REQUEST_BYTES.intValue());
  private final RowBuffer buffer = new RowBuffer(BUFFER_BYTES);

  private RowPlan plan() {
    RowPlan.Outcome outcome =
        RowPlan.compile(
            new SourceSchema(reader.fields()), descriptor, ChangeType.APPEND, List.of());
    if (outcome instanceof RowPlan.Outcome.Ready ready) {
      return ready.plan();
    }
    throw new IllegalStateException(outcome.toString());
  }

  RowDescriptor descriptor() {
    return descriptor;
  }

  RowBuffer buffer() {
    return buffer;
  }

  /**
   * Writes a row behind the last one, or from the start when the buffer is nearly full.
   *
   * @return where it ends
   */
  int write(Struct row) {
    if (buffer.size() > BUFFER_BYTES - ROW_ROOM) {
      buffer.clear();
    }
    RowFault fault = encoder.encode(plan, reader.read(row), null, buffer);
    if (fault != null) {
      throw new IllegalStateException(fault.toString());
    }
    return buffer.size();
  }

  @SuppressWarnings("JavaUtilDate") // Connect's own value types.
  static Struct struct(Sample sample) {
    Struct address =
        new Struct(ADDRESS)
            .put("street", sample.address().street())
            .put("zip", sample.address().zip())
            .put("lat", sample.address().latitude());
    return new Struct(ROW)
        .put("id", sample.id())
        .put("name", sample.name())
        .put("descr", sample.description())
        .put("price", sample.price())
        .put("active", sample.active())
        .put("ts", new Date(sample.timestampMicros() / 1000))
        .put("d", new Date(TimeUnit.DAYS.toMillis(sample.days())))
        .put("amount", sample.amount())
        .put("opt_count", sample.optionalCount())
        .put("payload", ByteBuffer.wrap(sample.payload()))
        .put("addr", address)
        .put("tags", sample.tags());
  }
}
