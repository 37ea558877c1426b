package dev.penstock.local.grpc;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.decode.ArrowSchema;
import dev.penstock.local.decode.RowSchema;
import dev.penstock.local.decode.SchemaFaultException;
import dev.penstock.local.decode.WriterSchema;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a connection knows of one of its streams. One owner thread at a time. */
final class ConnectionStream {
  private final String physicalName;
  private List<Field> announced;
  private @Nullable RowSchema schema;
  private RowSchema.@Nullable Decoder decoder;

  ConnectionStream(TableMetadata table) {
    this.physicalName = table.physicalName();
    this.announced = table.fields();
  }

  /** Whether the table is not the one that the connection began with (WA-196). */
  boolean isRecreated(TableMetadata table) {
    return !table.physicalName().equals(physicalName);
  }

  /** Takes the schema of the rows from here on. */
  void use(RowSchema writerSchema) {
    schema = writerSchema;
    decoder = null;
  }

  /** Whether rows can come, as Arrow batches or as proto messages. */
  boolean hasSchema(boolean arrow) {
    return arrow ? schema instanceof ArrowSchema : schema instanceof WriterSchema;
  }

  /** The decoder for the table as it is now; an old schema stays good (WA-169). */
  RowSchema.Decoder decoder(TableMetadata table, boolean strictDeletes, InstantSource clock)
      throws SchemaFaultException {
    if (schema == null) {
      throw new IllegalStateException("no writer schema");
    }
    RowSchema.Decoder current = decoder;
    if (current == null
        || !current.table().etag().equals(table.etag())
        || !current.table().fields().equals(table.fields())) {
      current = schema.bind(table, strictDeletes, clock);
      decoder = current;
    }
    return current;
  }

  /** Whether the table's columns changed since the client last knew them; true once (WA-168). */
  boolean announce(TableMetadata table) {
    if (announced.equals(table.fields())) {
      return false;
    }
    announced = table.fields();
    return true;
  }
}
