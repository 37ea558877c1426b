package dev.penstock.core.append;

import com.google.cloud.bigquery.storage.v1.ProtoSchema;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import dev.penstock.core.encode.EncodedRows;
import dev.penstock.core.encode.RowDescriptor;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.TableSchema;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The wire form of a row descriptor, made once and compared by identity. Immutable. */
public final class WriterSchema {
  /** Tags and lengths of every field that a request may have, each counted at its longest. */
  private static final int FIELD_OVERHEAD = 64;

  /** What follows the table in the name of a stream: "/streams/" and an id of the service. */
  private static final int MAX_STREAM_ID = 256;

  private final TableSchema columns;
  private final byte[] protoSchema;

  private WriterSchema(TableSchema columns, byte[] protoSchema) {
    this.columns = columns;
    this.protoSchema = protoSchema;
  }

  /** The schema of a descriptor. */
  public static WriterSchema of(RowDescriptor descriptor) {
    return of(descriptor.schema(), descriptor.toProto());
  }

  /** The schema of rows that a caller encodes. */
  public static WriterSchema of(EncodedRows rows) {
    return of(rows.columns(), rows.toProto());
  }

  private static WriterSchema of(TableSchema columns, DescriptorProto descriptor) {
    return new WriterSchema(
        columns, ProtoSchema.newBuilder().setProtoDescriptor(descriptor).build().toByteArray());
  }

  /** The columns that rows of this schema may have. */
  public TableSchema columns() {
    return columns;
  }

  /**
   * How many bytes a request needs at most besides its rows.
   *
   * @param defaulted the columns that are named in every request
   */
  public int maxOverhead(Destination destination, String traceId, List<String> defaulted) {
    int names = defaulted.stream().mapToInt(name -> utf8Length(name) + FIELD_OVERHEAD).sum();
    return protoSchema.length
        + utf8Length(destination.resourceName())
        + MAX_STREAM_ID
        + utf8Length(traceId)
        + names
        + FIELD_OVERHEAD;
  }

  private static int utf8Length(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  byte[] protoSchema() {
    return protoSchema;
  }
}
