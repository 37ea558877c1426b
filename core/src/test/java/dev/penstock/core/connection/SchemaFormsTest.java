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
