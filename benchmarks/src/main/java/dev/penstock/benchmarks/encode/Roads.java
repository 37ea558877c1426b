package dev.penstock.benchmarks.encode;

import com.google.cloud.bigquery.storage.v1.BQTableSchemaToProtoDescriptor;
import com.google.cloud.bigquery.storage.v1.JsonToProtoMessage;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.reader.AvroOptions;
import dev.penstock.core.reader.AvroRows;
import dev.penstock.core.reader.JsonOptions;
import dev.penstock.core.reader.JsonRows;
import dev.penstock.core.reader.ProtoOptions;
import dev.penstock.core.reader.ProtoRows;
import dev.penstock.kafka.read.ConnectReaders;
import dev.penstock.kafka.read.ReadOptions;
import dev.penstock.kafka.read.StructReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.connect.data.Struct;
import org.json.JSONObject;

/** Our roads for the rows of a shape, and Google's and Avro's own to compare them with. */
final class Roads {
  private Roads() {}

  private record Ours(Encoding encoding, IntFunction<dev.penstock.core.encode.RowReader> reader)
      implements Road {
    @Override
    public int write(int row) {
      return encoding.write(reader.apply(row));
    }

    @Override
    public byte[] lastRow() {
      return encoding.lastRow();
    }
  }

  static Road avro(ShapeRows rows) {
    AvroRows avro = AvroRows.of(rows.schema(), AvroOptions.DEFAULTS);
    GenericRecord[] records = rows.records();
    return new Ours(Encoding.wire(avro.schema(), rows.table()), row -> avro.read(records[row]));
  }

  static Road staging(ShapeRows rows) {
    AvroRows avro = AvroRows.of(rows.schema(), AvroOptions.DEFAULTS);
    GenericRecord[] records = rows.records();
    return new Ours(Encoding.file(avro.schema(), rows.table()), row -> avro.read(records[row]));
  }

  static Road struct(ShapeRows rows) {
    org.apache.kafka.connect.data.Schema schema = ConnectSamples.schema(rows.schema());
    Struct[] structs =
        Arrays.stream(rows.records())
            .map(record -> ConnectSamples.struct(schema, record))
            .toArray(Struct[]::new);
    StructReader reader = new ConnectReaders(ReadOptions.strict()).reader(schema, field -> true);
    return new Ours(
        Encoding.wire(new SourceSchema(reader.fields()), rows.table()),
        row -> reader.read(structs[row]));
  }

  static Road message(ShapeRows rows) {
    Descriptor type = ProtoSamples.type(rows.schema());
    ProtoRows proto = ProtoRows.of(type, ProtoOptions.DEFAULTS);
    Message[] messages =
        Arrays.stream(rows.records())
            .map(record -> ProtoSamples.message(type, record))
            .toArray(Message[]::new);
    return new Ours(
        Encoding.wire(proto.schema(), proto.tableSchema()), row -> proto.read(messages[row]));
  }

  static Road json(ShapeRows rows) {
    JsonRows json = JsonRows.of(rows.table(), JsonOptions.DEFAULTS);
    String[] documents = documents(rows);
    return new Ours(Encoding.wire(json.schema(), rows.table()), row -> json.read(documents[row]));
  }

  private static String[] documents(ShapeRows rows) {
    return Arrays.stream(rows.records()).map(JsonSamples::document).toArray(String[]::new);
  }

  /** A document parsed by the class that Google's converter takes, then the converter. */
  static Road googleJson(ShapeRows rows) throws Exception {
    String[] documents = documents(rows);
    com.google.cloud.bigquery.storage.v1.TableSchema table = GoogleSchemas.of(rows.table());
    Descriptor descriptor =
        BQTableSchemaToProtoDescriptor.convertBQTableSchemaToProtoDescriptor(table);
    return new Road() {
      private ByteString last = ByteString.EMPTY;

      @Override
      public int write(int row) {
        last =
            JsonToProtoMessage.INSTANCE
                .convertToProtoMessage(descriptor, table, new JSONObject(documents[row]), false)
                .toByteString();
        return last.size();
      }

      @Override
      public byte[] lastRow() {
        return last.toByteArray();
      }
    };
  }

  /** Avro's own writer of the records as they are. */
  static Road datumWriter(ShapeRows rows) {
    GenericRecord[] records = rows.records();
    GenericDatumWriter<GenericRecord> writer = new GenericDatumWriter<>(rows.schema());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 20);
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    return new Road() {
      private int start;

      @Override
      public int write(int row) throws IOException {
        if (bytes.size() > 1 << 19) {
          bytes.reset();
        }
        start = bytes.size();
        writer.write(records[row], encoder);
        encoder.flush();
        return bytes.size();
      }

      @Override
      public byte[] lastRow() {
        return Arrays.copyOfRange(bytes.toByteArray(), start, bytes.size());
      }
    };
  }
}
