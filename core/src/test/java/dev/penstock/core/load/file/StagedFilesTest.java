package dev.penstock.core.load.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.append.TextRow;
import dev.penstock.core.encode.RowFault;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.load.plan.StagedFile;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.time.FakeTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.SeekableByteArrayInput;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StagedFilesTest {
  private static final SourceSchema SOURCE =
      new SourceSchema(
          List.of(
              SourceField.of("id", ValueKind.LONG, false),
              SourceField.of("name", ValueKind.TEXT, true)));
  private static final TableSchema COLUMNS =
      new TableSchema(
          List.of(
              Column.nullable("id", ColumnType.INT64), Column.nullable("name", ColumnType.STRING)));

  private final FakeStore store = new FakeStore();
  private final FakeTime time = new FakeTime();
  private StagedFiles files = open(StagingOptions.defaults());

  private StagedFiles open(StagingOptions options) {
    return new StagedFiles(store, "run_1/w0", options, time);
  }

  private void reopen(StagingOptions.Builder options) {
    files.close();
    files = open(options.build());
  }

  @AfterEach
  void close() {
    files.close();
  }

  private static StagedTable table(String name) {
    return new StagedTable(new Destination("p", "d", name), SOURCE, COLUMNS, List.of());
  }

  private void append(StagedTable table, int id, String name) {
    assertThat(files.append(table, new TextRow(id, name))).isNull();
  }

  private List<String> rows(StagedFile file) throws IOException {
    List<String> rows = new ArrayList<>();
    try (DataFileReader<GenericRecord> reader =
        new DataFileReader<>(
            new SeekableByteArrayInput(store.file(file.uri())), new GenericDatumReader<>())) {
      reader.forEach(row -> rows.add(row.get("id") + " " + row.get("name")));
    }
    return rows;
  }

  private static String random(Random random, int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append((char) ('!' + random.nextInt(90)));
    }
    return text.toString();
  }

  @Test
  void rowsOfATableLieInItsFileWithItsSizeAndAddress() throws IOException {
    StagedTable a = table("a");
    StagedTable b = table("b");
    append(a, 1, "x");
    append(b, 2, "y");
    append(a, 3, "z");

    List<StagedFile> staged = files.finish();

    assertThat(staged)
        .extracting(StagedFile::uri)
        .containsExactly("gs://b/run_1/w0/p.d.b/1.avro", "gs://b/run_1/w0/p.d.a/0.avro");
    assertThat(rows(staged.get(1))).containsExactly("1 x", "3 z");
    assertThat(staged.get(1).bytes()).isEqualTo(store.file(staged.get(1).uri()).length);
    assertThat(files.finish()).isEmpty();
    append(a, 4, "again");
    assertThat(files.finish())
        .extracting(StagedFile::uri)
        .containsExactly("gs://b/run_1/w0/p.d.a/2.avro");
  }

  @Test
  void everyCodecIsReadByOthers() throws IOException {
    assertThat(FileCodec.best()).isEqualTo(FileCodec.ZSTD);
    for (FileCodec codec : FileCodec.values()) {
      reopen(StagingOptions.builder().codec(codec).blockBytes(100));
      StagedTable table = table("t" + codec);
      for (int id = 0; id < 100; id++) {
        append(table, id, "row");
      }

      assertThat(rows(files.finish().get(0))).hasSize(100).contains("99 row");
    }
  }

  @Test
  void aFileEndsAtItsSize() throws IOException {
    reopen(StagingOptions.builder().maxFileBytes(10_000).blockBytes(1_000).codec(FileCodec.NONE));
    StagedTable table = table("t");
    for (int id = 0; id < 100; id++) {
      append(table, id, "x".repeat(500));
    }

    List<StagedFile> staged = files.finish();

    // A file ends with the block that fills it.
    assertThat(staged).hasSize(5).allMatch(file -> file.bytes() < 11_100);
    int count = 0;
    for (StagedFile file : staged) {
      count += rows(file).size();
    }
    assertThat(count).isEqualTo(100);
  }

  @Test
  void theFileThatGotNoRowForLongestEndsForAnother() {
    reopen(StagingOptions.builder().maxOpenFiles(2));
    StagedTable a = table("a");
    append(a, 1, "");
    append(table("b"), 2, "");
    append(a, 3, "");
    append(table("c"), 4, "");

    assertThat(store.count()).isEqualTo(1);
    assertThat(files.counts().capacityEvictions()).isEqualTo(1);
    assertThat(files.counts().openFiles()).isEqualTo(2);
    assertThat(files.counts().pendingFiles()).isEqualTo(3);
    assertThat(files.finish())
        .extracting(file -> file.destination().table())
        .containsExactly("b", "a", "c");
  }

  @Test
  void aFileWithoutRowsForAWhileEnds() {
    StagedTable a = table("a");
    append(a, 1, "");
    time.advance(Duration.ofSeconds(40));
    append(table("b"), 2, "");
    files.endIdle();
    assertThat(store.count()).isZero();

    time.advance(Duration.ofSeconds(20));
    files.endIdle();

    assertThat(store.count()).isEqualTo(1);
    assertThat(files.counts().idleEvictions()).isEqualTo(1);
    append(a, 3, "");
    assertThat(files.finish()).hasSize(3);
    assertThat(files.counts().activations()).isEqualTo(3);
    assertThat(files.counts().files()).isEqualTo(3);
    assertThat(files.counts().rows()).isEqualTo(3);
  }

  @Test
  void moreFilesThanMayWaitAreRefusedBeforeOneIsOpened() {
    reopen(StagingOptions.builder().maxOpenFiles(1).maxPendingFiles(2));
    append(table("a"), 1, "");
    append(table("b"), 2, "");

    assertThatThrownBy(() -> files.append(table("c"), new TextRow(3, "")))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_OPTION))
        .hasMessage(
            "maxPendingFiles: 2 (expected: more than the 2 files that wait for the next commit)."
                + " Commit more often, let files grow larger, write fewer tables at once, or raise"
                + " it where there is memory.");
    assertThatThrownBy(files::finish).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aRowThatIsTooLargeOpensNoFile() throws IOException {
    reopen(StagingOptions.builder().maxRowBytes(100));
    StagedTable table = table("t");

    RowFault fault = files.append(table, new TextRow(1, "x".repeat(100)));

    assertThat(fault)
        .isNotNull()
        .satisfies(refused -> assertThat(refused.code()).isEqualTo(ErrorCode.ROW_TOO_LARGE));
    assertThat(files.finish()).isEmpty();
    append(table, 2, "x");
    assertThat(files.append(table, new TextRow(3, "x".repeat(100)))).isNotNull();
    append(table, 4, "y");
    assertThat(rows(files.finish().get(0))).containsExactly("2 x", "4 y");
    assertThat(files.counts().rows()).isEqualTo(2);
  }

  @Test
  void rowsOfAnotherSchemaBeginAnotherFile() throws IOException {
    append(table("t"), 1, "x");
    append(table("t"), 2, "y");

    List<StagedFile> staged = files.finish();

    assertThat(staged).hasSize(2);
    assertThat(rows(staged.get(1))).containsExactly("2 y");
  }

  @Test
  void rowsThatNoFileHoldsAreRefused() {
    StagedTable table =
        new StagedTable(
            new Destination("p", "d", "t"),
            SOURCE,
            new TableSchema(List.of(Column.nullable("id", ColumnType.INT64))),
            List.of());

    assertThatThrownBy(() -> files.append(table, new TextRow(1, "x")))
        .hasMessage(
            "Rows for p.d.t carry columns that the table lacks: [name]. Add the columns, or leave"
                + " the fields out.");
  }

  @Test
  void allFilesAreFinishedAlsoWhenSomeFail() {
    reopen(StagingOptions.builder().concurrentFinishes(3));
    for (int i = 0; i < 5; i++) {
      append(table("t" + i), i, "");
    }
    store.fail();

    assertThatThrownBy(() -> files.finish())
        .hasMessage("run_1/w0/p.d.t0/0.avro cannot be stored")
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(4));
  }

  @Test
  void severalFilesAreFinishedAtOnce() {
    reopen(StagingOptions.builder().concurrentFinishes(8));
    for (int i = 0; i < 16; i++) {
      append(table("t" + i), i, "");
    }

    assertThat(files.finish()).hasSize(16);
    assertThat(store.count()).isEqualTo(16);
  }

  @Test
  void chunksGrowUpToTheirSize() throws IOException {
    reopen(StagingOptions.builder().chunkBytes(256 << 10).codec(FileCodec.NONE));
    StagedTable table = table("t");
    Random random = new Random(3);
    List<String> expected = new ArrayList<>();
    for (int id = 0; id < 40; id++) {
      String text = random(random, 20_000);
      append(table, id, text);
      expected.add(id + " " + text);
    }

    assertThat(rows(files.finish().get(0))).isEqualTo(expected);
  }

  @Test
  void optionsAreWithinTheirBounds() {
    assertThatThrownBy(() -> StagingOptions.builder().maxPendingFiles(15).build())
        .hasMessage("maxPendingFiles: 15 (expected: at least maxOpenFiles, 16)");
    assertThatThrownBy(() -> StagingOptions.builder().concurrentFinishes(9).build())
        .hasMessage("concurrentFinishes: 9 (expected: 1..8)");
    assertThatThrownBy(() -> StagingOptions.builder().idleTimeout(Duration.ZERO).build())
        .hasMessage("idleTimeout: PT0S (expected: above PT0S)");
    assertThatThrownBy(() -> StagingOptions.builder().chunkBytes(300_000).build())
        .hasMessage("chunkBytes: 300000 (expected: a multiple of 262144)");
    assertThatThrownBy(() -> StagingOptions.builder().maxFileBytes(0).build())
        .hasMessage("maxFileBytes: 0 (expected: at least 1)");
  }
}
