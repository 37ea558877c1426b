package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.BigQueryException;
import com.google.cloud.bigquery.CopyJobConfiguration;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.JobId;
import com.google.cloud.bigquery.JobInfo;
import com.google.cloud.bigquery.JobInfo.WriteDisposition;
import com.google.cloud.bigquery.JobStatistics.QueryStatistics;
import com.google.cloud.bigquery.QueryJobConfiguration;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.Table;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TimePartitioning;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The ten constraints that every plan to publish a table must respect. */
@Tag("sql")
class PublishConstraintsTest {
  private static LocalClients clients;

  @BeforeAll
  static void start() throws IOException {
    clients = LocalClients.inMemory();
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  @BeforeEach
  void create() throws InterruptedException {
    for (String table : List.of("daily", "flat", "keyed", "renamed")) {
      run("DROP TABLE IF EXISTS d." + table);
    }
    run("CREATE TABLE d.daily PARTITION BY day AS SELECT DATE '2026-01-01' AS day, 1 AS id");
    run("CREATE TABLE d.flat AS SELECT DATE '2026-01-02' AS day, 2 AS id");
    run("CREATE TABLE d.keyed (id INT64, PRIMARY KEY (id) NOT ENFORCED)");
  }

  private static QueryStatistics run(String sql) throws InterruptedException {
    return job(QueryJobConfiguration.of(sql)).getStatistics();
  }

  private static Job job(com.google.cloud.bigquery.JobConfiguration configuration)
      throws InterruptedException {
    return clients.rest.create(JobInfo.of(JobId.of(), configuration)).waitFor();
  }

  private static Table table(String name) {
    return clients.rest.getTable(TableId.of("d", name));
  }

  @Test
  @Fact("RT-028")
  void c01PartitioningCannotBeChangedInPlace() {
    Table table = table("daily");
    StandardTableDefinition monthly =
        table.<StandardTableDefinition>getDefinition().toBuilder()
            .setTimePartitioning(
                TimePartitioning.newBuilder(TimePartitioning.Type.MONTH).setField("day").build())
            .build();

    assertThatThrownBy(() -> table.toBuilder().setDefinition(monthly).build().update())
        .isInstanceOf(BigQueryException.class)
        .hasMessageContaining("Cannot change partitioning");
  }

  @Test
  @Fact({"SQ-019", "SQ-020"})
  void c02CreateOrReplaceCannotChangePartitioning() {
    assertThatThrownBy(() -> run("CREATE OR REPLACE TABLE d.daily AS SELECT 1 AS id"))
        .hasMessageContaining("Instead, DROP the table, and then recreate it.");
    assertThat(clients.rows("daily")).containsExactly("2026-01-01|1");
  }

  @Test
  @Fact("SQ-022")
  void c03ACopyCannotChangePartitioning() {
    assertThatThrownBy(
            () ->
                job(
                    CopyJobConfiguration.newBuilder(
                            TableId.of("d", "daily"), TableId.of("d", "flat"))
                        .setWriteDisposition(WriteDisposition.WRITE_TRUNCATE)
                        .build()))
        .hasMessageContaining("Incompatible table partitioning specification");
    assertThat(clients.rows("daily")).containsExactly("2026-01-01|1");
  }

  @Test
  @Fact("SQ-032")
  void c04RenameNeedsAFreeName() throws InterruptedException {
    assertThatThrownBy(() -> run("ALTER TABLE d.flat RENAME TO daily"))
        .hasMessageContaining("Already Exists: Table p:d.daily");

    run("DROP TABLE d.daily");
    run("ALTER TABLE d.flat RENAME TO daily");

    assertThat(clients.rows("daily")).containsExactly("2026-01-02|2");
  }

  @Test
  @Fact("SQ-032")
  void c05RenameStaysInTheDataset() {
    assertThatThrownBy(() -> run("ALTER TABLE d.flat RENAME TO e.flat"))
        .hasMessageContaining("takes a table name without a dataset");
  }

  @Test
  @Fact({"SQ-032", "SQ-034"})
  void c06RenameNeedsTheKeyDroppedFirst() throws InterruptedException {
    assertThatThrownBy(() -> run("ALTER TABLE d.keyed RENAME TO renamed"))
        .hasMessageContaining("with a primary key cannot be renamed");

    run("ALTER TABLE d.keyed DROP PRIMARY KEY IF EXISTS");
    run("ALTER TABLE d.keyed DROP PRIMARY KEY IF EXISTS");
    run("ALTER TABLE d.keyed RENAME TO renamed");

    assertThat(table("renamed").exists()).isTrue();
  }

  @Test
  @Fact({"SQ-034", "SQ-035", "CDC-018", "CDC-019"})
  void c07AKeyIsNeverEnforced() throws InterruptedException {
    assertThatThrownBy(() -> run("ALTER TABLE d.flat ADD PRIMARY KEY (id)"))
        .hasMessageContaining("NOT ENFORCED");

    run("INSERT INTO d.keyed VALUES (1), (1), (NULL)");

    assertThat(clients.rows("keyed")).containsExactly("1", "1", "null");
  }

  @Test
  @Fact("SQ-045")
  void c08ATransactionTakesNoDdl() {
    assertThatThrownBy(
            () ->
                run(
                    "BEGIN TRANSACTION; DROP TABLE d.flat; CREATE TABLE d.flat (id INT64); COMMIT"
                        + " TRANSACTION;"))
        .hasMessageContaining("DDL statements are not supported in a transaction");
    assertThat(clients.rows("flat")).containsExactly("2026-01-02|2");
  }

  @Test
  @Fact("SQ-032")
  void c09AnExpirationSurvivesRename() throws InterruptedException {
    run(
        "ALTER TABLE d.flat SET OPTIONS (expiration_timestamp = TIMESTAMP '2100-01-01"
            + " 00:00:00Z')");

    run("ALTER TABLE d.flat RENAME TO renamed");

    assertThat(table("renamed").getExpirationTime()).isEqualTo(4_102_444_800_000L);
  }

  @Test
  void c10MetadataStatementsBillNothing() throws InterruptedException {
    assertThat(run("ALTER TABLE d.flat SET OPTIONS (description = 'x')").getTotalBytesBilled())
        .isZero();
    assertThat(run("ALTER TABLE d.flat RENAME TO renamed").getTotalBytesBilled()).isZero();
    assertThat(run("DROP TABLE d.renamed").getTotalBytesBilled()).isZero();
  }
}
