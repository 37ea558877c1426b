package dev.penstock.core.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.services.bigquery.model.TableFieldSchema;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaFormsTest {
  private static final TableSchema SCHEMA =
      new TableSchema(
          List.of(
              Column.of("id", ColumnType.INT64, ColumnMode.REQUIRED),
              new Column("price", ColumnType.NUMERIC, ColumnMode.NULLABLE, List.of(), 10, 2, null),
              new Column("code", ColumnType.STRING, ColumnMode.NULLABLE, List.of(), null, null, 3L),
              Column.struct(
                  "lines",
                  ColumnMode.REPEATED,
                  List.of(Column.nullable("at", ColumnType.TIMESTAMP)))));

  @Test
  void restFormComesBackUnchanged() {
    assertThat(SchemaForms.fromRest(SchemaForms.toRest(SCHEMA))).isEqualTo(SCHEMA);
  }

  @Test
  void tellsOfWhatRangesAreInBothForms() {
    TableSchema ranges =
        new TableSchema(List.of(Column.range("r", ColumnMode.REPEATED, ColumnType.DATETIME)));

    assertThat(SchemaForms.fromRest(SchemaForms.toRest(ranges))).isEqualTo(ranges);
    assertThat(SchemaForms.fromProto(SchemaForms.toProto(ranges))).isEqualTo(ranges);
    assertThat(ranges.columns().get(0).sqlType()).isEqualTo("ARRAY<RANGE<DATETIME>>");
  }

  @Test
  void restFormUsesNamesOfTheService() {
    assertThat(SchemaForms.toRest(SCHEMA).getFields())
        .extracting(field -> field.getName() + " " + field.getType() + " " + field.getMode())
        .containsExactly(
            "id INT64 REQUIRED",
            "price NUMERIC NULLABLE",
            "code STRING NULLABLE",
            "lines RECORD REPEATED");
  }

  @Test
  void readsLegacyNamesAndAbsentModes() {
    com.google.api.services.bigquery.model.TableSchema rest =
        new com.google.api.services.bigquery.model.TableSchema()
            .setFields(
                List.of(
                    new TableFieldSchema().setName("a").setType("INTEGER"),
                    new TableFieldSchema().setName("b").setType("FLOAT"),
                    new TableFieldSchema().setName("c").setType("BOOLEAN").setMode("REPEATED")));

    assertThat(SchemaForms.fromRest(rest).columns())
        .containsExactly(
            Column.nullable("a", ColumnType.INT64),
            Column.nullable("b", ColumnType.FLOAT64),
            Column.of("c", ColumnType.BOOL, ColumnMode.REPEATED));
  }

  @Test
  void readsTheJsonOfRestAndOfTheCommandLine() {
    String fields =
        "[{\"name\":\"id\",\"type\":\"INTEGER\",\"mode\":\"REQUIRED\"},{\"name\":\"price\","
            + "\"type\":\"NUMERIC\",\"precision\":\"10\",\"scale\":\"2\"},{\"name\":\"code\","
            + "\"type\":\"STRING\",\"maxLength\":\"3\"},{\"name\":\"lines\",\"type\":\"RECORD\","
            + "\"mode\":\"REPEATED\",\"fields\":[{\"name\":\"at\",\"type\":\"TIMESTAMP\"}]}]";

    assertThat(SchemaForms.fromRestJson("{\"fields\":" + fields + "}")).isEqualTo(SCHEMA);
    assertThat(SchemaForms.fromRestJson("\n" + fields)).isEqualTo(SCHEMA);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id INT64 | the text is no such JSON",
        "{} | there are no fields",
        "[] | there are no fields",
        "[{\"name\":\"a\"}] | a field lacks its name or type",
        "[{\"name\":\"a\",\"type\":\"RECORD\",\"fields\":[{\"type\":\"DATE\"}]}] | a field lacks"
            + " its name or type"
      })
  void refusesATextThatIsNoSchema(String json, String why) {
    assertThatThrownBy(() -> SchemaForms.fromRestJson(json))
        .hasMessage(
            "schema: "
                + why
                + " (expected: the JSON of a REST TableSchema, {\"fields\": [{\"name\": ...,"
                + " \"type\": ...}]}, or that array, as bq show --schema prints it)");
  }

  @Test
  void aTableWithoutSchemaHasNoColumns() {
    assertThat(SchemaForms.fromRest(null).columns()).isEmpty();
  }

  @Test
  void refusesATypeThatItDoesNotKnow() {
    com.google.api.services.bigquery.model.TableSchema rest =
        new com.google.api.services.bigquery.model.TableSchema()
            .setFields(List.of(new TableFieldSchema().setName("a").setType("FOREIGN")));

    assertThatThrownBy(() -> SchemaForms.fromRest(rest))
        .hasMessage("Column 'a' has the type FOREIGN, which this version does not know.");
  }

  @Test
  void readsTheFormOfWriteStreams() {
    com.google.cloud.bigquery.storage.v1.TableSchema proto =
        com.google.cloud.bigquery.storage.v1.TableSchema.newBuilder()
            .addFields(
                com.google.cloud.bigquery.storage.v1.TableFieldSchema.newBuilder()
                    .setName("id")
                    .setType(com.google.cloud.bigquery.storage.v1.TableFieldSchema.Type.INT64)
                    .setMode(com.google.cloud.bigquery.storage.v1.TableFieldSchema.Mode.REQUIRED))
            .addFields(
                com.google.cloud.bigquery.storage.v1.TableFieldSchema.newBuilder()
                    .setName("price")
                    .setType(com.google.cloud.bigquery.storage.v1.TableFieldSchema.Type.NUMERIC)
                    .setPrecision(10)
                    .setScale(2))
            .addFields(
                com.google.cloud.bigquery.storage.v1.TableFieldSchema.newBuilder()
                    .setName("s")
                    .setType(com.google.cloud.bigquery.storage.v1.TableFieldSchema.Type.STRUCT)
                    .addFields(
                        com.google.cloud.bigquery.storage.v1.TableFieldSchema.newBuilder()
                            .setName("x")
                            .setType(
                                com.google.cloud.bigquery.storage.v1.TableFieldSchema.Type.DOUBLE)))
            .build();

    assertThat(SchemaForms.fromProto(proto).columns())
        .containsExactly(
            Column.of("id", ColumnType.INT64, ColumnMode.REQUIRED),
            new Column("price", ColumnType.NUMERIC, ColumnMode.NULLABLE, List.of(), 10, 2, null),
            Column.struct(
                "s", ColumnMode.NULLABLE, List.of(Column.nullable("x", ColumnType.FLOAT64))));
  }
}
