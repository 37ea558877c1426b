package dev.penstock.flink.serializer;

import com.google.protobuf.ByteString;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.encode.SourceSchema;
import java.io.IOException;
import org.apache.flink.annotation.Experimental;
import org.jspecify.annotations.Nullable;

/** Reads records of one schema, one after the other. One owner thread. */
@Experimental
public interface RecordRows<T> {
  /** What the reader yields; one instance for the life of this object. */
  SourceSchema schema();

  /**
   * Reads this record from now on.
   *
   * @return null to skip the record: it is stored nowhere and is no failure
   * @throws IOException when it cannot be read; it goes to the failure handler, as with any
   *     exception
   */
  @Nullable RowReader read(T element) throws IOException;

  /**
   * A record that could not be encoded, as the failure handler gets it; null, the default, when it
   * has no form of its own as text or bytes.
   */
  default @Nullable ByteString payloadOf(T element) {
    return null;
  }
}
