package dev.penstock.local.load;

import dev.penstock.local.decode.RowFaultException;
import java.io.IOException;
import org.apache.avro.io.Decoder;
import org.jspecify.annotations.Nullable;

/** Reads one value where a decoder stands. One owner thread. */
interface AvroValue {
  /** The value of the column; null for NULL. */
  @Nullable Object read(Decoder in) throws IOException, RowFaultException;
}
