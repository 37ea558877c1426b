package dev.penstock.kafka.route;

import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.kafka.read.ConnectReaders;
import dev.penstock.kafka.read.StructReader;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/** Appends every value as a row; keys and change metadata mean nothing here. One owner thread. */
final class AppendRoute implements TopicRoute {
  private record Shape(SourceSchema schema, StructReader reader) {}

  private final Destination destination;
  private final TablePolicy policy;
  private final ConnectReaders readers;
  private final ShapeCache<Shape> shapes = new ShapeCache<>();

  AppendRoute(Destination destination, TablePolicy policy, ConnectReaders readers) {
    this.destination = destination;
    this.policy = policy;
    this.readers = readers;
  }

  @Override
  public Decision route(SinkRecord record) {
    if (record.value() == null) {
      return new Decision.Drop(DropReason.TOMBSTONE_WITHOUT_CDC);
    }
    if (!(record.value() instanceof Struct row)) {
      return notStruct(record);
    }
    Shape shape = shapes.get(null, row.schema(), () -> compile(row));
    String unavailable = shape.reader().read(row).findUnavailable();
    if (unavailable != null) {
      return RowShape.refuseUnavailable(unavailable, readers);
    }
    return new Decision.Write(
        destination, policy, shape.schema(), shape.reader(), ChangeType.APPEND, null);
  }

  private Shape compile(Struct row) {
    StructReader reader = readers.reader(row.schema(), field -> true);
    return new Shape(new SourceSchema(reader.fields()), reader);
  }

  /** The refusal of a value that has no columns. */
  static Decision.Refuse notStruct(SinkRecord record) {
    String what =
        record.valueSchema() == null
            ? "a " + record.value().getClass().getSimpleName() + " without a schema"
            : "a plain " + record.valueSchema().type();
    return new Decision.Refuse(
        ErrorCode.ROW_INVALID,
        null,
        "The value is "
            + what
            + " (expected: a struct with a schema). Use a converter that keeps schemas, for example"
            + " JsonConverter with schemas.enable=true, or wrap the value with the HoistField"
            + " transform.",
        null);
  }
}
