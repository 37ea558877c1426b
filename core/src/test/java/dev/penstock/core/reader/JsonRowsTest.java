package dev.penstock.core.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.encode.RowFault;
import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which documents are rows, and how they are read. */
final class JsonRowsTest {
  private static final TableSchema TABLE =
      new TableSchema(
          List.of(
              Column.of("Id", ColumnType.INT64, ColumnMode.REQUIRED),
              new Column("name", ColumnType.STRING, ColumnMode.NULLABLE, List.of(), null, null, 5L),
              Column.struct(
                  "points",
                  ColumnMode.REPEATED,
                  List.of(
                      Column.of("x", ColumnType.FLOAT64, ColumnMode.REQUIRED),
                      Column.of("tags", ColumnType.STRING, ColumnMode.REPEATED))),
              new Column("n", ColumnType.NUMERIC, ColumnMode.NULLABLE, List.of(), 5, 2, null)));

  private final JsonRows json = JsonRows.of(TABLE, JsonOptions.DEFAULTS);
  private final Rows rows = Rows.of(json.schema(), json.tableSchema());

  @Test
  void aTableMadeForDocumentsHasTheirSchema() {
    assertThat(Rows.columnsMadeFor(json.schema())).isEqualTo(TABLE.columns());
  }

  @Test
  void readsFieldsInAnyOrderAndCase() {
    String document =
        """
        {"points": [{"tags": ["a", "b"], "X": 1.5}, {"x": "2"}], "NAME": "ü", "id": 7, "n": null}
        """;
    String expected =
        """
        Id: 7
        name: "\\303\\274"
        points {
          x: 1.5
          tags: "a"
          tags: "b"
        }
        points {
          x: 2.0
        }
        """;

    assertThat(rows.message(json.read(document)).toString()).isEqualTo(expected);
    assertThat(rows.message(json.read(document.getBytes(StandardCharsets.UTF_8))).toString())
        .isEqualTo(expected);
  }

  /** The parser's own limit of a text is 20,000,000 characters. */
  @Test
  void takesTextsOfAnyLength() {
    JsonRows documents =
        JsonRows.of(
            new TableSchema(List.of(Column.nullable("c", ColumnType.STRING))),
            JsonOptions.DEFAULTS);
    byte[] document =
        ("{\"c\":\"" + "x".repeat(20_000_001) + "\"}").getBytes(StandardCharsets.UTF_8);
    List<Integer> lengths = new ArrayList<>();

    documents
        .read(document)
        .text(
            0,
            new RowReader.TextSink() {
              @Override
              public void text(String value) {
                lengths.add(value.length());
              }

              @Override
              public void utf8(byte[] array, int offset, int length) {
                lengths.add(length);
              }
            });

    assertThat(lengths).containsExactly(20_000_001);
  }

  @Test
  void readsOneDocumentAfterTheOther() {
    rows.message(json.read("{\"id\": 1, \"points\": [{\"x\": 1}, {\"x\": 2}, {\"x\": 3}]}"));

    assertThat(rows.message(json.read("{\"id\": 2}")).toString()).isEqualTo("Id: 2\n");
  }

  @Test
  void growsWithLargeDocuments() {
    StringBuilder document = new StringBuilder("{\"id\": 1, \"points\": [{\"x\": 0}");
    for (int i = 1; i < 100_000; i++) {
      document.append(", {\"x\": ").append(i).append('}');
    }
    RowReader row = json.read(document.append("]}").toString());

    assertThat(row.list(2).size()).isEqualTo(100_000);
    assertThat(row.list(2).struct(99_999).doubleAt(0)).isEqualTo(99_999);
    assertThat(json.read("{\"id\": 3}").longAt(0)).isEqualTo(3);
  }

  @Test
  void forgetsADocumentThatWasRefused() {
    assertThatThrownBy(() -> json.read("{\"id\": 1, \"name\": \"a\", \"id\": 2}"))
        .isInstanceOf(RowFaultException.class);

    assertThat(rows.message(json.read("{\"id\": 2}")).toString()).isEqualTo("Id: 2\n");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '#',
      delimiter = '|',
      value = {
        "[1] | The document is no JSON object. Send one object for each row.",
        "## | The document is no JSON object. Send one object for each row.",
        "{} | The document is an object without fields. Send at least one.",
        "{\"id\": 1} {} | The document has something behind its object. Send one object for each"
            + " row.",
        "{\"id\": 1} x | The document is no JSON at line 1, column 11. Send one JSON object for"
            + " each row.",
        "{\"id\": NaN} | The document is no JSON at line 1, column 11. Send one JSON object for"
            + " each row.",
        "{id: 1} | The document is no JSON at line 1, column 2. Send one JSON object for each row.",
        "{\"id\": 1 | The document is no JSON at line 1, column 9. Send one JSON object for each"
            + " row.",
        "{\"id\": 1, \"points\": [{\"y\": 1}]} | The document has a field 'points.y' that the"
            + " schema lacks. Add it to the schema, or let unknown fields be ignored.",
        "{\"id\": 1, \"id\": 2} | The document has field 'Id' twice, or in two spellings that"
            + " differ by case. Send it once.",
        "{\"id\": 1, \"ID\": null} | The document has field 'Id' twice, or in two spellings that"
            + " differ by case. Send it once."
      })
  void refusesWhatIsNoDocument(String document, String reason) {
    assertThatThrownBy(() -> json.read(document))
        .isInstanceOfSatisfying(
            RowFaultException.class,
            e -> assertThat(e.fault().code()).isEqualTo(ErrorCode.ROW_INVALID))
        .hasMessage(reason);
  }

  @Test
  void refusesADocumentThatNestsWithoutEnd() {
    assertThatThrownBy(() -> json.read("{\"points\": " + "[".repeat(100_000)))
        .hasMessage(
            "The document nests deeper or has longer texts than the parser takes. Send smaller"
                + " documents.");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '#',
      delimiter = '|',
      value = {
        "{\"name\": \"x\"} | Id | Field 'Id' is REQUIRED by the schema, and the document has none."
            + " Send it, or make the column NULLABLE in the schema.",
        "{\"id\": 1, \"points\": [{\"tags\": []}]} | points.x | Field 'points.x' is REQUIRED by the"
            + " schema, and the document has none. Send it, or make the column NULLABLE in the"
            + " schema.",
        "{\"id\": \"one\"} | Id | Field 'Id' is INT64, and the document holds a string there that"
            + " is none. Send a whole number of 64 bits, also as text.",
        "{\"id\": 1, \"points\": {\"x\": 1}} | points | Field 'points' is STRUCT, and the document"
            + " holds an object there that is none. Send an array: an object.",
        "{\"id\": 1, \"points\": [{\"x\": 1, \"tags\": [1.5]}]} | points.tags | Field 'points.tags'"
            + " is STRING, and the document holds a number with a fraction or an exponent there"
            + " that is none. Send a string, a whole number or a boolean.",
        "{\"id\": 1, \"points\": [null]} | points | Column 'points' is ARRAY<STRUCT>, and the value"
            + " has a NULL element, which no BigQuery array can hold. Remove NULL elements at the"
            + " source, or wrap the elements in a struct.",
        "{\"id\": 1, \"n\": 1234.5} | n | Column 'n' is NUMERIC(5, 2), and the value has more than"
            + " 3 digits before the point or is out of range. Make the column wider, or BIGNUMERIC."
      })
  void refusesValuesThatDoNotFit(String document, String column, String reason) {
    RowFault fault = rows.fault(json.read(document));

    assertThat(fault).isEqualTo(new RowFault(ErrorCode.ROW_INVALID, column, reason));
  }

  @Test
  void leavesOutUnknownFieldsIfAsked() {
    JsonRows lenient = JsonRows.of(TABLE, new JsonOptions(true));
    Rows encoded = Rows.of(lenient.schema(), lenient.tableSchema());

    assertThat(
            encoded
                .message(lenient.read("{\"u\": {\"a\": [1]}, \"id\": 1, \"u\": [[[]]]}"))
                .toString())
        .isEqualTo("Id: 1\n");
  }

  @Test
  void takesRangesAsObjectsOfTheirBounds() {
    assertThat(range(JsonOptions.DEFAULTS, "{\"r\": {\"start\": \"1970-01-02\", \"END\": 2}}"))
        .isEqualTo("r {\n  start: 1\n  end: 2\n}\n");
    assertThat(range(JsonOptions.DEFAULTS, "{\"r\": {\"start\": null, \"end\": 2}}"))
        .isEqualTo("r {\n  end: 2\n}\n");
    assertThatThrownBy(() -> range(JsonOptions.DEFAULTS, "{\"r\": \"[1970-01-02, UNBOUNDED)\"}"))
        .hasMessageContaining("Send an object of 'start' and 'end'.");
  }

  @Test
  void takesRangesInFilesAsTexts() {
    assertThat(
            range(
                new JsonOptions(false, JsonOptions.Notation.PLAIN),
                "{\"r\": \"[1970-01-02, UNBOUNDED)\"}"))
        .isEqualTo("r {\n  start: 1\n}\n");
  }

  private static String range(JsonOptions options, String document) {
    TableSchema table =
        new TableSchema(List.of(Column.range("r", ColumnMode.NULLABLE, ColumnType.DATE)));
    JsonRows documents = JsonRows.of(table, options);
    return Rows.of(documents.schema(), table).message(documents.read(document)).toString();
  }

  @Test
  void refusesRangesOfNobodyKnowsWhat() {
    TableSchema ranges =
        new TableSchema(
            List.of(
                Column.struct(
                    "s",
                    ColumnMode.NULLABLE,
                    List.of(Column.nullable("validity", ColumnType.RANGE)))));

    assertThatThrownBy(() -> JsonRows.of(ranges, JsonOptions.DEFAULTS))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_TYPE))
        .hasMessage("Column 's.validity' is RANGE, and the schema does not say of what. Say it.");
  }
}
