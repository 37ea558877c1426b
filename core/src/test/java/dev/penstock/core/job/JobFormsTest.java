package dev.penstock.core.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.client.json.gson.GsonFactory;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.job.JobTarget.SchemaChange;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.PartitionSpec;
import dev.penstock.core.model.PartitionSpec.Granularity;
import dev.penstock.core.model.TableSchema;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Jobs as REST v2 reads them. */
class JobFormsTest {
  private static final Destination TABLE = new Destination("p", "d", "t");
  private static final String NAMED =
      "\"destinationTable\":{\"datasetId\":\"d\",\"projectId\":\"p\",\"tableId\":\"t\"}";
  private static final Duration TIMEOUT = Duration.ofHours(1);
  private static final TableSchema SCHEMA =
      new TableSchema(List.of(Column.nullable("id", ColumnType.INT64)));

  private static String json(JobSpec job) throws IOException {
    return GsonFactory.getDefaultInstance().toString(JobForms.of(job));
  }

  private static LoadFilesJob load(FileFormat format, JobTarget target, TableSchema schema) {
    return new LoadFilesJob(
        "id_1", List.of("gs://b/1", "gs://b/2"), format, target, schema, "EU", Map.of(), TIMEOUT);
  }

  @Test
  void aLoadNamesItsFilesItsColumnsAndNoMore() throws IOException {
    assertThat(
            json(load(FileFormat.AVRO, JobTarget.existing(TABLE, WriteDisposition.APPEND), SCHEMA)))
        .isEqualTo(
            "{\"labels\":{},\"load\":{\"createDisposition\":\"CREATE_NEVER\","
                + "\"decimalTargetTypes\":[\"NUMERIC\",\"BIGNUMERIC\"],"
                + NAMED
                + ",\"schema\":{\"fields\":[{\"mode\":\"NULLABLE\",\"name\":\"id\",\"type\":\"INT64\"}]},"
                + "\"sourceFormat\":\"AVRO\",\"sourceUris\":[\"gs://b/1\",\"gs://b/2\"],"
                + "\"useAvroLogicalTypes\":true,\"writeDisposition\":\"WRITE_APPEND\"}}");
  }

  @Test
  void aLoadOfParquetFindsItsLists() throws IOException {
    assertThat(
            json(
                load(
                    FileFormat.PARQUET, JobTarget.existing(TABLE, WriteDisposition.EMPTY), SCHEMA)))
        .contains("\"parquetOptions\":{\"enableListInference\":true}")
        .contains("\"sourceFormat\":\"PARQUET\"")
        .contains("\"writeDisposition\":\"WRITE_EMPTY\"")
        .doesNotContain("useAvroLogicalTypes");
  }

  @Test
  void aFreshTableGetsTheLayoutItIsGiven() throws IOException {
    assertThat(
            json(
                load(
                    FileFormat.AVRO,
                    JobTarget.fresh(
                        TABLE, new PartitionSpec.ByTime(Granularity.DAY, "day"), List.of("a", "b")),
                    SCHEMA)))
        .contains("\"createDisposition\":\"CREATE_IF_NEEDED\"")
        .contains("\"writeDisposition\":\"WRITE_TRUNCATE\"")
        .contains("\"timePartitioning\":{\"field\":\"day\",\"type\":\"DAY\"}")
        .contains("\"clustering\":{\"fields\":[\"a\",\"b\"]}");
    assertThat(
            json(
                load(
                    FileFormat.AVRO,
                    JobTarget.fresh(TABLE, new PartitionSpec.ByRange("n", 0, 100, 10), List.of()),
                    SCHEMA)))
        .contains(
            "\"rangePartitioning\":{\"field\":\"n\",\"range\":{\"end\":\"100\",\"interval\":\"10\",\"start\":\"0\"}}");
  }

  @Test
  void columnsChangeOnlyWhereTheServiceAllowsIt() throws IOException {
    Set<SchemaChange> both = Set.of(SchemaChange.values());
    String words = "\"schemaUpdateOptions\":[\"ALLOW_FIELD_ADDITION\",\"ALLOW_FIELD_RELAXATION\"]";
    for (WriteDisposition disposition : WriteDisposition.values()) {
      String json =
          json(
              load(
                  FileFormat.AVRO,
                  new JobTarget(TABLE, disposition, false, both, null, List.of()),
                  SCHEMA));
      if (disposition == WriteDisposition.APPEND || disposition == WriteDisposition.TRUNCATE_DATA) {
        assertThat(json).contains(words);
      } else {
        assertThat(json).doesNotContain("schemaUpdateOptions");
      }
    }
  }

  @Test
  void aCopyReadsManyTables() throws IOException {
    assertThat(
            json(
                new CopyJob(
                    "id_1",
                    List.of(new Destination("p", "d", "a"), new Destination("p", "e", "b")),
                    JobTarget.existing(TABLE, WriteDisposition.APPEND),
                    "EU",
                    Map.of("a", "b"),
                    TIMEOUT)))
        .isEqualTo(
            "{\"copy\":{\"createDisposition\":\"CREATE_NEVER\","
                + NAMED
                + ",\"sourceTables\":[{\"datasetId\":\"d\",\"projectId\":\"p\",\"tableId\":\"a\"},"
                + "{\"datasetId\":\"e\",\"projectId\":\"p\",\"tableId\":\"b\"}],"
                + "\"writeDisposition\":\"WRITE_APPEND\"},\"labels\":{\"a\":\"b\"}}");
  }

  @Test
  void aQueryStoresItsRowsInATable() throws IOException {
    assertThat(
            json(
                new QueryJob(
                    "id_1",
                    "SELECT 1",
                    JobTarget.existing(TABLE, WriteDisposition.TRUNCATE_DATA),
                    "EU",
                    Map.of(),
                    TIMEOUT)))
        .isEqualTo(
            "{\"labels\":{},\"query\":{\"createDisposition\":\"CREATE_NEVER\","
                + NAMED
                + ",\"priority\":\"INTERACTIVE\",\"query\":\"SELECT 1\",\"useLegacySql\":false,"
                + "\"writeDisposition\":\"WRITE_TRUNCATE_DATA\"}}");
  }

  @Test
  void parquetHoldsNoJson() {
    TableSchema nested =
        new TableSchema(
            List.of(
                Column.nullable("id", ColumnType.INT64),
                Column.struct(
                    "doc",
                    ColumnMode.NULLABLE,
                    List.of(Column.nullable("body", ColumnType.JSON)))));

    assertThat(LoadFilesJob.formatFor(nested, FileFormat.PARQUET)).isEqualTo(FileFormat.AVRO);
    assertThat(LoadFilesJob.formatFor(SCHEMA, FileFormat.PARQUET)).isEqualTo(FileFormat.PARQUET);
    assertThatThrownBy(
            () ->
                load(
                    FileFormat.PARQUET, JobTarget.existing(TABLE, WriteDisposition.APPEND), nested))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_TYPE))
        .hasMessage(
            "Job id_1 cannot load PARQUET files into p.d.t: its column 'doc.body' is JSON, which no"
                + " Parquet load takes (LD-024). Stage its rows as AVRO.");
  }
}
