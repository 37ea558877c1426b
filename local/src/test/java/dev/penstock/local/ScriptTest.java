package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.BigQuery.JobListOption;
import com.google.cloud.bigquery.BigQueryException;
import com.google.cloud.bigquery.ConnectionProperty;
import com.google.cloud.bigquery.FieldValueList;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.JobId;
import com.google.cloud.bigquery.JobInfo;
import com.google.cloud.bigquery.JobStatistics.QueryStatistics;
import com.google.cloud.bigquery.QueryJobConfiguration;
import com.google.cloud.bigquery.QueryParameterValue;
import com.google.cloud.bigquery.TableId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scripts of several statements through Google's client. */
@Tag("sql")
class ScriptTest {
  private static LocalClients clients;

  @BeforeAll
  static void start() throws IOException {
    clients = LocalClients.inMemory();
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  private static List<String> run(String script) throws InterruptedException {
    return run(QueryJobConfiguration.newBuilder(script));
  }

  private static List<String> run(QueryJobConfiguration.Builder script)
      throws InterruptedException {
    List<String> rows = new ArrayList<>();
    for (FieldValueList row : clients.rest.query(script.build()).iterateAll()) {
      rows.add(
          row.stream()
              .map(cell -> String.valueOf(cell.getValue()))
              .collect(Collectors.joining("|")));
    }
    return rows;
  }

  private static Job job(String script) throws InterruptedException {
    return clients
        .rest
        .create(JobInfo.of(JobId.of(), QueryJobConfiguration.newBuilder(script).build()))
        .waitFor();
  }

  private static List<QueryStatistics> children(Job job) {
    List<QueryStatistics> children = new ArrayList<>();
    clients
        .rest
        .listJobs(JobListOption.parentJobId(job.getJobId().getJob()))
        .iterateAll()
        .forEach(child -> children.add(0, child.getStatistics()));
    return children;
  }

  @Test
  @Fact("SQ-041")
  void seesWhatItsOwnDdlDid() throws InterruptedException {
    assertThat(
            run(
                """
                CREATE TABLE d.own (n INT64);
                ALTER TABLE d.own ADD COLUMN m INT64;
                INSERT INTO d.own (n, m) VALUES (1, 2);
                SELECT m FROM d.own;
                """))
        .containsExactly("2");
  }

  @Test
  @Fact({"SQ-052", "RT-142"})
  void declaresAndSetsVariables() throws InterruptedException {
    assertThat(
            run(
                """
                DECLARE a, b INT64 DEFAULT 2;
                DECLARE day DATE DEFAULT '2026-01-02';
                DECLARE price NUMERIC;
                DECLARE names ARRAY<STRING> DEFAULT ['x', 'y'];
                DECLARE made DEFAULT TIMESTAMP '2026-01-02 00:00:00+00';
                SET b = a * 21;
                SET (price, a) = (1, b + 1);
                SELECT a, B, day, price, ARRAY_LENGTH(names), EXTRACT(YEAR FROM made);
                """))
        .containsExactly("43|42|2026-01-02|1|2|2026");
  }

  @Test
  @Fact("SQ-052")
  void declaresGeographies() throws InterruptedException {
    assertThat(
            run(
                """
                DECLARE none, place GEOGRAPHY;
                DECLARE all_places ARRAY<GEOGRAPHY>;
                SET place = ST_GEOGFROMTEXT('POINT(1 2)');
                SET all_places = [place];
                SELECT none, place, ARRAY_LENGTH(all_places);
                """))
        .containsExactly("null|POINT(1 2)|1");
  }

  @Test
  @Fact("SQ-052")
  void branches() throws InterruptedException {
    assertThat(
            run(
                """
                DECLARE x INT64 DEFAULT 3;
                DECLARE out STRING DEFAULT '';
                IF x = 1 THEN SET out = 'a'; ELSEIF x > 2 THEN SET out = 'b'; ELSE SET out = 'c'; END IF;
                IF NULL THEN SET out = 'null'; END IF;
                CASE x WHEN 1 THEN SET out = out || '1'; WHEN 3 THEN SET out = out || '3'; END CASE;
                CASE WHEN x < 0 THEN SET out = ''; ELSE SET out = out || 'e'; END CASE;
                SELECT out;
                """))
        .containsExactly("b3e");
  }

  @Test
  @Fact("SQ-052")
  void loops() throws InterruptedException {
    assertThat(
            run(
                """
                DECLARE n, total INT64 DEFAULT 0;
                LOOP SET n = n + 1; IF n > 3 THEN LEAVE; END IF; END LOOP;
                WHILE n < 10 DO SET n = n + 1; IF n = 7 THEN CONTINUE; END IF; SET total = total + n; END WHILE;
                REPEAT SET n = n - 1; UNTIL n <= 8 END REPEAT;
                outer_loop: LOOP
                  FOR row IN (SELECT x, x * 10 AS y FROM UNNEST([1, 2, 3]) AS x ORDER BY x) DO
                    IF row.x = 2 THEN CONTINUE; END IF;
                    SET total = total + row.y;
                    IF row.x = 3 THEN BREAK outer_loop; END IF;
                  END FOR;
                END LOOP outer_loop;
                SELECT n, total;
                """))
        .containsExactly("8|" + (5 + 6 + 8 + 9 + 10 + 10 + 30));
  }

  @Test
  @Fact({"SQ-052", "SQ-053"})
  void handlesErrorsAndKeepsWhatWasDoneBefore() throws InterruptedException {
    assertThat(
            run(
                """
                CREATE OR REPLACE TABLE d.kept (id INT64);
                BEGIN
                  INSERT INTO d.kept VALUES (1);
                  INSERT INTO d.kept SELECT CAST(1 / 0 AS INT64);
                EXCEPTION WHEN ERROR THEN
                  SELECT @@error.message, @@error.statement_text, @@error.formatted_stack_trace,
                    (SELECT COUNT(*) FROM d.kept);
                END;
                """))
        .containsExactly(
            "division by zero: 1 / 0 at [4:3]|INSERT INTO d.kept SELECT CAST(1 / 0 AS INT64)"
                + "|At [4:3]|1");
    assertThatThrownBy(() -> run("SELECT 1; RAISE USING MESSAGE = 'no ' || 'way';"))
        .isInstanceOfSatisfying(
            BigQueryException.class, e -> assertThat(e.getReason()).isEqualTo("invalidQuery"))
        .hasMessage("no way at [1:11]");
    assertThatThrownBy(
            () ->
                run("BEGIN SELECT ERROR('first'); EXCEPTION WHEN ERROR THEN SELECT 1; RAISE; END;"))
        .hasMessageContaining("first");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT 1;\\nSELECT\\n  nme FROM UNNEST([1]) AS x;|Unrecognized name: nme at [3:3]",
        "DECLARE x INT64;\\nSET x = 1 + nme;|Unrecognized name: nme at [2:13]",
        "DECLARE x INT64;\\nSET x = 'a';|Cannot coerce expression 'a' to type INT64 at [2:9]",
        "SELECT 1; SELEC 2;|Syntax error: Unexpected identifier \"SELEC\" at [1:11]",
        "SET y = 1;|Undeclared variable: y at [1:1]",
        "SELECT 1; SELECT * FROM d.none;|Not found: Table p:d.none was not found in location US",
        "ASSERT 1 > 2 AS 'must be more';|Assertion failed: must be more at [1:1]",
      })
  @Fact({"RT-146", "SQ-056"})
  void placesErrorsInTheScript(String script, String message) {
    assertThatThrownBy(() -> run(script.replace("\\n", "\n"))).hasMessageContaining(message);
  }

  @Test
  @Fact({"RT-140", "RT-141", "RT-137", "RT-079"})
  void makesEachStatementAJob() throws InterruptedException {
    Job job =
        job(
            """
            DECLARE x INT64;
            SET x = (SELECT MAX(v) FROM UNNEST([1, 2]) AS v);
            SELECT x;
            """);

    QueryStatistics script = job.getStatistics();
    assertThat(script.getStatementType().toString()).isEqualTo("SCRIPT");
    assertThat(script.getNumChildJobs()).isEqualTo(2);
    List<QueryStatistics> children = children(job);
    assertThat(children)
        .extracting(child -> child.getScriptStatistics().getEvaluationKind())
        .containsExactly("EXPRESSION", "STATEMENT");
    assertThat(children)
        .extracting(QueryStatistics::getParentJobId)
        .containsOnly(job.getJobId().getJob());
    var frame = children.get(1).getScriptStatistics().getStackFrames().get(0);
    assertThat(frame.getStartLine()).isEqualTo(3);
    assertThat(frame.getText()).isEqualTo("SELECT x");
    assertThat(children.get(1).getStatementType().toString()).isEqualTo("SELECT");
    assertThat(clients.rest.listJobs().iterateAll())
        .extracting(each -> ((QueryStatistics) each.getStatistics()).getParentJobId())
        .containsOnlyNulls();
  }

  @Test
  @Fact("SQ-052")
  void runsSqlThatItMade() throws InterruptedException {
    assertThat(
            run(
                """
                DECLARE n INT64;
                DECLARE s STRING;
                EXECUTE IMMEDIATE 'SELECT @a + ' || '1, "x"' INTO n, s USING 41 AS a;
                EXECUTE IMMEDIATE 'SELECT ? || ?' USING s, CAST(n AS STRING);
                """))
        .containsExactly("x42");
    assertThatThrownBy(() -> run("DECLARE x INT64; EXECUTE IMMEDIATE 'SELECT x';"))
        .hasMessageContaining("Unrecognized name: x");
  }

  @Test
  @Fact("SQ-052")
  void callsProcedures() throws InterruptedException {
    run(
        """
        CREATE OR REPLACE PROCEDURE d.add(n INT64, INOUT total INT64, OUT text STRING)
        BEGIN
          IF n <= 0 THEN RETURN; END IF;
          SET total = total + n;
          SET text = CAST(total AS STRING);
          CALL d.add(n - 1, total, text);
          SET text = COALESCE(text, CAST(total AS STRING));
        END;
        """);

    assertThat(
            run("DECLARE t INT64 DEFAULT 1; DECLARE s STRING; CALL d.add(3, t, s); SELECT t, s;"))
        .containsExactly("7|7");
    assertThatThrownBy(() -> run("CALL d.add(1, 2, 3)"))
        .hasMessageContaining("must be a variable of type INT64");
    assertThatThrownBy(() -> run("CALL d.none()"))
        .hasMessageContaining("Not found: Routine p:d.none");
    assertThatThrownBy(() -> run("CREATE PROCEDURE d.add() BEGIN SELECT 1; END"))
        .hasMessageContaining("Already Exists: Routine p:d.add");
    run("DROP PROCEDURE d.add");
    assertThatThrownBy(() -> run("DROP PROCEDURE d.add")).hasMessageContaining("Not found");
    run("DROP PROCEDURE IF EXISTS d.add");
  }

  @Test
  @Fact("SQ-052")
  void tellsWhichProcedureFailed() throws InterruptedException {
    run("CREATE OR REPLACE PROCEDURE d.fails() BEGIN\n  SELECT ERROR('deep'); END");

    assertThat(
            run(
                "BEGIN CALL d.fails();\nEXCEPTION WHEN ERROR THEN SELECT @@error.message,"
                    + " @@error.formatted_stack_trace; END"))
        .containsExactly("deep at [2:3]|At p.d.fails[2:3]\nAt [1:7]");
  }

  @Test
  @Fact("SQ-054")
  void keepsTemporaryTablesUntilTheScriptEnds() throws InterruptedException {
    assertThat(
            run(
                """
                CREATE TEMP TABLE t (id INT64, tags ARRAY<STRING>);
                INSERT INTO t VALUES (1, ['a']), (2, ['b', 'c']);
                UPDATE t SET id = id + 10 WHERE id = 2;
                CREATE TEMP TABLE u AS SELECT id, tag FROM t, t.tags AS tag;
                CREATE OR REPLACE TEMP TABLE u AS SELECT id, tag FROM _SESSION.u WHERE tag != 'b';
                SELECT id, tag FROM u ORDER BY id;
                DROP TABLE t;
                """))
        .containsExactly("1|a", "12|c");
    assertThatThrownBy(() -> run("SELECT 1; SELECT * FROM _SESSION.u;"))
        .hasMessageContaining("Not found");
    assertThatThrownBy(() -> run("CREATE TEMP TABLE t (id INT64)"))
        .hasMessageContaining("Use of CREATE TEMPORARY TABLE requires a script or session");
  }

  @Test
  @Fact("RT-148")
  void passesQueryParametersToEachStatement() throws InterruptedException {
    assertThat(
            run(
                QueryJobConfiguration.newBuilder("DECLARE x INT64 DEFAULT ?; SELECT ? + x, ?;")
                    .addPositionalParameter(QueryParameterValue.int64(1))
                    .addPositionalParameter(QueryParameterValue.int64(10))
                    .addPositionalParameter(QueryParameterValue.string("z"))))
        .containsExactly("11|z");
    assertThat(
            run(
                QueryJobConfiguration.newBuilder("SELECT 1; SELECT @a;")
                    .addNamedParameter("a", QueryParameterValue.string("n"))))
        .containsExactly("n");
  }

  @Test
  @Fact("RT-143")
  void takesNoDestination() {
    assertThatThrownBy(
            () ->
                run(
                    QueryJobConfiguration.newBuilder("SELECT 1; SELECT 2;")
                        .setDestinationTable(TableId.of("d", "target"))))
        .hasMessageContaining("configuration.query.destinationTable cannot be set for scripts");
  }

  @Test
  void endsAScriptThatRunsTooLong() {
    assertThatThrownBy(() -> run("LOOP CONTINUE; END LOOP;"))
        .hasMessageContaining(
            "not supported by Penstock local: a script that runs more than 10000 statements");
  }

  @Test
  void refusesSessions() {
    QueryJobConfiguration.Builder query = QueryJobConfiguration.newBuilder("SELECT 1");
    assertThatThrownBy(() -> run(query.setCreateSession(true)))
        .hasMessageContaining("not supported by Penstock local: sessions");
    assertThatThrownBy(
            () ->
                run(
                    query
                        .setCreateSession(null)
                        .setConnectionProperties(
                            List.of(ConnectionProperty.of("session_id", "s")))))
        .hasMessageContaining("not supported by Penstock local: connectionProperties");
  }

  @Test
  void doesNotHandWhatIsLeftOutToAHandler() {
    assertThatThrownBy(
            () ->
                run(
                    "BEGIN EXECUTE IMMEDIATE 'SELECT 1; SELECT 2'; EXCEPTION WHEN ERROR THEN SELECT"
                        + " 1; END;"))
        .hasMessageContaining("not supported by Penstock local: SQL EXECUTE IMMEDIATE of a script");
  }
}
