package dev.penstock.benchmarks.encode;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import dev.penstock.core.encode.AvroSchema;
import dev.penstock.core.encode.RowDescriptor;
import dev.penstock.core.reader.AvroOptions;
import dev.penstock.core.reader.AvroRows;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.DecoderFactory;

/** Whether a road and its reference write the same rows. */
final class Comparison {
  private interface Decoder {
    /** The row in a form that tells whether two are equal. */
    Object of(byte[] row) throws Exception;
  }

  private Comparison() {}

  /** Compares every row. */
  static void check(Lane lane, Shape shape, ShapeRows rows, Road road, Road reference)
      throws Exception {
    Decoder ours = lane == Lane.STAGING ? records(fileSchema(rows)) : messages(rows);
    Decoder theirs = lane == Lane.STAGING ? records(rows.schema()) : ours;
    for (int row = 0; row < Shape.ROWS; row++) {
      int unused = road.write(row) + reference.write(row);
      Object written = ours.of(road.lastRow());
      // The bound of rows without content writes other rows.
      Object expected =
          shape == Shape.NULLS && lane != Lane.STAGING
              ? ours.of(new byte[0])
              : theirs.of(reference.lastRow());
      if (!written.equals(expected)) {
        throw new IllegalStateException(
            lane + " " + shape + " " + row + ": " + written + " is not " + expected);
      }
    }
  }

  private static Decoder messages(ShapeRows rows) throws Exception {
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder()
            .addMessageType(RowDescriptor.of(rows.table(), false).toProto())
            .build();
    Descriptor descriptor =
        FileDescriptor.buildFrom(file, new FileDescriptor[0]).getMessageTypes().get(0);
    return bytes -> {
      DynamicMessage message = DynamicMessage.parseFrom(descriptor, bytes);
      if (!message.getUnknownFields().asMap().isEmpty()) {
        throw new IllegalStateException("unknown fields in " + message);
      }
      return message;
    };
  }

  private static Schema fileSchema(ShapeRows rows) {
    AvroRows avro = AvroRows.of(rows.schema(), AvroOptions.DEFAULTS);
    return new Schema.Parser().parse(AvroSchema.of(avro.schema(), rows.table()).json());
  }

  /** As text, which names fields and no types. BigQuery has no NULL in place of an array. */
  private static Decoder records(Schema schema) {
    GenericDatumReader<Object> reader = new GenericDatumReader<>(schema);
    return bytes ->
        String.valueOf(reader.read(null, DecoderFactory.get().binaryDecoder(bytes, null)))
            .replace("[]", "null");
  }
}
