package dev.penstock.core.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.apache.avro.Conversion;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;

/** The rows of blocks, resolved into the schema that was asked for. */
final class BlockRowsTest {
  private static final Schema SESSION =
      SchemaBuilder.record("__root__")
          .fields()
          .optionalLong("id")
          .optionalString("name")
          .endRecord();
  private static final Schema NAME_FIRST =
      SchemaBuilder.record("Row").fields().optionalString("name").requiredLong("id").endRecord();

  private static RowBlock block(Long... ids) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
    for (Long id : ids) {
      encoder.writeIndex(id < 0 ? 0 : 1);
      if (id >= 0) {
        encoder.writeLong(id);
      }
      encoder.writeIndex(1);
      encoder.writeString("n" + id);
    }
    return new RowBlock(0, ids.length, ByteString.copyFrom(bytes.toByteArray()));
  }

  @Test
  void resolvesColumnsByNameIntoRecordsOfTheirOwn() throws IOException {
    BlockRows rows = new BlockRows(SESSION, NAME_FIRST);
    rows.on(block(1L, 2L));
    GenericRecord first = rows.next();
    GenericRecord second = rows.next();

    assertThat(rows.hasNext()).isFalse();
    assertThat(List.of(first.toString(), second.toString()))
        .containsExactly("{\"name\": \"n1\", \"id\": 1}", "{\"name\": \"n2\", \"id\": 2}");
    assertThat(first.getSchema()).isSameAs(NAME_FIRST);
  }

  @Test
  void conversionsThatOthersAddToAvroChangeNoValue() throws IOException {
    LogicalType type = new LogicalType("penstock-test");
    LogicalTypes.register(type.getName(), schema -> type);
    GenericData.get()
        .addLogicalTypeConversion(
            new Conversion<String>() {
              @Override
              public Class<String> getConvertedType() {
                return String.class;
              }

              @Override
              public String getLogicalTypeName() {
                return type.getName();
              }

              @Override
              public String fromLong(Long value, Schema schema, LogicalType logical) {
                return "converted";
              }
            });
    Schema marked = type.addToSchema(Schema.create(Schema.Type.LONG));
    Schema wanted =
        SchemaBuilder.record("Row").fields().name("id").type(marked).noDefault().endRecord();
    BlockRows rows = new BlockRows(SESSION, wanted);
    rows.on(block(7L));

    assertThat(rows.next().get("id")).isEqualTo(7L);
  }

  @Test
  void tellsTheBytesOfEachRow() throws IOException {
    BlockRows rows = new BlockRows(SESSION, SESSION);
    rows.on(block(1L, 1_000_000L));

    rows.next();
    assertThat(rows.lastRowBytes()).isEqualTo(6);
    rows.next();
    assertThat(rows.lastRowBytes()).isEqualTo(14);
  }

  @Test
  void refusesARowThatDoesNotFitTheWantedSchema() throws IOException {
    BlockRows rows = new BlockRows(SESSION, NAME_FIRST);
    rows.on(block(-1L));

    assertThatThrownBy(rows::next)
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SCHEMA_MISMATCH))
        .hasMessage(
            "Rows of the table do not fit the schema that was asked for: Found null, expecting"
                + " long. Name columns as the table does, and allow null where it does.");
  }

  @Test
  void refusesBytesThatAreNoRow() {
    BlockRows rows = new BlockRows(SESSION, SESSION);
    rows.on(new RowBlock(0, 1, ByteString.EMPTY));

    assertThatThrownBy(rows::next)
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL))
        .hasMessage("A row cannot be decoded by the schema of its read session.");
  }
}
