package dev.penstock.cli.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.cli.column.ColumnList;
import dev.penstock.cli.column.ColumnReport;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JsonLinesSourceTest {
  @TempDir Path folder;

  private Source source(String... documents) throws IOException {
    Path file = folder.resolve("events.jsonl");
    Files.writeString(file, String.join("\n", documents), StandardCharsets.UTF_8);
    return Sources.open(SourceUri.parse("--from", file.toString()), null);
  }

  private SourceTable table(String... documents) throws IOException {
    return source(documents).inspect(Wanted.NOTHING);
  }

  private static Wanted given(String columns) {
    return new Wanted(ColumnList.parse("--columns", columns), List.of(), (done, total) -> {});
  }

  private void assertRefused(String message, String... documents) {
    assertThatThrownBy(() -> table(documents))
        .isInstanceOf(IngestException.class)
        .hasMessage(message.replace("FILE", folder.resolve("events.jsonl").toString()));
  }

  @Test
  void infersTypesOverAllDocumentsAndReadsRowsByThem() throws IOException {
    SourceTable table =
        table(
            "{\"id\": 1, \"price\": 2.50, \"ok\": true, \"day\": \"1970-01-02\", \"name\": \"a\"}",
            "",
            "  ",
            "{\"name\": null, \"id\": 2, \"late\": \"1970-01-01T00:00:01Z\", \"price\": 3}\r");

    assertThat(ReadRows.types(table))
        .isEqualTo("id INT64, price NUMERIC, ok BOOL, day DATE, name STRING, late TIMESTAMP");
    assertThat(ReadRows.of(table))
        .containsExactly("1|2.50|true|1|a|NULL", "2|3|NULL|NULL|NULL|1000000");
    assertThat(table.columns().stream().map(ColumnReport::nulls))
        .containsExactly(0L, 0L, 1L, 1L, 1L, 1L);
    assertThat(table.rowCount()).hasValue(2);
  }

  @Test
  void numbersAndBooleansInStringsAreTexts() throws IOException {
    SourceTable table = table("{\"a\": \"12\", \"b\": \"true\", \"c\": \"1.5\"}");
    assertThat(ReadRows.types(table)).isEqualTo("a STRING, b STRING, c STRING");
  }

  @Test
  void numbersStayExact() throws IOException {
    SourceTable table =
        table(
            "{\"a\": 12345678901234567890, \"b\": 0.1234567890123456789, \"c\": 1e-7}",
            "{\"a\": 1, \"b\": 1, \"c\": 0.5}");
    assertThat(ReadRows.types(table)).isEqualTo("a NUMERIC, b BIGNUMERIC, c FLOAT64");
    assertThat(ReadRows.of(table))
        .containsExactly("12345678901234567890|0.1234567890123456789|1.0E-7", "1|1|0.5");
  }

  @Test
  void objectsAreJsonAsTheyStand() throws IOException {
    SourceTable table =
        table("{\"a\": {\"x\": 1.0, \"y\":[ ]}, \"b\": [1]}", "{\"a\": {}, \"b\": \"text\"}");
    assertThat(ReadRows.types(table)).isEqualTo("a JSON, b JSON");
    assertThat(ReadRows.of(table)).containsExactly("{\"x\": 1.0, \"y\":[ ]}|[1]", "{}|\"text\"");
    assertThat(table.columns().get(1).why()).isEqualTo("objects or arrays beside other values");
    assertThat(table.columns().get(1).counterExample())
        .isEqualTo(new ColumnReport.CounterExample("ARRAY<INT64>", "line 2"));
  }

  @Test
  void arraysOfOneKindOfScalarAreArrays() throws IOException {
    SourceTable table =
        table(
            "{\"n\": [1, 2.5], \"s\": [\"a\", \"2026-01-01\"], \"b\": [true], \"d\": [\"1970-01-02\"]}",
            "{\"n\": [], \"s\": null, \"b\": [false]}");
    assertThat(ReadRows.types(table))
        .isEqualTo("n ARRAY<NUMERIC>, s ARRAY<STRING>, b ARRAY<BOOL>, d ARRAY<DATE>");
    assertThat(ReadRows.of(table))
        .containsExactly("[1, 2.5]|[a, 2026-01-01]|[true]|[1]", "[]|NULL|[false]|NULL");
    assertThat(table.columns().get(1).remark())
        .isEqualTo("BigQuery stores a NULL array as an empty one");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "[1, \"a\"];arrays whose elements are of several types",
        "[1, null];arrays with null elements, which ARRAY does not hold",
        "[[1]];arrays of objects or of arrays",
        "[{\"a\": 1}];arrays of objects or of arrays",
        "[];empty arrays only"
      })
  void otherArraysAreJson(String array, String why) throws IOException {
    SourceTable table = table("{\"a\": " + array + "}");
    assertThat(ReadRows.types(table)).isEqualTo("a JSON");
    assertThat(table.columns().get(0).why()).isEqualTo(why);
    assertThat(ReadRows.of(table)).containsExactly(array);
  }

  /** D-55 */
  @Test
  void d55AKeyWithoutAValueStays() throws IOException {
    SourceTable table = table("{\"a\": null, \"b\": 1}");
    assertThat(ReadRows.types(table)).isEqualTo("a STRING, b INT64");
  }

  @Test
  void valuesOfSeveralTypesAreTextAsTheyAreWritten() throws IOException {
    SourceTable table = table("{\"a\": 1.50}", "{\"a\": \"x\"}", "{\"a\": true}");
    assertThat(ReadRows.types(table)).isEqualTo("a STRING");
    assertThat(ReadRows.of(table)).containsExactly("1.50", "x", "true");
  }

  @Test
  void keysBecomeColumnNames() throws IOException {
    SourceTable table = table("{\"first name\": \"Ada\", \"größe\": 1}");
    assertThat(ReadRows.types(table)).isEqualTo("first_name STRING, gro_e INT64");
    assertThat(ReadRows.of(table)).containsExactly("Ada|1");
  }

  /** D-02 */
  @Test
  void d02KeysThatDifferByCaseAreRefusedWithBothLines() {
    assertRefused(
        "'id' (line 1) and 'Id' (line 2) both become column 'Id': BigQuery tells names apart"
            + " neither by case nor by signs. Rename one of them.",
        "{\"id\": 1}",
        "{\"Id\": 2}");
  }

  @Test
  void refusesKeysThatAreTwiceAtAnyDepth() {
    assertRefused(
        "FILE, line 2: has the key 'a' twice in one object. Send it once.",
        "{\"a\": 1}",
        "{\"a\": 1, \"a\": 2}");
    assertRefused(
        "FILE, line 1: has the key 'x' twice in one object. Send it once.",
        "{\"a\": [{\"x\": {\"x\": 1}, \"y\": 1, \"x\": 2}]}");
  }

  @Test
  void refusesLinesThatAreNoObject() {
    assertRefused(
        "FILE, line 2: is no JSON from column 10 on. Put one whole object on each line.",
        "{\"a\": 1}",
        "{\"a\": 1, ");
    assertRefused("FILE, line 1: is no JSON object. Put one object on each line.", "[1]");
    assertRefused(
        "FILE, line 1: has something behind its object. Put one object on each line.",
        "{\"a\": 1} {\"a\": 2}");
    assertRefused("FILE, line 1: is an object without keys. Give it at least one.", "{}");
    assertRefused("FILE has no row, so its columns are unknown. Name a file that has.", "");
  }

  @Test
  void refusesLinesAboveTheLimit() throws IOException {
    Path file = folder.resolve("events.jsonl");
    Files.writeString(file, "{\"a\":1}\n{\"a\": \"" + "x".repeat(2000) + "\"}");
    Source source =
        Sources.open(SourceUri.parse("--from", "jsonl://" + file + "?max-row-bytes=1024"), null);

    assertThatThrownBy(() -> source.inspect(Wanted.NOTHING))
        .hasMessage(
            file
                + ", line 2: has more than 1024 bytes, the limit max-row-bytes. Check that each"
                + " document has a line of its own, or raise the limit.");
  }

  @Test
  void refusesOtherEncodings() throws IOException {
    Path file = folder.resolve("events.jsonl");
    Files.write(file, "\uFEFF{\"a\":1}".getBytes(StandardCharsets.UTF_16LE));
    Source source = Sources.open(SourceUri.parse("--from", file.toString()), null);
    assertThatThrownBy(() -> source.inspect(Wanted.NOTHING))
        .hasMessage(file + ", line 1: is UTF-16, and JSON lines are UTF-8. Convert the file.");

    Files.write(file, new byte[] {0, 0, '{', 0, '}'});
    assertThatThrownBy(() -> source.inspect(Wanted.NOTHING))
        .hasMessageStartingWith(file + ", line 1: is no ");
    Files.write(file, new byte[] {'{', '"', 'a', '"', ':', '"', (byte) 0xFF, '"', '}'});
    assertThatThrownBy(() -> source.inspect(Wanted.NOTHING))
        .hasMessageStartingWith(file + ", line 1: is no ");

    Files.write(file, "\uFEFF{\"a\":1}".getBytes(StandardCharsets.UTF_8));
    assertThat(ReadRows.types(source.inspect(Wanted.NOTHING))).isEqualTo("a INT64");
  }

  @Test
  void givenTypesWinAndAreCheckedInAllDocuments() throws IOException {
    SourceTable table =
        source("{\"at\": \"1970-01-01T00:00:01\", \"n\": 7}")
            .inspect(given("at:STRING,n:NUMERIC(3,1)"));
    assertThat(ReadRows.types(table)).isEqualTo("at STRING, n NUMERIC(3,1)");
    assertThat(ReadRows.of(table)).containsExactly("1970-01-01T00:00:01|7");

    Source bad = source("{\"n\": 7, \"o\": {}}", "{\"n\": 7.25}");
    assertThatThrownBy(() -> bad.inspect(given("n:NUMERIC(3,1)")))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ROW_INVALID))
        .hasMessage(
            folder.resolve("events.jsonl")
                + ", line 2: Column 'n' is NUMERIC(3, 1), and the value has more than 1 fraction"
                + " digits. Round the value or widen the column. --columns n:STRING takes it as it"
                + " is.");
  }

  @Test
  void takesTheTypesOfTheTableThatExists() throws IOException {
    Column struct =
        Column.struct(
            "address", ColumnMode.REPEATED, List.of(Column.nullable("zip", ColumnType.STRING)));
    Wanted live = new Wanted(List.of(), List.of(struct), (done, total) -> {});
    SourceTable table =
        source("{\"address\": [{\"zip\": \"01067\"}, {\"zip\": null}]}").inspect(live);

    assertThat(ReadRows.types(table)).isEqualTo("address ARRAY<STRUCT<zip STRING>>");
    assertThat(ReadRows.of(table)).containsExactly("[{01067}, {NULL}]");
  }
}
