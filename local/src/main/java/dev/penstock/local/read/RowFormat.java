package dev.penstock.local.read;

import dev.penstock.local.catalog.Field;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** How rows are written for a session. Thread-safe. */
public enum RowFormat {
  AVRO {
    @Override
    byte[] schema(List<Field> fields) {
      return AvroSchemas.of(fields).toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    PageBuilder page(List<Field> fields, int maxBytes) {
      return new AvroPage(fields, maxBytes);
    }
  },

  ARROW {
    @Override
    byte[] schema(List<Field> fields) {
      return ArrowSchemas.of(fields);
    }

    @Override
    PageBuilder page(List<Field> fields, int maxBytes) {
      return new ArrowPage(fields, maxBytes);
    }
  };

  /** The schema of rows with the given columns: Avro's JSON, or Arrow's message. */
  abstract byte[] schema(List<Field> fields);

  /** An empty page. */
  abstract PageBuilder page(List<Field> fields, int maxBytes);
}
