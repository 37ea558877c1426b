package dev.penstock.benchmarks.encode;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;

/** A row of structs in each other, each with a number and a text. */
@SuppressWarnings("ArrayRecordComponent") // The bound reads plain fields.
record DeepRow(long[] numbers, String[] texts) {
  static ShapeRows rows(int depth) {
    Schema[] schemas = new Schema[depth];
    for (int level = depth - 1; level >= 0; level--) {
      SchemaBuilder.FieldAssembler<Schema> fields =
          SchemaBuilder.record("level" + level)
              .fields()
              .requiredLong("number")
              .requiredString("text");
      schemas[level] =
          level == depth - 1
              ? fields.endRecord()
              : fields.name("inner").type(schemas[level + 1]).noDefault().endRecord();
    }
    Random random = new Random(42);
    DeepRow[] rows =
        IntStream.range(0, Shape.ROWS).mapToObj(i -> next(random, depth)).toArray(DeepRow[]::new);
    return new ShapeRows(
        schemas[0],
        Shape.records(i -> rows[i].record(schemas, 0)),
        (i, wire) -> rows[i].write(wire));
  }

  private static DeepRow next(Random random, int depth) {
    long[] numbers = random.longs(depth, 1_000_000, 100_000_000).toArray();
    String[] texts =
        Arrays.stream(numbers)
            .mapToObj(n -> Long.toString(n, Character.MAX_RADIX))
            .toArray(String[]::new);
    return new DeepRow(numbers, texts);
  }

  private GenericRecord record(Schema[] schemas, int level) {
    return level == schemas.length - 1
        ? Shape.record(schemas[level], numbers[level], new Utf8(texts[level]))
        : Shape.record(
            schemas[level], numbers[level], new Utf8(texts[level]), record(schemas, level + 1));
  }

  private void write(Wire wire) throws IOException {
    CodedOutputStream out = wire.begin();
    int[] sizes = new int[numbers.length + 1];
    for (int i = numbers.length - 1; i >= 0; i--) {
      int inner =
          i == numbers.length - 1
              ? 0
              : 1 + CodedOutputStream.computeUInt32SizeNoTag(sizes[i + 1]) + sizes[i + 1];
      sizes[i] =
          3 + texts[i].length() + CodedOutputStream.computeInt64SizeNoTag(numbers[i]) + inner;
    }
    for (int i = 0; i < numbers.length; i++) {
      out.writeInt64(1, numbers[i]);
      out.writeString(2, texts[i]);
      if (i < numbers.length - 1) {
        out.writeTag(3, WireFormat.WIRETYPE_LENGTH_DELIMITED);
        out.writeUInt32NoTag(sizes[i + 1]);
      }
    }
  }
}
