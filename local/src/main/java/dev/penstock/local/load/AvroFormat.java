package dev.penstock.local.load;

import dev.penstock.local.catalog.ServiceException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.generic.GenericDatumReader;

/**
 * Avro object container files (LD-001 to LD-014). Immutable.
 *
 * @param logicalTypes whether logical types count, or only what is under them (RT-098)
 */
public record AvroFormat(boolean logicalTypes, DecimalTargets decimals) implements FileFormat {
  @Override
  public SourceFile open(Path file) throws IOException {
    try (DataFileStream<Object> stream = stream(file)) {
      Schema schema = stream.getSchema();
      if (schema.getType() != Schema.Type.RECORD) {
        throw unreadable("its schema is no record but " + schema.getType().getName());
      }
      return new AvroFile(file, schema, new AvroFields(this));
    }
  }

  static DataFileStream<Object> stream(Path file) throws IOException {
    try {
      return new DataFileStream<>(
          new BufferedInputStream(Files.newInputStream(file), 1 << 16), new GenericDatumReader<>());
    } catch (IOException | AvroRuntimeException e) {
      throw unreadable(String.valueOf(e.getMessage()));
    }
  }

  static ServiceException unreadable(String reason) {
    return ServiceException.invalid(
        "Error while reading data, error message: The Apache Avro library failed to read the file"
            + " with the following error: "
            + reason);
  }

  @Override
  public String name() {
    return "Avro";
  }

  @Override
  public long maxRowBytes() {
    return Long.MAX_VALUE;
  }

  @Override
  public boolean toleratesBadRows() {
    return false;
  }
}
