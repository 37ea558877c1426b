package dev.penstock.core.write;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.FieldValueList;
import com.google.cloud.bigquery.QueryJobConfiguration;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.reader.AvroOptions;
import dev.penstock.core.reader.AvroRows;
import dev.penstock.core.scan.BlockRows;
import dev.penstock.core.scan.ReadRequest;
import dev.penstock.core.scan.ReadSession;
import dev.penstock.core.scan.ReadSessions;
import dev.penstock.core.scan.ScanOptions;
import dev.penstock.core.scan.ScanStream;
import dev.penstock.core.time.Time;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rows that are read and written again give the same table: reading loses no type and no value. */
@Tag("sql")
class LocalCopyIT {
  private static final String COLUMNS =
      "id INT64 NOT NULL, b BOOL, f FLOAT64, n NUMERIC, n2 NUMERIC(10, 2), bn BIGNUMERIC, s STRING,"
          + " bs BYTES, d DATE, t TIME, dt DATETIME, ts TIMESTAMP, j JSON, l ARRAY<INT64>,"
          + " st STRUCT<x INT64, inner_list ARRAY<STRUCT<d DATE, n NUMERIC>>>, PRIMARY KEY (id) NOT"
          + " ENFORCED";

  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets("copy");

  private static List<String> query(String sql) throws InterruptedException {
    List<String> rows = new ArrayList<>();
    for (FieldValueList row : BIGQUERY.client().query(QueryJobConfiguration.of(sql)).iterateAll()) {
      rows.add(String.valueOf(row.get(0).getValue()));
    }
    return rows;
  }

  private static Destination table(String name) {
    return new Destination(BIGQUERY.project(), "copy", name);
  }

  private static void copy(String from, String to) throws InterruptedException {
    try (LocalWriters task = new LocalWriters(BIGQUERY);
        BigQueryConnection connection =
            BigQueryConnection.open(
                LocalWriters.endpoint(BIGQUERY), BIGQUERY.project(), "penstock-test/1")) {
      ReadSession session =
          new ReadSessions(connection, Time.SYSTEM).open(ReadRequest.of(table(from)));
      Schema schema = new Schema.Parser().parse(session.avroSchema());
      AvroRows avro = AvroRows.of(schema, AvroOptions.DEFAULTS);
      TableWriter writer = task.writer("copy", to);
      long ticket = 0;
      for (String name : session.streams()) {
        try (ScanStream stream =
            new ScanStream(
                connection, name, 0, session.expiresAt(), ScanOptions.DEFAULTS, Time.SYSTEM)) {
          BlockRows rows = new BlockRows(schema, schema);
          while (stream.next() instanceof ScanStream.Step.Rows step) {
            rows.on(step.block());
            while (rows.hasNext()) {
              writer.append(
                  avro.schema(), avro.read(rows.next()), ChangeType.UPSERT, null, ++ticket);
            }
          }
        }
      }
      task.drain(ticket);
      assertThat(task.completions.rejected).isEmpty();
    }
  }

  @Test
  void aCopyHasTheSameColumnsAndRows() throws InterruptedException {
    query("CREATE TABLE copy.original (" + COLUMNS + ")");
    query("CREATE TABLE copy.made (" + COLUMNS + ")");
    query(
        "INSERT INTO copy.original VALUES (1, TRUE, 0.1, NUMERIC '-1.000000001', NUMERIC"
            + " '12345678.90', BIGNUMERIC '1e38', 'ü', b'\\x00\\xff', DATE '0001-01-01', TIME"
            + " '23:59:59.999999', DATETIME '9999-12-31 23:59:59.999999', TIMESTAMP '1969-12-31"
            + " 23:59:59.999999+00', JSON '{\"a\": [1, null]}', [1, 2], STRUCT(7 AS x, [STRUCT(DATE"
            + " '2026-01-31' AS d, NUMERIC '0' AS n)] AS inner_list)), (2, NULL, NULL, NULL, NULL,"
            + " NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, [], NULL)");

    copy("original", "made");

    assertThat(BIGQUERY.table("copy", "made").rows())
        .containsExactlyInAnyOrderElementsOf(BIGQUERY.table("copy", "original").rows())
        .hasSize(2);
  }

  @Test
  void aTableMadeForReadRowsHasTheTypesOfTheTableThatWasRead() throws InterruptedException {
    query("CREATE TABLE copy.types (" + COLUMNS + ")");
    query("INSERT INTO copy.types (id) VALUES (1)");

    copy("types", "made_new");

    String types =
        "SELECT STRING_AGG(CONCAT(column_name, ' ', data_type) ORDER BY ordinal_position) FROM"
            + " copy.INFORMATION_SCHEMA.COLUMNS WHERE table_name = ";
    assertThat(query(types + "'made_new'")).isEqualTo(query(types + "'types'"));
  }
}
