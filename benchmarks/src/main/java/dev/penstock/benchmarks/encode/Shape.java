package dev.penstock.benchmarks.encode;

import com.google.protobuf.CodedOutputStream;
import dev.penstock.benchmarks.rows.AvroSamples;
import dev.penstock.benchmarks.rows.Sample;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;

/** The shapes of rows. */
public enum Shape {
  /** The 12-column row of every figure. */
  SAMPLE("12 columns") {
    @Override
    ShapeRows rows() {
      return samples(Sample.all());
    }
  },
  /** An id, a name, an instant. */
  NARROW("3 columns") {
    @Override
    ShapeRows rows() {
      Schema schema =
          SchemaBuilder.record("narrow")
              .fields()
              .requiredLong("id")
              .requiredString("name")
              .name("ts")
              .type(LogicalTypes.timestampMicros().addToSchema(Schema.create(Schema.Type.LONG)))
              .noDefault()
              .endRecord();
      Sample[] samples = Sample.all().toArray(Sample[]::new);
      return new ShapeRows(
          schema,
          records(
              i ->
                  record(
                      schema,
                      samples[i].id(),
                      new Utf8(samples[i].name()),
                      samples[i].timestampMicros())),
          (i, wire) -> {
            Sample row = samples[i];
            CodedOutputStream out = wire.begin();
            out.writeInt64(1, row.id());
            out.writeString(2, row.name());
            out.writeInt64(3, row.timestampMicros());
          });
    }
  },
  /** A hundred columns of four types. */
  WIDE("100 columns") {
    @Override
    ShapeRows rows() {
      return WideRow.rows(25);
    }
  },
  /** The 12-column row with texts of two to four bytes a character. */
  NON_ASCII("non-ASCII") {
    @Override
    ShapeRows rows() {
      return samples(Sample.all().stream().map(Shape::withoutAscii).toList());
    }
  },
  /** As many structs in each other as BigQuery takes. */
  DEEP("15 levels deep") {
    @Override
    ShapeRows rows() {
      return DeepRow.rows(15);
    }
  },
  /** The 12-column row with nothing in it; its bound writes the full row. */
  NULLS("all NULL") {
    @Override
    ShapeRows rows() {
      Schema schema = nullable(AvroSamples.SCHEMA);
      return new ShapeRows(
          schema,
          records(i -> new GenericData.Record(schema)),
          new SampleByHand(Sample.all().toArray(Sample[]::new)));
    }
  };

  /** How many rows there are; a power of two. */
  static final int ROWS = Sample.COUNT;

  private static final String LETTERS = "äßжщ東京都語";

  private final String title;

  Shape(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  abstract ShapeRows rows();

  static GenericRecord[] records(IntFunction<GenericRecord> row) {
    return IntStream.range(0, ROWS).mapToObj(row).toArray(GenericRecord[]::new);
  }

  static GenericRecord record(Schema schema, Object... values) {
    GenericRecord record = new GenericData.Record(schema);
    for (int i = 0; i < values.length; i++) {
      record.put(i, values[i]);
    }
    return record;
  }

  private static ShapeRows samples(List<Sample> samples) {
    return new ShapeRows(
        AvroSamples.SCHEMA,
        records(i -> decoded(AvroSamples.record(samples.get(i)))),
        new SampleByHand(samples.toArray(Sample[]::new)));
  }

  /** The record with its texts as Avro's decoder yields them. */
  private static GenericRecord decoded(GenericRecord record) {
    for (int i = 0; i < record.getSchema().getFields().size(); i++) {
      record.put(i, decoded(record.get(i)));
    }
    return record;
  }

  private static Object decoded(Object value) {
    if (value instanceof String text) {
      return new Utf8(text);
    }
    if (value instanceof GenericRecord nested) {
      return decoded(nested);
    }
    return value instanceof List<?> list ? list.stream().map(Shape::decoded).toList() : value;
  }

  private static Sample withoutAscii(Sample row) {
    return new Sample(
        row.id(),
        foreign(row.name()),
        foreign(row.description()),
        row.price(),
        row.active(),
        row.timestampMicros(),
        row.days(),
        row.amount(),
        row.optionalCount(),
        row.payload(),
        new Sample.Address(foreign(row.address().street()), row.address().zip(), 0.5),
        row.tags().stream().map(Shape::foreign).toList());
  }

  /** A text of as many characters, one in eight of them beyond 16 bits. */
  private static String foreign(String text) {
    Random random = new Random(text.hashCode());
    StringBuilder foreign = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      int letter = random.nextInt(LETTERS.length());
      foreign.append(letter == 0 ? "\uD83D\uDE00" : LETTERS.substring(letter, letter + 1));
    }
    return foreign.toString();
  }

  private static Schema nullable(Schema record) {
    Schema nullable = Schema.createRecord(record.getName() + "_or_null", null, "", false);
    nullable.setFields(
        record.getFields().stream()
            .map(
                field ->
                    new Schema.Field(
                        field.name(),
                        field.schema().isUnion()
                            ? field.schema()
                            : Schema.createUnion(Schema.create(Schema.Type.NULL), field.schema())))
            .toList());
    return nullable;
  }
}
