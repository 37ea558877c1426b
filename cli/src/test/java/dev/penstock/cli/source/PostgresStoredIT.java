package dev.penstock.cli.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.penstock.cli.column.ColumnReport;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.load.JobLoad;
import dev.penstock.core.load.JobLoadOptions;
import dev.penstock.core.load.LoadJob;
import dev.penstock.core.load.TableLoad;
import dev.penstock.core.model.Destination;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.core.time.Time;
import dev.penstock.core.write.PendingLoad;
import dev.penstock.core.write.WriterOptions;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What PostgreSQL holds is what BigQuery holds, by streams and by a load job. */
class PostgresStoredIT {
  /** What a load job takes: all but intervals. */
  private static final String LOADABLE =
      "query:SELECT id, c_numeric, c_numeric_10_2, c_text, c_bytea, c_jsonb, c_date, c_time,"
          + " c_timestamp, c_timestamptz FROM types.scalars";

  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets("pg");

  @TempDir static Path home;
  static PostgresServer server;
  static BigQueryConnection connection;

  @BeforeAll
  static void start() {
    server = PostgresServer.start(home);
    server.createTypes();
    connection =
        BigQueryConnection.open(
            new Endpoint.Emulator(URI.create(BIGQUERY.restUrl()), BIGQUERY.grpcTarget()),
            BIGQUERY.project(),
            "penstock-test/1");
  }

  @AfterAll
  static void stop() {
    connection.close();
    server.close();
  }

  private static Destination create(String table, SourceTable source) {
    Destination destination = new Destination(BIGQUERY.project(), "pg", table);
    new TableAdmin(connection, Time.SYSTEM)
        .ensure(
            destination,
            TablePolicy.forChanges(List.of()),
            source.columns().stream().map(ColumnReport::column).toList(),
            false);
    return destination;
  }

  private static void stream(String table, String from) {
    SourceTable source = server.source(from).inspect(Wanted.NOTHING);
    WriterOptions options = WriterOptions.defaults(false, "penstock:test");
    load(source, PendingLoad.open(connection, create(table, source), options, Time.SYSTEM));
  }

  private static void load(SourceTable source, TableLoad load) {
    try (load;
        RowCursor rows = source.rows()) {
      while (rows.next()) {
        load.append(rows);
      }
      load.finish();
    }
  }

  private static List<Map<String, @Nullable Object>> stored(String table) {
    List<Map<String, @Nullable Object>> rows = BIGQUERY.table("pg", table).rows();
    return rows.stream()
        .sorted(Comparator.comparing((Map<String, @Nullable Object> row) -> (Long) row.get("id")))
        .toList();
  }

  @Test
  void storesEveryType() {
    stream("scalars", "types.scalars");
    List<Map<String, @Nullable Object>> rows = stored("scalars");
    assertThat(rows).hasSize(3);
    assertThat(rows.get(0))
        .containsEntry("c_bool", true)
        .containsEntry("c_oid", 5L)
        .containsEntry("c_float4", 1.5)
        .containsEntry("c_numeric_10_2", new BigDecimal("1234567.89"))
        .containsEntry("c_numeric_38_0", new BigDecimal("12345678901234567890123456789012345678"))
        .containsEntry("c_char", "ab  ")
        .containsEntry("c_bytea", ByteString.copyFrom(new byte[] {0, -1}))
        .containsEntry("c_uuid", "00112233-4455-6677-8899-aabbccddeeff")
        .containsEntry("c_date", LocalDate.of(2026, 1, 31))
        .containsEntry("c_time", LocalTime.parse("12:34:56.789"))
        .containsEntry("c_timestamp", LocalDateTime.parse("2026-01-31T12:34:56.789012"))
        .containsEntry("c_timestamptz", Instant.parse("2026-01-31T10:34:56.789012Z"))
        .containsEntry("c_interval", "1-2 3 4:5:6.700")
        .containsEntry("c_enum", "happy")
        .containsEntry("C_Upper", "upper");
    assertThat(rows.get(1))
        .containsEntry("c_float4", Double.NaN)
        .containsEntry("c_float8", Double.NEGATIVE_INFINITY)
        .containsEntry(
            "c_numeric",
            new BigDecimal(
                "-12345678901234567890123456789012345678.00000000000000000000000000000000000001"))
        .containsEntry("c_date", LocalDate.of(1, 1, 1))
        .containsEntry("c_timestamp", LocalDateTime.parse("0001-01-01T00:00:00"))
        .containsEntry("c_timestamptz", Instant.parse("9999-12-31T23:59:59.999999Z"));
    assertThat(rows.get(2)).containsEntry("c_text", null).containsEntry("c_interval", null);
  }

  @Test
  void storesTheSameByALoadJob() {
    SourceTable source = server.source(LOADABLE).inspect(Wanted.NOTHING);
    LoadJob job = new LoadJob("pg", Map.of(), LoadJob.Disposition.EMPTY, Duration.ofMinutes(1));
    load(
        source,
        JobLoad.open(
            connection, create("loaded", source), job, JobLoadOptions.defaults(), Time.SYSTEM));
    stream("streamed", LOADABLE);
    assertThat(stored("loaded")).isEqualTo(stored("streamed")).hasSize(3);
  }

  @Test
  void storesNothingOfALoadWithARowThatNoColumnTakes() {
    assertThatThrownBy(
            () ->
                stream(
                    "faulty",
                    "query:SELECT g AS id, CASE WHEN g = 2 THEN '24:00' ELSE '12:00' END::time AS t"
                        + " FROM generate_series(1, 3) g"))
        .isInstanceOf(IngestException.class)
        .hasMessageContaining("row 2")
        .hasMessageContaining("'t'");
    assertThat(stored("faulty")).isEmpty();
  }
}
