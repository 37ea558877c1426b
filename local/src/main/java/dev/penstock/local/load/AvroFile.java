package dev.penstock.local.load;

import dev.penstock.local.catalog.Field;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.avro.Schema;

/** An Avro file. Immutable. */
final class AvroFile implements SourceFile {
  private final Path path;
  private final Schema schema;
  private final AvroFields fields;

  AvroFile(Path path, Schema schema, AvroFields fields) {
    this.path = path;
    this.schema = schema;
    this.fields = fields;
  }

  @Override
  public List<Field> schema() {
    return fields.of(schema);
  }

  @Override
  public FileRows rows(List<Field> columns) throws IOException {
    AvroRecord record = new AvroValues(fields).record(schema, columns);
    return new AvroRows(AvroFormat.stream(path), record);
  }
}
