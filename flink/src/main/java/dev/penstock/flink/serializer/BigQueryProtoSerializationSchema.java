package dev.penstock.flink.serializer;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import dev.penstock.flink.TableDestination;
import java.io.IOException;
import java.io.Serial;
import org.apache.flink.annotation.PublicEvolving;
import org.jspecify.annotations.Nullable;

/**
 * Records that are encoded as protobuf rows by the user's own code. Descriptors do not serialize:
 * make them lazily or statically.
 */
@PublicEvolving
public abstract non-sealed class BigQueryProtoSerializationSchema<T>
    extends BigQuerySerializationSchema<T> {
  @Serial private static final long serialVersionUID = 1L;

  /** For subclasses. */
  protected BigQueryProtoSerializationSchema() {}

  /** The message that rows of a table are encoded by. */
  public abstract Descriptor getDescriptor(TableDestination destination);

  /**
   * Encodes a record.
   *
   * @return null to skip the record: it is stored nowhere and is no failure
   * @throws IOException when it cannot be encoded; it goes to the failure handler, as with any
   *     exception
   */
  public abstract @Nullable ByteString serialize(T element, TableDestination destination)
      throws IOException;

  /**
   * A cheap value that changes when the descriptor of a table does; compared with {@code equals}
   * for every record. Null, the default: it never changes.
   */
  public @Nullable Object getSchemaFingerprint(TableDestination destination) {
    return null;
  }
}
