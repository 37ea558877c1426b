package dev.penstock.local.decode;

import com.google.protobuf.ByteString;
import dev.penstock.local.catalog.TableMetadata;
import java.time.InstantSource;
import java.util.List;

/** What a client announced of its rows before it sent them. Immutable. */
public sealed interface RowSchema permits WriterSchema, ArrowSchema {
  /** What the rows of a connection are; UPSERT and DELETE never mix with others (CDC-008). */
  enum RowKind {
    UNDECIDED,
    PLAIN,
    CHANGES,
    /** Those of a stream that takes no others (CDC-001). */
    INSERTS
  }

  /** Decodes rows of one schema for one version of a table. Immutable. */
  interface Decoder {
    /** The table version that rows are decoded for. */
    TableMetadata table();

    /**
     * Decodes the rows of a request.
     *
     * @param serialized the rows as this kind of schema serializes them
     * @param mode what the connection's earlier rows were
     */
    DecodedRows decode(List<ByteString> serialized, MissingValues missing, RowKind mode);
  }

  /**
   * Binds the schema to a table.
   *
   * @param strictDeletes whether a DELETE must carry the REQUIRED columns outside the key
   * @throws SchemaFaultException if they do not fit
   */
  Decoder bind(TableMetadata table, boolean strictDeletes, InstantSource clock)
      throws SchemaFaultException;
}
