package dev.penstock.demo.converter;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.json.JsonConverterConfig;
import org.apache.kafka.connect.storage.Converter;
import org.jspecify.annotations.Nullable;

/**
 * A converter without a schema registry that keeps every value: each record carries its schema as
 * Connect's JSON, then the value in binary. {@link JsonConverter} reads NaN and the infinities back
 * as 0, and parses the schema of every record. One owner thread.
 */
public final class ExactConverter implements Converter {
  private static final int CACHED_SCHEMAS = 256;
  private static final byte FORMAT = 1;

  private final JsonConverter schemas = new JsonConverter();
  private final Map<Schema, byte[]> written = cache();
  private final Map<ByteBuffer, Schema> read = cache();

  private static <K, V> Map<K, V> cache() {
    return new LinkedHashMap<>(16, 0.75f, true) {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > CACHED_SCHEMAS;
      }
    };
  }

  @Override
  public void configure(Map<String, ?> configs, boolean isKey) {
    schemas.configure(Map.of(JsonConverterConfig.SCHEMAS_ENABLE_CONFIG, "true"), isKey);
  }

  @Override
  public byte @Nullable [] fromConnectData(
      String topic, @Nullable Schema schema, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    if (schema == null) {
      throw new DataException("Topic " + topic + ": ExactConverter needs a schema with each value");
    }
    byte[] header = written.computeIfAbsent(schema, this::schemaBytes);
    BinaryOutput out = new BinaryOutput();
    out.writeByte(FORMAT);
    out.writeBytes(header);
    ValueCodec.write(out, schema, value);
    return out.toByteArray();
  }

  private byte[] schemaBytes(Schema schema) {
    return schemas.asJsonSchema(schema).toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public SchemaAndValue toConnectData(String topic, byte @Nullable [] value) {
    if (value == null) {
      return SchemaAndValue.NULL;
    }
    BinaryInput in = new BinaryInput(value);
    byte format = in.readByte();
    if (format != FORMAT) {
      throw new DataException(
          "Topic " + topic + ": format " + format + " (expected: " + FORMAT + ")");
    }
    ByteBuffer header = in.readSlice();
    Schema schema = read.get(header);
    if (schema == null) {
      byte[] copy = new byte[header.remaining()];
      header.duplicate().get(copy);
      schema = schemas.asConnectSchema(SchemaText.parse(copy));
      read.put(ByteBuffer.wrap(copy), schema);
    }
    return new SchemaAndValue(schema, ValueCodec.read(in, schema));
  }
}
