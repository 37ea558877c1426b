package dev.penstock.core.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.append.TextRow;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.load.file.FileCodec;
import dev.penstock.core.load.file.JoinedChunks;
import dev.penstock.core.load.file.UploadBuffer;
import dev.penstock.core.model.Destination;
import dev.penstock.core.table.LiveTable;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.time.FakeTime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.SeekableByteArrayInput;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

/** Where the blocks of a file end. */
class RowFileTest {
  private static final int MAX_BLOCK_BYTES = 16_000_000;

  /** The id, which of a union the text is, and the length of a large one. */
  private static final int FRAME_BYTES = 1 + 1 + 4;

  private static final SourceSchema ROWS =
      new SourceSchema(
          List.of(
              SourceField.of("id", ValueKind.LONG, false),
              SourceField.of("note", ValueKind.TEXT, true)));
  private final JoinedChunks chunks = new JoinedChunks();

  private static LiveTable table() {
    try (FakeUploads server = FakeUploads.start();
        BigQueryConnection connection =
            BigQueryConnection.open(
                new Endpoint.Emulator(server.uri(), "127.0.0.1:1"), "p", "test/1")) {
      return new TableAdmin(connection, new FakeTime())
          .find(new Destination("p", "d", "t"))
          .orElseThrow();
    }
  }

  private void write(List<TextRow> rows) {
    JobLoadOptions options =
        JobLoadOptions.builder()
            .chunkBytes(JobLoadOptions.CHUNK_UNIT)
            .blockBytes(64 << 10)
            .codec(FileCodec.NONE)
            .build();
    try (RowFile file =
            new RowFile(
                ROWS, table(), options, new UploadBuffer(options.chunkBytes(), chunks), "job_1");
        ListCursor cursor = new ListCursor(ROWS, rows)) {
      while (cursor.next()) {
        file.add(cursor);
      }
      file.finish();
    }
  }

  /** Rows and bytes of each block: {@code 2 rows, 20 bytes}. */
  private List<String> blocks() throws IOException {
    List<String> blocks = new ArrayList<>();
    try (DataFileReader<GenericRecord> reader =
        new DataFileReader<>(
            new SeekableByteArrayInput(chunks.file()), new GenericDatumReader<>())) {
      while (reader.hasNext()) {
        blocks.add(reader.getBlockCount() + " rows, " + reader.getBlockSize() + " bytes");
        var unused = reader.nextBlock();
      }
    }
    return blocks;
  }

  private static TextRow row(int id, int bytes) {
    return new TextRow(id, "x".repeat(bytes));
  }

  @Test
  void aRowAsLargeAsABlockHasOneOfItsOwn() throws IOException {
    write(List.of(row(1, 3), row(2, MAX_BLOCK_BYTES - FRAME_BYTES), row(3, 3), row(4, 3)));

    assertThat(blocks())
        .containsExactly("1 rows, 6 bytes", "1 rows, 16000000 bytes", "2 rows, 12 bytes");
  }

  @Test
  void aLargeRowGoesIntoTheBlockThatHasRoomForIt() throws IOException {
    write(List.of(row(1, 3), row(2, MAX_BLOCK_BYTES - FRAME_BYTES - 6), row(3, 3)));

    assertThat(blocks()).containsExactly("2 rows, 16000000 bytes", "1 rows, 6 bytes");
  }

  @Test
  void aRowAboveABlockIsRefusedWithItsPlace() {
    assertThatThrownBy(() -> write(List.of(row(1, 3), row(2, MAX_BLOCK_BYTES - FRAME_BYTES + 1))))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ROW_TOO_LARGE))
        .hasMessage(
            "Loading p.d.t failed at line 3: The row takes more than 16000000 bytes, the most one"
                + " block of an Avro file has room for. Shorten or leave out its large columns, or"
                + " load it by write streams, whose requests have room for more.");
  }
}
