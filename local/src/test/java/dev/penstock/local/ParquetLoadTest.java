package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.BigQueryError;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.Field.Mode;
import com.google.cloud.bigquery.JobId;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.TableId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Load jobs of Parquet. */
class ParquetLoadTest {
  private static LocalClients clients;

  @TempDir private Path directory;

  @BeforeAll
  static void start() throws IOException {
    clients = LocalClients.inMemory();
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  /** A Parquet file with one row of DuckDB expressions. */
  private byte[] file(String select) throws SQLException, IOException {
    Path path = directory.resolve("rows.parquet");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("SET TimeZone='UTC'");
      statement.execute("COPY (" + select + ") TO '" + path + "' (FORMAT parquet)");
    }
    return Files.readAllBytes(path);
  }

  private static String into(String table, String more) {
    return ("{\"configuration\":{\"load\":{\"sourceFormat\":\"PARQUET\",%s"
            + "\"destinationTable\":{\"datasetId\":\"d\",\"tableId\":\"%s\"}}}}")
        .formatted(more, table);
  }

  private static String into(String table) {
    return into(table, "\"parquetOptions\":{\"enableListInference\":true},");
  }

  private static String schema(String... columns) {
    return "\"schema\":{\"fields\":[" + String.join(",", columns) + "]},";
  }

  private static String column(String name, String type, String mode) {
    return "{\"name\":\"%s\",\"type\":\"%s\",\"mode\":\"%s\"}".formatted(name, type, mode);
  }

  private static BigQueryError error(String job, byte[] bytes) {
    try {
      String answer = new Uploader(clients.local).multipart(job, bytes, "\r\n", "\r\n").body();
      String id = answer.replaceAll("(?s).*\"jobId\":\"([^\"]+)\".*", "$1");
      return clients.awaitEnd(JobId.of("p", id)).getStatus().getError();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static String columns(String table) {
    StringBuilder text = new StringBuilder();
    Schema schema = clients.rest.getTable(TableId.of("d", table)).getDefinition().getSchema();
    for (Field column : schema.getFields()) {
      text.append(column.getName()).append(' ').append(column.getType().getStandardType());
      text.append(column.getMode() == Mode.NULLABLE ? ";" : " " + column.getMode() + ";");
    }
    return text.toString();
  }

  @Test
  @Fact({"LD-018", "LD-019", "LD-020", "LD-022", "LD-030", "RT-099"})
  void theFileMakesTheColumnsOfANewTable() throws SQLException, IOException {
    byte[] bytes =
        file(
            "SELECT true AS b, 7::INTEGER AS i, 9::UTINYINT AS u, 0.5::FLOAT AS f,"
                + " -12.34::DECIMAL(9,2) AS n, 'text' AS s, 'ab'::BLOB AS raw,"
                + " DATE '2026-01-02' AS d, TIME '03:04:05.5' AS t,"
                + " TIMESTAMP '2026-01-02 03:04:05' AS ts, [1, 2] AS l,"
                + " {'x': 5, 'y': [{'z': 'in'}]} AS r, NULL::BIGINT AS nothing");

    assertThat(error(into("types"), bytes)).isNull();

    assertThat(columns("types"))
        .isEqualTo(
            "b BOOL;i INT64;u INT64;f FLOAT64;n NUMERIC;s STRING;raw BYTES;d DATE;t TIME;"
                + "ts TIMESTAMP;l INT64 REPEATED;r STRUCT;nothing INT64;");
    assertThat(clients.rows("types"))
        .containsExactly(
            "true|7|9|0.5|-12.34|text|YWI=|2026-01-02|03:04:05.500000|1.767323045E9|[1, 2]"
                + "|[5, [[in]]]|null");
  }

  @Test
  @Fact({"LD-021", "LD-030", "LD-024", "LD-051", "LD-047"})
  void aNamedSchemaDecides() throws SQLException, IOException {
    String given =
        into(
            "named",
            schema(
                column("id", "INTEGER", "REQUIRED"),
                column("at", "DATETIME", "NULLABLE"),
                column("n", "BIGNUMERIC", "NULLABLE")));
    byte[] bytes =
        file("SELECT 1.5::DECIMAL(4,1) AS n, TIMESTAMP '2026-01-02 03:04:05' AS at, 1 AS id");

    assertThat(error(given, bytes)).isNull();

    assertThat(clients.rows("named")).containsExactly("1|2026-01-02T03:04:05|1.5");
    assertThat(error(into("named"), bytes).getMessage())
        .contains("Provided Schema does not match Table p:d.named. Field id has changed mode");
    assertThat(error(given, file("SELECT NULL::BIGINT AS id, 1.5::DECIMAL(4,1) AS n")).getMessage())
        .contains("Only optional fields can be set to NULL. Field: id; Value: NULL");
    assertThat(error(given, file("SELECT 'x' AS id")).getMessage())
        .contains("Parquet column 'id' has type BYTE_ARRAY which does not match the target type");
    assertThat(
            error(into("json", schema(column("id", "JSON", "NULLABLE"))), file("SELECT '{}' AS id"))
                .getMessage())
        .isEqualTo("Unsupported field type: JSON");
  }

  @Test
  @Fact({"LD-019", "LD-025"})
  void refusesWhatDoesNotFitAndWhatItLeavesOut() throws SQLException, IOException {
    assertThat(error(into("wide"), file("SELECT 18446744073709551615::UBIGINT AS u")).getMessage())
        .contains("The Parquet file cannot be read: it is damaged, or a value does not fit");
    assertThat(error(into("broken"), "PAR1".getBytes(StandardCharsets.UTF_8)).getMessage())
        .contains("it is no Parquet file, or a damaged one");
    assertThat(error(into("mapped"), file("SELECT map(['k'], [1]) AS m")).getMessage())
        .contains("not supported by Penstock local: Parquet maps (column m)");
    assertThat(error(into("listed", ""), file("SELECT [1] AS l")).getMessage())
        .contains("Parquet lists without parquetOptions.enableListInference (column l)");
    assertThat(clients.rest.getTable(TableId.of("d", "listed"))).isNull();
  }
}
