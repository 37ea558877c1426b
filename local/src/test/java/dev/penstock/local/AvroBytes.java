package dev.penstock.local;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;

/** Avro files for load jobs. */
final class AvroBytes {
  private AvroBytes() {}

  /** A file of records: each row's values in the order of the schema's fields. */
  static byte[] file(CodecFactory codec, String schemaJson, List<?>... rows) {
    Schema schema = new Schema.Parser().parse(schemaJson);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DataFileWriter<GenericRecord> writer =
        new DataFileWriter<>(new GenericDatumWriter<GenericRecord>(schema))) {
      writer.setCodec(codec);
      writer.create(schema, out);
      for (List<?> row : rows) {
        GenericRecord record = new GenericData.Record(schema);
        for (int i = 0; i < row.size(); i++) {
          record.put(i, row.get(i));
        }
        writer.append(record);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  static byte[] file(String schemaJson, List<?>... rows) {
    return file(CodecFactory.nullCodec(), schemaJson, rows);
  }

  /** A record schema of fields such as {@code {"name":"id","type":"long"}}. */
  static String record(String... fields) {
    return "{\"type\":\"record\",\"name\":\"Row\",\"fields\":[" + String.join(",", fields) + "]}";
  }

  /** A field of a type that may be written without quotes when it is no name. */
  static String field(String name, String type) {
    String json = type.startsWith("{") || type.startsWith("[") ? type : '"' + type + '"';
    return "{\"name\":\"" + name + "\",\"type\":" + json + "}";
  }
}
