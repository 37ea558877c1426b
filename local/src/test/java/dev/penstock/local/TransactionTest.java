package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.BigQuery.JobListOption;
import com.google.cloud.bigquery.FieldValueList;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.JobId;
import com.google.cloud.bigquery.JobInfo;
import com.google.cloud.bigquery.JobStatistics.QueryStatistics;
import com.google.cloud.bigquery.QueryJobConfiguration;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Transactions in scripts through Google's client. */
@Tag("sql")
class TransactionTest {
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
  void fill() throws InterruptedException {
    run("CREATE OR REPLACE TABLE d.a AS SELECT 1 AS id, 'one' AS name");
    run("CREATE OR REPLACE TABLE d.b AS SELECT 1 AS id, 'one' AS name");
  }

  private static List<String> run(String script) throws InterruptedException {
    List<String> rows = new ArrayList<>();
    for (FieldValueList row : clients.rest.query(QueryJobConfiguration.of(script)).iterateAll()) {
      rows.add(String.valueOf(row.get(0).getValue()));
    }
    return rows;
  }

  @Test
  @Fact({"SQ-043", "SQ-044", "SQ-045", "SQ-046"})
  void commitsSeveralTablesAtOnce() throws InterruptedException {
    List<String> seen =
        run(
            """
            BEGIN TRANSACTION;
            CREATE TEMP TABLE changes AS SELECT 1 AS id, 'uno' AS name UNION ALL SELECT 2, 'dos';
            MERGE d.a T USING changes S ON T.id = S.id WHEN MATCHED THEN UPDATE SET name = S.name
              WHEN NOT MATCHED THEN INSERT ROW;
            DELETE FROM d.b WHERE id IN (SELECT id FROM d.a);
            INSERT INTO d.b SELECT * FROM d.a WHERE id > 1;
            UPDATE d.b SET name = 'zwei' WHERE id = 2;
            SELECT CONCAT(COUNT(*), MIN(name)) FROM d.b;
            COMMIT TRANSACTION;
            """);

    assertThat(seen).containsExactly("1zwei");
    assertThat(clients.rows("a")).containsExactly("1|uno", "2|dos");
    assertThat(clients.rows("b")).containsExactly("2|zwei");
  }

  @Test
  @Fact("SQ-043")
  void undoesWhatIsRolledBack() throws InterruptedException {
    assertThat(
            run(
                """
                CREATE TEMP TABLE kept AS SELECT 1 AS x;
                BEGIN TRANSACTION;
                TRUNCATE TABLE d.a;
                INSERT INTO kept VALUES (2);
                DROP TABLE kept;
                CREATE TEMP TABLE kept AS SELECT 'other' AS y;
                ROLLBACK TRANSACTION;
                SELECT CONCAT(COUNT(*), '/', (SELECT COUNT(*) FROM d.a)) FROM kept WHERE x = 1;
                """))
        .containsExactly("1/1");
  }

  @Test
  @Fact("SQ-049")
  void rollsBackWhenTheScriptFailsOrEnds() throws InterruptedException {
    assertThatThrownBy(
            () ->
                run(
                    "BEGIN TRANSACTION; DELETE FROM d.a WHERE TRUE; INSERT INTO d.b SELECT 1 / 0,"
                        + " 'x'; COMMIT TRANSACTION;"))
        .hasMessageContaining("FLOAT64");
    assertThatThrownBy(
            () ->
                run(
                    "BEGIN TRANSACTION; DELETE FROM d.a WHERE TRUE; SELECT ERROR('no'); COMMIT"
                        + " TRANSACTION;"))
        .hasMessageContaining("no");
    run("BEGIN TRANSACTION; DELETE FROM d.b WHERE TRUE;");

    assertThat(clients.rows("a")).containsExactly("1|one");
    assertThat(clients.rows("b")).containsExactly("1|one");
  }

  @Test
  @Fact("SQ-049")
  void letsAHandlerRollBack() throws InterruptedException {
    assertThat(
            run(
                """
                BEGIN
                  BEGIN TRANSACTION;
                  DELETE FROM d.a WHERE TRUE;
                  SELECT ERROR('broken');
                  COMMIT TRANSACTION;
                EXCEPTION WHEN ERROR THEN
                  ROLLBACK TRANSACTION;
                  INSERT INTO d.b VALUES (9, @@error.message);
                END;
                SELECT name FROM d.b WHERE id = 9;
                """))
        .containsExactly("broken at [4:3]");
    assertThat(clients.rows("a")).containsExactly("1|one");
  }

  @Test
  @Fact({"SQ-049", "SQ-052"})
  void letsAHandlerLookAtTheErrorBeforeItRollsBack() throws InterruptedException {
    assertThat(
            run(
                """
                BEGIN
                  BEGIN TRANSACTION;
                  INSERT INTO d.a VALUES (2, 'two');
                  SELECT 1 / 0;
                  COMMIT TRANSACTION;
                EXCEPTION WHEN ERROR THEN
                  SELECT @@error.message;
                  ROLLBACK TRANSACTION;
                END;
                """))
        .containsExactly("division by zero: 1 / 0 at [4:3]");
    assertThat(clients.rows("a")).containsExactly("1|one");
  }

  @Test
  @Fact({"SQ-044", "SQ-049", "SQ-052"})
  void goesOnInAHandlerWithWhatWasWrittenBefore() throws InterruptedException {
    assertThat(
            run(
                """
                DECLARE seen STRING;
                BEGIN TRANSACTION;
                CREATE TEMP TABLE changes AS SELECT 1 AS id, 'uno' AS name;
                INSERT INTO changes VALUES (2, 'dos');
                MERGE d.a T USING changes S ON T.id = S.id WHEN MATCHED THEN UPDATE SET name = S.name
                  WHEN NOT MATCHED THEN INSERT ROW;
                BEGIN
                  UPDATE d.a SET name = CONCAT(S.name, ERROR('broken')) FROM changes S WHERE TRUE;
                EXCEPTION WHEN ERROR THEN
                  SET seen = (SELECT STRING_AGG(name ORDER BY id) FROM d.a);
                  IF (SELECT COUNT(*) FROM changes) = 2 THEN
                    INSERT INTO d.b SELECT * FROM d.a;
                  END IF;
                END;
                BEGIN
                  UPDATE d.a SET name = S.name FROM changes S WHERE TRUE;
                EXCEPTION WHEN ERROR THEN
                  DELETE FROM d.a WHERE id = 2;
                  SET seen = CONCAT(seen, '/', (SELECT COUNT(*) FROM d.a), (SELECT COUNT(*) FROM d.b));
                END;
                ROLLBACK TRANSACTION;
                SELECT seen;
                """))
        .containsExactly("uno,dos/13");
    assertThat(clients.rows("a")).containsExactly("1|one");
    assertThat(clients.rows("b")).containsExactly("1|one");
  }

  @Test
  @Fact("SQ-049")
  void commitsNothingAfterAFailure() {
    assertThatThrownBy(
            () ->
                run(
                    """
                    BEGIN TRANSACTION;
                    INSERT INTO d.a VALUES (2, 'two');
                    BEGIN SELECT ERROR('no'); EXCEPTION WHEN ERROR THEN SELECT 1; END;
                    COMMIT TRANSACTION;
                    """))
        .hasMessageContaining("COMMIT TRANSACTION after a statement of the transaction failed");
    assertThat(clients.rows("a")).containsExactly("1|one");
  }

  @Test
  @Fact("SQ-045")
  void refusesToCreateDropOrAlterTables() throws InterruptedException {
    for (String ddl :
        List.of(
            "CREATE TABLE d.c (id INT64)",
            "CREATE OR REPLACE TABLE d.a AS SELECT 1 AS id",
            "DROP TABLE d.a",
            "ALTER TABLE d.a ADD COLUMN x INT64",
            "CREATE SCHEMA other")) {
      assertThatThrownBy(
              () ->
                  run(
                      "BEGIN TRANSACTION; DELETE FROM d.a WHERE TRUE; "
                          + ddl
                          + "; COMMIT TRANSACTION;"))
          .hasMessageContaining("DDL statements are not supported in a transaction");
    }
    assertThat(clients.rows("a")).containsExactly("1|one");
  }

  @Test
  @Fact({"SQ-051", "RT-144", "RT-137"})
  void namesItsTransactionInTheJobs() throws InterruptedException {
    Job script =
        clients
            .rest
            .create(
                JobInfo.of(
                    JobId.of(),
                    QueryJobConfiguration.of(
                        "BEGIN TRANSACTION; DELETE FROM d.a WHERE TRUE; ROLLBACK; BEGIN; COMMIT;")))
            .waitFor();

    List<String> children = new ArrayList<>();
    List<String> transactions = new ArrayList<>();
    for (Job child :
        clients.rest.listJobs(JobListOption.parentJobId(script.getJobId().getJob())).iterateAll()) {
      QueryStatistics statistics = child.getStatistics();
      children.add(0, statistics.getStatementType().toString());
      transactions.add(
          0,
          statistics.getTransactionInfo() == null
              ? "none"
              : statistics.getTransactionInfo().getTransactionId());
    }
    assertThat(children)
        .containsExactly(
            "BEGIN_TRANSACTION",
            "DELETE",
            "ROLLBACK_TRANSACTION",
            "BEGIN_TRANSACTION",
            "COMMIT_TRANSACTION");
    assertThat(transactions.get(1)).isEqualTo(transactions.get(0)).isEqualTo(transactions.get(2));
    assertThat(transactions.get(3))
        .isEqualTo(transactions.get(4))
        .isNotIn("none", transactions.get(0));
  }

  @Test
  void asksForAnOpenTransaction() {
    assertThatThrownBy(() -> run("SELECT 1; COMMIT TRANSACTION;"))
        .hasMessageContaining("There is no active transaction to commit.");
    assertThatThrownBy(() -> run("BEGIN TRANSACTION; BEGIN TRANSACTION;"))
        .hasMessageContaining("Transaction is already in progress");
  }
}
