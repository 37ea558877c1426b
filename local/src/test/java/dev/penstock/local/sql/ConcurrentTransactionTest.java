package dev.penstock.local.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.penstock.local.Fact;
import dev.penstock.local.catalog.FieldType;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Two transactions, and a transaction beside statements. */
@Tag("sql")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ConcurrentTransactionTest {
  private final SqlFixture sql = new SqlFixture();
  private SqlSession one = sql.engine.openSession();
  private SqlSession two = sql.engine.openSession();

  @BeforeEach
  void open() {
    one = sql.engine.openSession();
    two = sql.engine.openSession();
    sql.run("CREATE OR REPLACE TABLE d.t AS SELECT 1 AS id, 'one' AS name");
    sql.run("CREATE OR REPLACE TABLE d.u AS SELECT 1 AS id");
  }

  @AfterEach
  void end() {
    one.close();
    two.close();
  }

  @AfterAll
  void close() throws SQLException {
    sql.close();
  }

  private SqlResult run(SqlSession session, String statement) {
    return sql.engine.query(
        new SqlRequest(
            "p",
            "d",
            "US",
            statement,
            List.of(),
            false,
            false,
            new SqlScope(List.of(), List.of(), session)));
  }

  private static List<List<Object>> rows(SqlResult result) {
    return List.copyOf(result.rows());
  }

  @Test
  @Fact({"SQ-044", "SQ-048"})
  void readsWhatWasThereWhenItBeganAndItsOwnWrites() {
    one.begin("one");
    sql.run("INSERT INTO d.t VALUES (2, 'two')");
    sql.run("UPDATE d.u SET id = 5 WHERE TRUE");

    assertThat(rows(run(one, "SELECT COUNT(*) FROM d.t"))).containsExactly(List.of(1L));
    assertThat(rows(run(one, "SELECT id FROM d.u"))).containsExactly(List.of(1L));
    run(one, "INSERT INTO d.t VALUES (3, 'three')");
    assertThat(rows(run(one, "SELECT id FROM d.t ORDER BY id")))
        .containsExactly(List.of(1L), List.of(3L));
    assertThat(sql.value("SELECT COUNT(*) FROM d.t")).isEqualTo(2L);
    one.commit(SqlEffect.NONE);
    assertThat(sql.value("SELECT COUNT(*) FROM d.t")).isEqualTo(3L);
  }

  @Test
  @Fact("SQ-047")
  void refusesTheSecondOfTwoOnOneTable() {
    one.begin("one");
    two.begin("two");
    run(one, "UPDATE d.t SET name = 'x' WHERE id = 1");

    assertThatThrownBy(() -> run(two, "DELETE FROM d.t WHERE id = 1"))
        .hasMessage("Transaction is aborted due to concurrent update against table p:d.t.");
    two.rollback();
    one.commit(SqlEffect.NONE);
    assertThat(sql.value("SELECT name FROM d.t")).isEqualTo("x");
  }

  @Test
  @Fact("SQ-047")
  void refusesToChangeATableThatOthersChangedSince() {
    one.begin("one");
    sql.run("UPDATE d.t SET name = 'x' WHERE id = 1");

    assertThatThrownBy(() -> run(one, "DELETE FROM d.t WHERE id = 7"))
        .hasMessage("Transaction is aborted due to concurrent update against table p:d.t.");
  }

  @Test
  @Fact({"SQ-047", "SQ-049"})
  void answersAfterItWasAborted() {
    two.begin("two");
    run(two, "INSERT INTO d.u VALUES (2)");
    sql.run("UPDATE d.t SET name = 'x' WHERE id = 1");
    assertThatThrownBy(() -> run(two, "DELETE FROM d.t WHERE id = 1"))
        .hasMessageStartingWith("Transaction is aborted due to concurrent update against table");

    assertThat(rows(run(two, "SELECT id FROM d.u ORDER BY id")))
        .containsExactly(List.of(1L), List.of(2L));
    sql.run("DROP TABLE d.u");
    assertThatThrownBy(() -> run(two, "SELECT ERROR('no')")).hasMessageContaining("no");
    assertThat(rows(run(two, "SELECT 7"))).containsExactly(List.of(7L));
    two.rollback();
  }

  @Test
  @Fact({"SQ-047", "SQ-012"})
  void letsAStatementOutsideWaitForIt() {
    one.begin("one");
    run(one, "UPDATE d.t SET name = 'first' WHERE id = 1");
    CompletableFuture<SqlResult> waiting =
        CompletableFuture.supplyAsync(
            () -> sql.run("UPDATE d.t SET name = CONCAT(name, ' second') WHERE id = 1"));
    run(one, "UPDATE d.t SET id = 2 WHERE id = 2");

    assertThat(waiting).isNotDone();
    one.commit(SqlEffect.NONE);

    await().until(waiting::isDone);
    assertThat(sql.value("SELECT name FROM d.t")).isEqualTo("first second");
  }

  @Test
  @Fact({"SQ-013", "SQ-048"})
  void letsRowsBeAddedBesideIt() {
    one.begin("one");
    two.begin("two");
    run(one, "DELETE FROM d.t WHERE id = 1");
    run(two, "INSERT INTO d.t VALUES (2, 'two')");
    sql.run("INSERT INTO d.t VALUES (3, 'three')");
    two.commit(SqlEffect.NONE);
    one.commit(SqlEffect.NONE);

    assertThat(sql.rows("SELECT id FROM d.t ORDER BY id"))
        .containsExactly(List.of(2L), List.of(3L));
  }

  @Test
  @Fact("SQ-047")
  void abortsWhenTheTableIsReplacedOrDroppedBesideIt() {
    one.begin("one");
    run(one, "INSERT INTO d.t VALUES (2, 'two')");
    sql.run("DROP TABLE d.t");
    assertThatThrownBy(() -> one.commit(SqlEffect.NONE))
        .hasMessage("Transaction is aborted due to concurrent update against table p:d.t.");

    sql.create("v", SqlFixture.field("id", FieldType.INT64));
    two.begin("two");
    sql.run("CREATE OR REPLACE TABLE d.v AS SELECT 7 AS id");
    run(two, "INSERT INTO d.u VALUES (8)");
    assertThatThrownBy(() -> run(two, "SELECT * FROM d.v"))
        .hasMessageStartingWith("Transaction is aborted due to concurrent update against table");
    two.rollback();
    assertThat(sql.value("SELECT COUNT(*) FROM d.u")).isEqualTo(1L);
  }
}
