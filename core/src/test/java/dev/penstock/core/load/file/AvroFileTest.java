package dev.penstock.core.load.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.core.append.TextRow;
import dev.penstock.core.encode.AvroSchema;
import dev.penstock.core.encode.RowBuffer;
import dev.penstock.core.encode.RowEncoder;
import dev.penstock.core.encode.RowPlan;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.SeekableByteArrayInput;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files as Avro's own reader reads them. */
class AvroFileTest {
  private static final int CHUNK_BYTES = 100;
  private static final SourceSchema SOURCE =
      new SourceSchema(
          List.of(
              SourceField.of("id", ValueKind.LONG, false),
              SourceField.of("name", ValueKind.TEXT, true)));
  private static final TableSchema TABLE =
      new TableSchema(
          List.of(
              Column.nullable("id", ColumnType.INT64), Column.nullable("name", ColumnType.STRING)));

  private static RowBuffer rows(int first, int last) {
    RowPlan.Outcome outcome = RowPlan.compileForAvro(SOURCE, TABLE, List.of());
    if (!(outcome instanceof RowPlan.Outcome.Ready ready)) {
      throw new AssertionError(outcome);
    }
    RowBuffer buffer = new RowBuffer(64);
    RowEncoder encoder = new RowEncoder(1_000);
    for (int id = first; id <= last; id++) {
      assertThat(encoder.encode(ready.plan(), new TextRow(id, "row " + id), null, buffer)).isNull();
    }
    return buffer;
  }

  private static List<String> read(byte[] file) throws IOException {
    List<String> rows = new ArrayList<>();
    try (DataFileReader<GenericRecord> reader =
        new DataFileReader<>(new SeekableByteArrayInput(file), new GenericDatumReader<>())) {
      reader.forEach(row -> rows.add(row.get("id") + " " + row.get("name")));
    }
    return rows;
  }

  @ParameterizedTest
  @EnumSource(FileCodec.class)
  void holdsTheRowsOfItsBlocks(FileCodec codec) throws IOException {
    JoinedChunks joined = new JoinedChunks();
    UploadBuffer out = new UploadBuffer(CHUNK_BYTES, joined);
    try (BlockCompressor compressor = codec.compressor()) {
      AvroFile file = new AvroFile(out, codec, compressor, "job_1");
      file.writeHeader(AvroSchema.of(SOURCE, TABLE).json());
      file.writeBlock(rows(1, 50));
      file.writeBlock(rows(51, 51));
    }
    out.finish();

    List<String> rows = read(joined.file());
    assertThat(rows).hasSize(51).startsWith("1 row 1").endsWith("50 row 50", "51 row 51");
    assertThat(out.total()).isEqualTo(joined.file().length);
  }

  @Test
  void everyChunkButTheLastIsFullAndTheLastIsNotEmpty() {
    JoinedChunks joined = new JoinedChunks();
    UploadBuffer out = new UploadBuffer(CHUNK_BYTES, joined);

    out.write(new byte[250], 10, 230);
    out.write(new byte[70], 0, 70);
    out.finish();

    assertThat(joined.sizes()).containsExactly(100, 100, 100);
  }
}
