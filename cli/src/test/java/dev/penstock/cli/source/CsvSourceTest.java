package dev.penstock.cli.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.cli.column.ColumnList;
import dev.penstock.cli.column.ColumnReport;
import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CsvSourceTest {
  @TempDir Path folder;

  private Source source(String options, byte[] content) throws IOException {
    Path file = folder.resolve("orders.csv");
    Files.write(file, content);
    return Sources.open(SourceUri.parse("--from", "csv://" + file + options), null);
  }

  private SourceTable table(String options, String content) throws IOException {
    return source(options, content.getBytes(StandardCharsets.UTF_8)).inspect(Wanted.NOTHING);
  }

  private void assertRefused(String options, String content, ErrorCode code, String message) {
    assertThatThrownBy(() -> table(options, content))
        .isInstanceOfSatisfying(IngestException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessage(message.replace("FILE", folder.resolve("orders.csv").toString()));
  }

  @Test
  void infersTypesAndReadsRowsByThem() throws IOException {
    SourceTable table =
        table(
            "",
            """
            id,price,paid,day,at,name
            1,2.50,true,2026-01-31,1970-01-01T00:00:01Z,"Müller, ""Max""\"
            -2,,false,1970-01-02,1970-01-01 00:00:02+00:00,"two
            lines"
            """);

    assertThat(ReadRows.types(table))
        .isEqualTo("id INT64, price NUMERIC, paid BOOL, day DATE, at TIMESTAMP, name STRING");
    assertThat(ReadRows.of(table))
        .containsExactly(
            "1|2.50|true|20484|1000000|Müller, \"Max\"", "-2|NULL|false|1|2000000|two\nlines");
    assertThat(ReadRows.of(table)).hasSize(2);
    assertThat(table.rowCount()).hasValue(2);
    assertThat(table.primaryKey()).isEmpty();
  }

  @Test
  void explainsItself() throws IOException {
    SourceTable table = table("", "id,zip\n1,10115\n2,01067\n3.5,\n");

    ColumnReport id = table.columns().get(0);
    assertThat(id.why()).isEqualTo("decimal numbers, 1 digit behind the point at most");
    assertThat(id.counterExample()).isEqualTo(new ColumnReport.CounterExample("INT64", "line 4"));
    ColumnReport zip = table.columns().get(1);
    assertThat(zip.column().type()).isEqualTo(ColumnType.STRING);
    assertThat(zip.nulls()).isEqualTo(1);
    assertThat(zip.longestText()).isEqualTo(5);
  }

  @Test
  void namesTheLineOnWhichARecordBegins() throws IOException {
    SourceTable table = table("", "a,b\n1,\"x\ny\"\n\n2,z\n");
    List<String> positions = new ArrayList<>();
    try (RowCursor rows = table.rows()) {
      while (rows.next()) {
        positions.add(rows.position());
      }
    }
    assertThat(positions).containsExactly("line 2", "line 5");
  }

  @Test
  void readsMoreRecordsThanAreParsedAhead() throws IOException {
    StringBuilder content = new StringBuilder("id,text\n");
    for (int i = 1; i <= 5_000; i++) {
      content.append(i).append(",row ").append(i).append('\n');
    }
    String large = "x".repeat(300_000);
    content.append("5001,").append(large).append("\n5002,\"end\"\n");

    assertThat(ReadRows.of(table("", content.toString())))
        .hasSize(5_002)
        .contains("1024|row 1024", "1025|row 1025")
        .endsWith("5000|row 5000", "5001|" + large, "5002|end");
    assertRefused(
        "",
        content + "5003\n",
        ErrorCode.ROW_INVALID,
        "FILE, line 5004: has 1 cell for 2 columns. Correct it, or read the file as"
            + " 'csv://PATH?short-rows=null'.");
  }

  @Test
  void endsItsThreadWhenClosedBeforeTheEnd() throws IOException {
    SourceTable table = table("", "id\n" + "1\n".repeat(20_000));

    try (RowCursor rows = table.rows()) {
      assertThat(rows.next()).isTrue();
    }

    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain("penstock-csv");
  }

  @Test
  void emptyCellsAreNullAndQuotedEmptyCellsAreTexts() throws IOException {
    assertThat(ReadRows.of(table("", "a,b\n,\"\"\n"))).containsExactly("NULL|");
    assertThat(ReadRows.of(table("?empty=text&quoted-empty=null", "a,b\n,\"\"\n")))
        .containsExactly("|NULL");
    assertThat(ReadRows.of(table("?null=\\N&empty=text", "a,b,c\n\\N,\"\\N\",\n")))
        .containsExactly("NULL|\\N|");
  }

  @Test
  void takesOtherNotations() throws IOException {
    assertThat(ReadRows.of(table("?delimiter=%3B&quote='", "a;b\n'1;2';\"x\"\n")))
        .containsExactly("1;2|\"x\"");
    assertThat(ReadRows.of(table("?delimiter=tab&quote=none", "a\tb\n\"1\t2\"\n")))
        .containsExactly("\"1|2\"");
    SourceTable headless = table("?header=false", "7,x\n8,y\n");
    assertThat(ReadRows.types(headless)).isEqualTo("column_1 INT64, column_2 STRING");
    assertThat(ReadRows.of(headless)).containsExactly("7|x", "8|y");
    assertThat(ReadRows.types(table("?header=false&names=id,name", "7,x\n")))
        .isEqualTo("id INT64, name STRING");
    assertThat(ReadRows.types(table("?names=id,name", "a,a\n7,x\n")))
        .isEqualTo("id INT64, name STRING");
  }

  @Test
  void unpacksGzipByTheEnding() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write("a\n1\n".getBytes(StandardCharsets.UTF_8));
    }
    Path file = folder.resolve("small-orders.csv.gz");
    Files.write(file, packed.toByteArray());
    Source source = Sources.open(SourceUri.parse("--from", file.toString()), null);

    assertThat(source.tableName()).isEqualTo("small_orders");
    assertThat(ReadRows.of(source.inspect(Wanted.NOTHING))).containsExactly("1");
  }

  @Test
  void refusesGzipThatEndsEarly() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write("a\n1\n".getBytes(StandardCharsets.UTF_8));
    }
    Path file = folder.resolve("cut.csv.gz");
    Files.write(file, Arrays.copyOf(packed.toByteArray(), packed.size() - 4));
    Source source = Sources.open(SourceUri.parse("--from", file.toString()), null);

    assertThatThrownBy(() -> source.inspect(Wanted.NOTHING))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
        .hasMessage(
            file
                + " cannot be read: EOFException. Check that it is whole and that you may read it.");
  }

  @Test
  void refusesRowsOfAnotherWidthUnlessToldWhatToDo() throws IOException {
    assertRefused(
        "",
        "a,b\n1,2\n3\n",
        ErrorCode.ROW_INVALID,
        "FILE, line 3: has 1 cell for 2 columns. Correct it, or read the file as"
            + " 'csv://PATH?short-rows=null'.");
    assertRefused(
        "",
        "a,b\n1,2,3\n",
        ErrorCode.ROW_INVALID,
        "FILE, line 2: has 3 cells for 2 columns. Correct it, or read the file as"
            + " 'csv://PATH?long-rows=cut'.");
    assertRefused(
        "?header=false",
        "1;2\n1,5;2\n",
        ErrorCode.ROW_INVALID,
        "FILE, line 2: has 2 cells for 1 column. Correct it, or read the file as"
            + " 'csv://PATH?long-rows=cut', or with its delimiter, as"
            + " 'csv://PATH?delimiter=;'.");
    assertThat(ReadRows.of(table("?short-rows=null&long-rows=cut", "a,b\n1\n2,3,4\n")))
        .containsExactly("1|NULL", "2|3");
  }

  @Test
  void blankLinesAreWhatTheUserSays() throws IOException {
    assertThat(ReadRows.of(table("", "a\n\n1\n\n\n2"))).containsExactly("1", "2");
    assertThat(ReadRows.of(table("?blank-lines=null", "a\n1\n\n2\n")))
        .containsExactly("1", "NULL", "2");
    assertRefused(
        "?blank-lines=refuse",
        "a\n1\n\n2\n",
        ErrorCode.ROW_INVALID,
        "FILE, line 3: is blank. Take it out, or read the file with blank-lines=skip or null.");
  }

  @Test
  void refusesOneColumnThatHoldsAnotherDelimiter() throws IOException {
    assertRefused(
        "",
        "id;v\n1;x\n",
        ErrorCode.ROW_INVALID,
        "FILE, line 1: has one column, and ';' in it. If that is the delimiter, read the file as"
            + " 'csv://PATH?delimiter=;', else name the right one there.");
    assertThat(ReadRows.of(table("?delimiter=,", "id;v\n1;x\n"))).containsExactly("1;x");
  }

  @Test
  void refusesQuotesThatAreWrongAndTellsNothingOfTheCell() throws IOException {
    assertRefused(
        "",
        "a,b\n1,2\n3,\"secret\n4,5\n",
        ErrorCode.ROW_INVALID,
        "FILE, line 3: has a quoted cell that is never closed. Close it, or read the file with"
            + " quote=none.");
    assertRefused(
        "",
        "a,b\n1,2\n3,\"se\"cret\n4,5\n",
        ErrorCode.ROW_INVALID,
        "FILE, line 3: has characters behind a closing quote. Double the quotes inside of cells, or"
            + " read the file with quote=none.");
  }

  @Test
  void refusesCellsAboveTheLimit() {
    assertRefused(
        "?max-row-bytes=1024",
        "a,b\n1," + "é".repeat(513) + "\n",
        ErrorCode.ROW_INVALID,
        "FILE, line 2: has more than 1024 bytes, the limit max-row-bytes. Check its quotes, or"
            + " raise the limit.");
    assertRefused(
        "?max-row-bytes=1024",
        "a,b\n1,2\n1,\"" + "x".repeat(200_000) + "\n",
        ErrorCode.ROW_INVALID,
        "FILE, line 3: has more than 1024 bytes, the limit max-row-bytes. Check its quotes, or"
            + " raise the limit.");
  }

  /** D-02 */
  @Test
  void d02HeaderNamesThatAreTwiceAreRefusedWithBothPlaces() {
    assertRefused(
        "",
        "id,name,ID\n1,2,3\n",
        ErrorCode.SCHEMA_MISMATCH,
        "'id' (header cell 1) and 'ID' (header cell 3) both become column 'ID': BigQuery tells"
            + " names apart neither by case nor by signs. Rename one of them.");
  }

  @Test
  void refusesFilesWithoutColumns() {
    assertRefused(
        "",
        "",
        ErrorCode.ROW_INVALID,
        "FILE has no header, so its columns are unknown. Name a file that has one, or tell the"
            + " columns, as --columns=id:INT64,name:STRING.");
    assertRefused(
        "?header=false",
        "\n",
        ErrorCode.ROW_INVALID,
        "FILE has no row, so its columns are unknown. Name a file that has one, or tell the"
            + " columns, as --columns=id:INT64,name:STRING.");
  }

  @ParameterizedTest
  @CsvSource({"'',''", "?header=false,''", "'','\n'"})
  void aFileWithoutAByteHasTheColumnsThatAreTold(String options, String content)
      throws IOException {
    SourceTable table =
        source(options, content.getBytes(StandardCharsets.UTF_8))
            .inspect(
                new Wanted(
                    ColumnList.parse("--columns", "id:INT64,name:STRING"),
                    List.of(),
                    (done, total) -> {}));

    assertThat(ReadRows.types(table)).isEqualTo("id INT64, name STRING");
    assertThat(table.rowCount()).hasValue(0);
    assertThat(ReadRows.of(table)).isEmpty();
  }

  @Test
  void aFileWithoutAByteHasTheNamesOfItsOptions() throws IOException {
    SourceTable table = table("?names=id,name", "");

    assertThat(ReadRows.types(table)).isEqualTo("id STRING, name STRING");
    assertThat(ReadRows.of(table)).isEmpty();
  }

  @Test
  void aHeaderAloneIsATableWithoutRows() throws IOException {
    SourceTable table = table("", "a,b\n");
    assertThat(ReadRows.types(table)).isEqualTo("a STRING, b STRING");
    assertThat(table.rowCount()).hasValue(0);
    assertThat(ReadRows.of(table)).isEmpty();
  }

  @Test
  void givenTypesWinOverWhatValuesLookLike() throws IOException {
    SourceTable table =
        source("", "zip,price,Day\n01067,1.50,2026-01-31\n".getBytes(StandardCharsets.UTF_8))
            .inspect(
                new Wanted(
                    ColumnList.parse("--columns", "ZIP:INT64,price:NUMERIC(10,2)"),
                    List.of(
                        Column.of("price", ColumnType.STRING, ColumnMode.NULLABLE),
                        Column.of("day", ColumnType.STRING, ColumnMode.REQUIRED)),
                    (done, total) -> {}));

    assertThat(ReadRows.types(table)).isEqualTo("zip INT64, price NUMERIC(10,2), day STRING");
    assertThat(ReadRows.of(table)).containsExactly("1067|1.50|2026-01-31");
    assertThat(table.columns().get(0).why()).isEqualTo("given by --columns");
    assertThat(table.columns().get(2).why()).isEqualTo("the type of the table's column");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "c:INT64|Column 'c' is INT64, and the text of the cell is no such value. It takes a whole number of 64 bits."
            + " Correct the cell, or make the column STRING. --columns c:STRING takes it as it is.",
        "c:NUMERIC(3,1)|Column 'c' is NUMERIC(3, 1), and the value has more than 1 fraction digits."
            + " Round the value or widen the column. --columns c:STRING takes it as it is.",
        "c:STRING(3)|Column 'c' is STRING(3), and the value has more characters. Shorten the value"
            + " or widen the column. --columns c:STRING takes it as it is."
      })
  void givenTypesAreCheckedInAllRowsAndTheValueIsNotTold(String columns, String message)
      throws IOException {
    Source source = source("", "c\n1\n\n2\n3.25\n".getBytes(StandardCharsets.UTF_8));
    Wanted wanted =
        new Wanted(ColumnList.parse("--columns", columns), List.of(), (done, total) -> {});

    assertThatThrownBy(() -> source.inspect(wanted))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ROW_INVALID))
        .hasMessage(folder.resolve("orders.csv") + ", line 5: " + message);
  }

  @Test
  void refusesGivenColumnsThatAreNotThere() throws IOException {
    Source source = source("", "a,b\n1,2\n".getBytes(StandardCharsets.UTF_8));
    Wanted wanted =
        new Wanted(ColumnList.parse("--columns", "x:INT64"), List.of(), (done, total) -> {});

    assertThatThrownBy(() -> source.inspect(wanted))
        .hasMessage("--columns: x (expected: columns of the source: a, b)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "?delim=x|delim: no option of csv:// (expected: delimiter, quote, encoding, header, names,"
            + " null, empty, quoted-empty, short-rows, long-rows, blank-lines, max-row-bytes)",
        "?delimiter=,,|delimiter: ,, (expected: one ASCII character, or tab)",
        "?quote=,|quote: the delimiter (expected: one ASCII character, or none)",
        "?header=no|header: no (expected: true or false)",
        "?encoding=klingon|encoding: klingon (expected: the name of a character set, as"
            + " ISO-8859-1)",
        "?blank-lines=keep|blank-lines: keep (expected: skip, null or refuse)",
        "?max-row-bytes=1|max-row-bytes: 1 (expected: 1024..100000000)",
        "?names=a,b,c|names: 3 (expected: 2, one for each column)"
      })
  void refusesOptionsByName(String options, String message) {
    assertRefused(options, "a,b\n1,2\n", ErrorCode.INVALID_OPTION, message);
  }

  @Test
  void refusesWhatIsNoFile() {
    assertThatThrownBy(() -> Sources.open(SourceUri.parse("--from", "csv://-"), null))
        .hasMessage(
            "'csv://-': standard input cannot be read, because a file is read twice: for its types"
                + " and for its rows. Write it to a file first.");
    assertThatThrownBy(() -> Sources.open(SourceUri.parse("--from", folder + "/x.csv"), null))
        .hasMessageStartingWith(folder + "/x.csv does not exist, seen from ");
    assertThatThrownBy(() -> Sources.open(SourceUri.parse("--from", "csv://a%00b"), null))
        .hasMessage("a?b is no path: Nul character not allowed. Name a file.");
    assertThatThrownBy(() -> Sources.open(SourceUri.parse("--from", "csv://" + folder), null))
        .hasMessage(folder + " is no file. Name a file that can be read.");
  }

  @Test
  void theLanguageOfTheMachineDoesNotMatter() throws IOException {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("tr-TR"));
    try {
      SourceTable table = table("", "ID,TITLE\n1,TRUE\n2,true\n");
      assertThat(ReadRows.types(table)).isEqualTo("ID INT64, TITLE BOOL");
      assertThat(ReadRows.types(table("?header=false&names=I,x", "1.5,a\n")))
          .isEqualTo("I NUMERIC, x STRING");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void tellsHowFarItGot() throws IOException {
    StringBuilder content = new StringBuilder("a\n");
    content.append("123456789\n".repeat(300_000));
    List<Long> told = new ArrayList<>();
    source("", content.toString().getBytes(StandardCharsets.UTF_8))
        .inspect(
            new Wanted(
                List.of(),
                List.of(),
                (done, total) -> {
                  assertThat(total).isEqualTo(3_000_002);
                  told.add(done);
                }));
    assertThat(told).isNotEmpty().isSorted();
  }
}
