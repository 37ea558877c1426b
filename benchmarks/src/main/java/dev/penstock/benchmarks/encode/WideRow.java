package dev.penstock.benchmarks.encode;

import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;

/** A row of columns in groups of a number, a text, a float and a boolean. */
@SuppressWarnings("ArrayRecordComponent") // The bound reads plain fields.
record WideRow(long[] numbers, String[] texts, double[] floats, boolean[] flags) {
  private static final int TYPES = 4;

  static ShapeRows rows(int groups) {
    SchemaBuilder.FieldAssembler<Schema> fields = SchemaBuilder.record("wide").fields();
    for (int i = 0; i < groups; i++) {
      fields
          .requiredLong("number" + i)
          .requiredString("text" + i)
          .requiredDouble("float" + i)
          .requiredBoolean("flag" + i);
    }
    Schema schema = fields.endRecord();
    Random random = new Random(42);
    WideRow[] rows =
        IntStream.range(0, Shape.ROWS).mapToObj(i -> next(random, groups)).toArray(WideRow[]::new);
    return new ShapeRows(
        schema, Shape.records(i -> rows[i].record(schema)), (i, wire) -> rows[i].write(wire));
  }

  private static WideRow next(Random random, int groups) {
    WideRow row =
        new WideRow(
            random.longs(groups, 0, 1_000_000_000_000L).toArray(),
            new String[groups],
            random.doubles(groups).toArray(),
            new boolean[groups]);
    for (int i = 0; i < groups; i++) {
      row.texts[i] = Long.toString(row.numbers[i], Character.MAX_RADIX);
      row.flags[i] = random.nextBoolean();
    }
    return row;
  }

  private GenericRecord record(Schema schema) {
    Object[] values = new Object[TYPES * numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      values[TYPES * i] = numbers[i];
      values[TYPES * i + 1] = new Utf8(texts[i]);
      values[TYPES * i + 2] = floats[i];
      values[TYPES * i + 3] = flags[i];
    }
    return Shape.record(schema, values);
  }

  private void write(Wire wire) throws IOException {
    CodedOutputStream out = wire.begin();
    for (int i = 0; i < numbers.length; i++) {
      out.writeInt64(TYPES * i + 1, numbers[i]);
      out.writeString(TYPES * i + 2, texts[i]);
      out.writeDouble(TYPES * i + 3, floats[i]);
      out.writeBool(TYPES * i + 4, flags[i]);
    }
  }
}
