package dev.penstock.local;

import static dev.penstock.local.LocalClients.streamName;
import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.BigQueryException;
import com.google.cloud.bigquery.Clustering;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.Field.Mode;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.JobId;
import com.google.cloud.bigquery.JobInfo;
import com.google.cloud.bigquery.JobInfo.WriteDisposition;
import com.google.cloud.bigquery.JobStatistics.QueryStatistics;
import com.google.cloud.bigquery.QueryJobConfiguration;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TimePartitioning;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The statements and query jobs that put staged rows into the table that users read. */
@Tag("sql")
class PublishStatementsTest {
  private static LocalClients clients;

  @BeforeAll
  static void start() throws IOException {
    clients = LocalClients.inMemory();
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  private static QueryStatistics run(String sql) throws InterruptedException {
    return run(QueryJobConfiguration.newBuilder(sql));
  }

  private static QueryStatistics run(QueryJobConfiguration.Builder query)
      throws InterruptedException {
    Job job = clients.rest.create(JobInfo.of(JobId.of(), query.build()));
    return job.waitFor().getStatistics();
  }

  private static StandardTableDefinition definition(String table) {
    return clients.rest.getTable(TableId.of("d", table)).getDefinition();
  }

  private static void stage(String table) throws InterruptedException {
    run(
        "CREATE OR REPLACE TABLE d."
            + table
            + " AS SELECT * FROM UNNEST([STRUCT(1 AS id, 'a' AS name, DATE '2026-01-01' AS day, 1"
            + " AS seq), (1, 'b', DATE '2026-01-01', 2), (2, 'c', NULL, 3)])");
  }

  @Test
  @Fact({"SQ-025", "SQ-034", "SQ-039", "SQ-040", "SQ-023", "SQ-019", "SQ-020"})
  void createsTheTableFromDeduplicatedRowsWithItsKeyAndLayout() throws InterruptedException {
    stage("stg");
    String publish =
        "CREATE OR REPLACE TABLE `p`.`d`.`made` (`id` INT64 NOT NULL, `name` STRING(10), `day`"
            + " DATE, PRIMARY KEY (`id`) NOT ENFORCED) PARTITION BY `day` CLUSTER BY `id`"
            + " OPTIONS (description = 'made', labels = [('managed_by', 'penstock')])"
            + " AS SELECT `id`, `name`, `day` FROM `p`.`d`.`stg` QUALIFY ROW_NUMBER() OVER"
            + " (PARTITION BY `id` ORDER BY `seq` DESC NULLS LAST) = 1";

    run(publish);
    run(publish);

    assertThat(clients.rows("made")).containsExactly("1|b|2026-01-01", "2|c|null");
    StandardTableDefinition made = definition("made");
    assertThat(made.getTableConstraints().getPrimaryKey().getColumns()).containsExactly("id");
    assertThat(made.getTimePartitioning().getField()).isEqualTo("day");
    assertThat(made.getClustering().getFields()).containsExactly("id");
    assertThat(made.getSchema().getFields().get("id").getMode()).isEqualTo(Mode.REQUIRED);
    assertThat(made.getSchema().getFields().get("name").getMaxLength()).isEqualTo(10);
    assertThat(clients.rest.getTable(TableId.of("d", "made")).getLabels())
        .containsEntry("managed_by", "penstock");
    assertThatThrownBy(() -> run(publish.replace("PARTITION BY `day`", "")))
        .isInstanceOf(BigQueryException.class)
        .hasMessageContaining("Cannot replace a table with a different partitioning spec.")
        .hasMessageContaining("New partitioning spec is none and existing spec is interval");
    assertThat(clients.rows("made")).hasSize(2);
  }

  @Test
  @Fact({"SQ-001", "SQ-002", "SQ-004", "SQ-008", "RT-138"})
  void mergesDeduplicatedRowsAndCountsThem() throws InterruptedException {
    stage("changes");
    run("CREATE TABLE d.target (id INT64, name STRING, day DATE)");
    run("INSERT INTO d.target SELECT 1, 'old', DATE '2026-01-01' UNION ALL SELECT NULL, 'n', NULL");
    String merge =
        "MERGE INTO `p`.`d`.`target` T USING (SELECT * FROM `p`.`d`.`changes` QUALIFY"
            + " ROW_NUMBER() OVER (PARTITION BY id ORDER BY seq DESC) = 1) S"
            + " ON (T.id = S.id OR (T.id IS NULL AND S.id IS NULL))"
            + " WHEN MATCHED AND (T.name IS DISTINCT FROM S.name OR T.day IS DISTINCT FROM S.day)"
            + " THEN UPDATE SET name = S.name, day = CAST(S.day AS DATE)"
            + " WHEN NOT MATCHED THEN INSERT (id, name, day) VALUES (S.id, S.name, S.day)";

    QueryStatistics first = run(merge);
    QueryStatistics second = run(merge);

    assertThat(first.getNumDmlAffectedRows()).isEqualTo(2);
    assertThat(first.getDmlStats().getInsertedRowCount()).isEqualTo(1);
    assertThat(first.getDmlStats().getUpdatedRowCount()).isEqualTo(1);
    assertThat(first.getDmlStats().getDeletedRowCount()).isZero();
    assertThat(second.getNumDmlAffectedRows()).isZero();
    assertThat(first.getTotalBytesBilled()).isEqualTo(20_971_520);
    assertThat(clients.rows("target")).containsExactly("1|b|2026-01-01", "2|c|null", "null|n|null");
    String twice =
        merge.replaceAll("QUALIFY.*= 1\\)", ")").replaceAll("AND \\(T.name.*day\\) THEN", "THEN");
    assertThatThrownBy(() -> run(twice))
        .hasMessageContaining("UPDATE/MERGE must match at most one source row for each target row");
  }

  @Test
  void mergesWithNullSafeKeys() throws InterruptedException {
    run("CREATE TABLE d.nullable_keys AS SELECT CAST(NULL AS INT64) AS id, 'old' AS name");

    QueryStatistics merged =
        run(
            "MERGE INTO d.nullable_keys T USING (SELECT CAST(NULL AS INT64) AS id, 'new' AS name) S"
                + " ON T.id IS NOT DISTINCT FROM S.id WHEN MATCHED THEN UPDATE SET name = S.name"
                + " WHEN NOT MATCHED THEN INSERT ROW");

    assertThat(merged.getDmlStats().getUpdatedRowCount()).isEqualTo(1);
    assertThat(clients.rows("nullable_keys")).containsExactly("null|new");
  }

  @Test
  @Fact({"RT-088", "RT-145", "RT-105", "SQ-015"})
  void aQueryReplacesTheRowsAndKeepsColumnsAndKey() throws InterruptedException {
    clients.createKeyedTable(
        "kept",
        List.of("id"),
        Field.newBuilder("id", StandardSQLTypeName.INT64).setMode(Mode.REQUIRED).build(),
        Field.newBuilder("price", StandardSQLTypeName.NUMERIC)
            .setPrecision(10L)
            .setScale(2L)
            .build());
    run("INSERT INTO d.kept VALUES (9, 1)");
    QueryJobConfiguration.Builder query =
        QueryJobConfiguration.newBuilder("SELECT 1 AS id, NUMERIC '1.239' AS price")
            .setDestinationTable(TableId.of("d", "kept"))
            .setWriteDisposition(WriteDisposition.valueOf("WRITE_TRUNCATE_DATA"));

    run(query);

    assertThat(clients.rows("kept")).containsExactly("1|1.24");
    assertThat(definition("kept").getTableConstraints().getPrimaryKey().getColumns())
        .containsExactly("id");
    assertThatThrownBy(
            () -> run(query.setQuery("SELECT CAST(NULL AS INT64) AS id, NUMERIC '1' AS price")))
        .hasMessageContaining("Required field cannot be null: id");
    assertThatThrownBy(() -> run(query.setQuery("SELECT 1 AS id, NUMERIC '123456789' AS price")))
        .hasMessageContaining("price");
    assertThat(clients.rows("kept")).containsExactly("1|1.24");
  }

  @Test
  @Fact("RT-105")
  void aQueryLaysOutTheTableThatItCreates() throws InterruptedException {
    run(
        QueryJobConfiguration.newBuilder("SELECT DATE '2026-01-01' AS day, 1 AS id")
            .setDestinationTable(TableId.of("d", "laid"))
            .setTimePartitioning(
                TimePartitioning.newBuilder(TimePartitioning.Type.MONTH).setField("day").build())
            .setClustering(Clustering.newBuilder().setFields(List.of("id")).build()));

    assertThat(definition("laid").getTimePartitioning().getField()).isEqualTo("day");
    assertThat(definition("laid").getClustering().getFields()).containsExactly("id");
  }

  @Test
  @Fact({"WA-207", "SQ-032", "SQ-050"})
  void statementsThatRecentlyStreamedRowsForbidAreNotThere() throws InterruptedException {
    clients.createTable("streamed", Field.of("id", StandardSQLTypeName.INT64));
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("streamed"), schema("id:INT64"), row(1L)));
      connection.response();
    }

    assertThat(run("UPDATE d.streamed SET id = 2 WHERE id = 1").getNumDmlAffectedRows())
        .isEqualTo(1);
    assertThatThrownBy(() -> run("ALTER TABLE d.streamed RENAME TO other"))
        .hasMessageContaining("has recently been streamed to and cannot be renamed");
    assertThatThrownBy(
            () -> run("BEGIN TRANSACTION; DELETE FROM d.streamed WHERE true; COMMIT TRANSACTION;"))
        .hasMessageContaining("would affect rows in the streaming buffer");
    assertThat(clients.rows("streamed")).containsExactly("2");
  }
}
