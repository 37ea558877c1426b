package dev.penstock.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResultFormatTest {
  private static final TableSchema SCHEMA =
      new TableSchema(
          List.of(
              Column.nullable("id", ColumnType.INT64),
              Column.nullable("name", ColumnType.STRING),
              Column.nullable("price", ColumnType.NUMERIC),
              Column.nullable("seen", ColumnType.TIMESTAMP),
              Column.of("tags", ColumnType.STRING, ColumnMode.REPEATED),
              Column.struct(
                  "place",
                  ColumnMode.NULLABLE,
                  List.of(
                      Column.nullable("open", ColumnType.BOOL),
                      Column.nullable("notes", ColumnType.JSON)))));

  private final StringWriter out = new StringWriter();

  private String print(ResultFormat format, List<List<Object>> rows) {
    ResultFormat.Printer printer = format.open(new PrintWriter(out));
    printer.columns(SCHEMA);
    rows.forEach(printer::row);
    printer.end();
    return out.toString();
  }

  private static List<List<Object>> rows() {
    return List.of(
        Arrays.asList(
            "9007199254740993",
            "Zoë, \"the\" first",
            "1.500000000000000000000000000001",
            "1704164645600000",
            List.of("a", "b"),
            List.of("true", "{\"k\":[1,2]}")),
        Arrays.asList("7", "two\nlines", null, null, List.of(), null),
        Arrays.asList(null, "", "3", "0", List.of(), Arrays.asList("false", null)));
  }

  @Test
  void aTableAlignsItsColumnsAndShowsNull() {
    assertThat(print(ResultFormat.TABLE, rows()))
        .isEqualToNormalizingNewlines(
            """
                          id | name             |                            price | seen                     | tags      | place
            -----------------+------------------+----------------------------------+--------------------------+-----------+----------------------------------
            9007199254740993 | Zoë, "the" first | 1.500000000000000000000000000001 | 2024-01-02T03:04:05.600Z | ["a","b"] | {"open":true,"notes":{"k":[1,2]}}
                           7 | two\\nlines       |                             NULL | NULL                     | []        | NULL
                        NULL |                  |                                3 | 1970-01-01T00:00:00Z     | []        | {"open":false,"notes":null}
            (3 rows)
            """);
  }

  @Test
  void csvQuotesWhatNeedsItAndTellsNullFromEmpty() {
    assertThat(print(ResultFormat.CSV, rows()))
        .isEqualTo(
            """
            id,name,price,seen,tags,place
            9007199254740993,"Zoë, ""the"" first",1.500000000000000000000000000001,2024-01-02T03:04:05.600Z,"[""a"",""b""]","{""open"":true,""notes"":{""k"":[1,2]}}"
            7,"two
            lines",,,[],
            ,"",3,1970-01-01T00:00:00Z,[],"{""open"":false,""notes"":null}"
            """);
  }

  @Test
  void jsonIsOneObjectALineWithEveryDigit() {
    assertThat(print(ResultFormat.JSON, rows()))
        .isEqualTo(
            """
            {"id":9007199254740993,"name":"Zoë, \\"the\\" first","price":1.500000000000000000000000000001,"seen":"2024-01-02T03:04:05.600Z","tags":["a","b"],"place":{"open":true,"notes":{"k":[1,2]}}}
            {"id":7,"name":"two\\nlines","price":null,"seen":null,"tags":[],"place":null}
            {"id":null,"name":"","price":3,"seen":"1970-01-01T00:00:00Z","tags":[],"place":{"open":false,"notes":null}}
            """);
  }

  @Test
  void aTableWithoutRowsStillNamesItsColumns() {
    assertThat(print(ResultFormat.TABLE, List.of()))
        .isEqualToNormalizingNewlines(
            """
            id | name | price | seen | tags | place
            ---+------+-------+------+------+------
            (0 rows)
            """);
  }
}
