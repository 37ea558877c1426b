package dev.penstock.local.grpc;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.decode.RowDecoder;
import dev.penstock.local.decode.SchemaFaultException;
import dev.penstock.local.decode.WriterSchema;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a connection knows of one of its streams. One owner thread at a time. */
final class ConnectionStream {
  private final String physicalName;
  private List<Field> announced;
  private @Nullable WriterSchema schema;
  private @Nullable RowDecoder decoder;

  ConnectionStream(TableMetadata table) {
    this.physicalName = table.physicalName();
    this.announced = table.fields();
  }

  /** Whether the table is not the one that the connection began with (WA-196). */
  boolean isRecreated(TableMetadata table) {
    return !table.physicalName().equals(physicalName);
  }

  /** Takes the schema of the rows from here on. */
  void use(WriterSchema writerSchema) {
    schema = writerSchema;
    decoder = null;
  }

  boolean hasSchema() {
    return schema != null;
  }

  /** The decoder for the table as it is now; an old schema stays good (WA-169). */
  RowDecoder decoder(TableMetadata table, boolean strictDeletes, InstantSource clock)
      throws SchemaFaultException {
    if (schema == null) {
      throw new IllegalStateException("no writer schema");
    }
    RowDecoder current = decoder;
    if (current == null || !current.table().etag().equals(table.etag())) {
      current = RowDecoder.bind(table, schema, strictDeletes, clock);
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
