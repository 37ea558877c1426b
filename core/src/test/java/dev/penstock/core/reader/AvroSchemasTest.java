package dev.penstock.core.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which columns an Avro schema has, and what of it is refused. */
final class AvroSchemasTest {
  private static final String INNER =
      "{'type':'record','name':'Inner','fields':[{'name':'x','type':'int'},"
          + "{'name':'y','type':['null','string']}]}";

  private static Schema schema(String... fields) {
    return new Schema.Parser()
        .parse(
            ("{'type':'record','name':'Row','fields':[" + String.join(",", fields) + "]}")
                .replace('\'', '"'));
  }

  private static String field(String name, String type) {
    return "{'name':'" + name + "','type':" + type + "}";
  }

  private static List<Column> columns(AvroOptions options, String... fields) {
    return AvroRows.of(schema(fields), options).tableSchema().columns();
  }

  private static Column column(String type) {
    return columns(AvroOptions.DEFAULTS, field("f", type)).get(0);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '#',
      delimiter = '|',
      value = {
        "'string' | STRING",
        "{'type':'string','logicalType':'uuid'} | STRING",
        "{'type':'enum','name':'E','symbols':['A']} | STRING",
        "'bytes' | BYTES",
        "{'type':'fixed','name':'F','size':4} | BYTES",
        "'int' | INT64",
        "'long' | INT64",
        "'float' | FLOAT64",
        "'double' | FLOAT64",
        "'boolean' | BOOL",
        "{'type':'int','logicalType':'date'} | DATE",
        "{'type':'int','logicalType':'time-millis'} | TIME",
        "{'type':'long','logicalType':'time-micros'} | TIME",
        "{'type':'long','logicalType':'timestamp-millis'} | TIMESTAMP",
        "{'type':'long','logicalType':'timestamp-micros'} | TIMESTAMP",
        "{'type':'long','logicalType':'local-timestamp-millis'} | DATETIME",
        "{'type':'long','logicalType':'local-timestamp-micros'} | DATETIME",
        // Logical types that Avro's parser does not know, or does not take on this type.
        "{'type':'long','logicalType':'shoe-size'} | INT64",
        "{'type':'string','logicalType':'timestamp-millis'} | STRING",
        "{'type':'int','logicalType':'timestamp-nanos'} | INT64",
        "{'type':'bytes','logicalType':'decimal','precision':0} | BYTES",
        // What read sessions announce.
        "{'type':'string','logicalType':'datetime'} | DATETIME",
        "{'type':'string','sqlType':'DATETIME'} | DATETIME",
        "{'type':'string','sqlType':'JSON'} | JSON",
        "{'type':'string','sqlType':'GEOGRAPHY'} | GEOGRAPHY",
        "{'type':'bytes','logicalType':'decimal','precision':38,'scale':9} | NUMERIC",
        "{'type':'bytes','logicalType':'decimal','precision':77,'scale':38} | BIGNUMERIC"
      })
  void givesEachTypeItsColumn(String avro, ColumnType type) {
    assertThat(column(avro)).isEqualTo(Column.nullable("f", type));
  }

  @ParameterizedTest
  @CsvSource({
    "10, 2, NUMERIC",
    "37, 9, NUMERIC",
    "39, 9, BIGNUMERIC",
    "20, 10, BIGNUMERIC",
    "76, 38, BIGNUMERIC"
  })
  void putsTheDigitsOfDecimalsOnTheColumn(int precision, int scale, ColumnType type) {
    String json =
        "{'type':'bytes','logicalType':'decimal','precision':"
            + precision
            + ",'scale':"
            + scale
            + "}";

    assertThat(column(json))
        .isEqualTo(new Column("f", type, ColumnMode.NULLABLE, List.of(), precision, scale, null));
  }

  @Test
  void mapsAreRepeatedStructsOfKeyAndValue() {
    assertThat(column("{'type':'map','values':['null','long']}"))
        .isEqualTo(
            Column.struct(
                "f",
                ColumnMode.REPEATED,
                List.of(
                    Column.nullable("key", ColumnType.STRING),
                    Column.nullable("value", ColumnType.INT64))));
  }

  @Test
  void anArrayThatMayBeNullIsRepeated() {
    assertThat(column("['null',{'type':'array','items':'long'}]"))
        .isEqualTo(Column.of("f", ColumnType.INT64, ColumnMode.REPEATED));
  }

  @Test
  void theIntervalRecordOfReadSessionsIsAnInterval() {
    assertThat(
            column(
                "{'type':'record','name':'INTERVAL','namespace':'google.sqlType','fields':["
                    + field("months", "'long'")
                    + ","
                    + field("days", "'long'")
                    + ","
                    + field("microseconds", "'long'")
                    + "]}"))
        .isEqualTo(Column.nullable("f", ColumnType.INTERVAL));
  }

  @Test
  void columnsAreNullableUnlessAskedOtherwise() {
    assertThat(columns(AvroOptions.DEFAULTS, field("id", "'long'"), field("s", INNER)))
        .containsExactly(
            Column.nullable("id", ColumnType.INT64),
            Column.struct(
                "s",
                ColumnMode.NULLABLE,
                List.of(
                    Column.nullable("x", ColumnType.INT64),
                    Column.nullable("y", ColumnType.STRING))));
  }

  @Test
  void derivesRequiredColumnsFromFieldsWithoutNull() {
    AvroOptions derived = new AvroOptions(true, Set.of(), Set.of());

    assertThat(
            columns(
                derived,
                field("id", "'long'"),
                field("s", INNER),
                field("n", "['null','Inner']"),
                field("m", "{'type':'map','values':['null','string']}")))
        .containsExactly(
            Column.of("id", ColumnType.INT64, ColumnMode.REQUIRED),
            Column.struct("s", ColumnMode.REQUIRED, inner()),
            Column.struct("n", ColumnMode.NULLABLE, inner()),
            Column.struct(
                "m",
                ColumnMode.REPEATED,
                List.of(
                    Column.of("key", ColumnType.STRING, ColumnMode.REQUIRED),
                    Column.nullable("value", ColumnType.STRING))));
  }

  private static List<Column> inner() {
    return List.of(
        Column.of("x", ColumnType.INT64, ColumnMode.REQUIRED),
        Column.nullable("y", ColumnType.STRING));
  }

  @Test
  void marksStringsAsJsonAndGeography() {
    AvroOptions marked = new AvroOptions(true, Set.of("s.y", "tags", "m.value"), Set.of("place"));

    List<Column> columns =
        columns(
            marked,
            field("s", INNER),
            field("tags", "{'type':'array','items':'string'}"),
            field("m", "{'type':'map','values':'string'}"),
            field("place", "'string'"));

    assertThat(columns.get(0).fields().get(1)).isEqualTo(Column.nullable("y", ColumnType.JSON));
    assertThat(columns.get(1)).isEqualTo(Column.of("tags", ColumnType.JSON, ColumnMode.REPEATED));
    assertThat(columns.get(2).fields().get(1))
        .isEqualTo(Column.of("value", ColumnType.JSON, ColumnMode.REQUIRED));
    assertThat(columns.get(3))
        .isEqualTo(Column.of("place", ColumnType.GEOGRAPHY, ColumnMode.REQUIRED));
  }

  @Test
  void refusesMarksThatMarkNoStringAllAtOnce() {
    AvroOptions marked =
        new AvroOptions(false, Set.of("absent", "id", "both", "u"), Set.of("both", "s"));

    assertThatThrownBy(
            () ->
                columns(
                    marked,
                    field("id", "'long'"),
                    field("both", "'string'"),
                    field("u", "{'type':'string','logicalType':'uuid'}"),
                    field("s", INNER)))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_OPTION))
        .hasMessage(
            "Records of Row cannot become rows: jsonFieldPath: absent (expected: a field of the"
                + " schema). jsonFieldPath: id (expected: a string field; it is long)."
                + " jsonFieldPath: u (expected: a string field; it is string with the logical type"
                + " uuid). geographyFieldPath: s (expected: a string field; it is a record)."
                + " jsonFieldPath, geographyFieldPath: both (expected: a field is one of them, not"
                + " both).");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '#',
      delimiter = '|',
      value = {
        "['null','int','string'] | Field 'f' is a union of 2 types besides null.",
        "'null' | Field 'f' is null and nothing else.",
        "{'type':'array','items':['null','int']} | Field 'f' is an array whose elements may be"
            + " null,",
        "{'type':'array','items':{'type':'array','items':'int'}} | Field 'f' is an array of arrays",
        "{'type':'array','items':{'type':'map','values':'int'}} | Field 'f' is an array of arrays"
            + " or maps",
        "['null','Row'] | Field 'f' contains itself through the record Row.",
        "{'type':'record','name':'Empty','fields':[]} | Field 'f' is a record without fields",
        "{'type':'bytes','logicalType':'decimal','precision':77,'scale':37} | Field 'f' is"
            + " decimal(77, 37), wider",
        "{'type':'bytes','logicalType':'decimal','precision':40,'scale':39} | Field 'f' is"
            + " decimal(40, 39), wider",
        "{'type':'long','logicalType':'timestamp-nanos'} | Field 'f' has the logical type"
            + " timestamp-nanos on long",
        "{'type':'long','logicalType':'local-timestamp-nanos'} | Field 'f' has the logical type"
            + " local-timestamp-nanos",
        "{'type':'fixed','name':'D','size':12,'logicalType':'duration'} | Field 'f' has the logical"
            + " type duration on fixed",
        "{'type':'bytes','logicalType':'big-decimal'} | Field 'f' has the logical type big-decimal"
            + " on bytes",
        "{'type':'fixed','name':'U','size':16,'logicalType':'uuid'} | Field 'f' has the logical"
            + " type uuid on fixed"
      })
  void refusesWhatNoColumnHolds(String avro, String reason) {
    assertThatThrownBy(() -> column(avro))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_TYPE))
        .hasMessageContaining(reason);
  }

  @Test
  void refusesEverythingAtOnceWithItsPath() {
    assertThatThrownBy(
            () ->
                columns(
                    AvroOptions.DEFAULTS,
                    field("a", "{'type':'map','values':['int','string']}"),
                    field(
                        "s",
                        "{'type':'record','name':'S','fields':["
                            + field("x", "'int'")
                            + ","
                            + field("X", "'null'")
                            + "]}")))
        .hasMessage(
            "Records of Row cannot become rows: Field 'a.value' is a union of 2 types besides null."
                + " Keep one of them. Field 's.X' differs from 'x' only by case, and columns do"
                + " not. Rename one. Field 's.X' is null and nothing else. Give it a type, or leave"
                + " it out.");
  }

  @Test
  void refusesARootThatIsNoRecord() {
    assertThatThrownBy(() -> AvroRows.of(Schema.create(Schema.Type.LONG), AvroOptions.DEFAULTS))
        .hasMessage("Records of long cannot become rows: The schema is LONG (expected: a record).");
  }

  @Test
  void refusesRecordsBelowTheDeepestLevel() {
    StringBuilder json = new StringBuilder("'int'");
    for (int level = 16; level >= 2; level--) {
      json.insert(0, "{'type':'record','name':'L" + level + "','fields':[{'name':'f','type':")
          .append("}]}");
    }
    assertThatThrownBy(() -> column(json.toString()))
        .hasMessageContaining("is nested more than 15 levels deep. Flatten it.");
  }
}
