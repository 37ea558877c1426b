package dev.penstock.cli.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.cli.Cli;
import dev.penstock.cli.Cli.Result;
import dev.penstock.local.LocalBigQuery;
import dev.penstock.local.LocalOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs of {@code penstock load} from PostgreSQL and Parquet. */
@Tag("sql")
class PostgresLoadIT {
  @TempDir static Path home;
  static PostgresServer postgres;
  static LocalBigQuery bigQuery;

  private final Cli cli = new Cli(home);

  @BeforeAll
  static void start() {
    postgres = PostgresServer.start(home.resolve("postgres"));
    postgres.createTypes();
    postgres.execute("CREATE TABLE nobody (id int8 PRIMARY KEY)");
    bigQuery = LocalBigQuery.start(LocalOptions.in(Cli.local(home)));
    bigQuery.announce();
  }

  @AfterAll
  static void stop() {
    bigQuery.close();
    postgres.close();
  }

  private Result replace(String table, String into) {
    return cli.run(
        "load",
        "--from",
        postgres.uri(),
        "--table",
        table,
        "--to",
        "bigquery://local/pg",
        "--into",
        into,
        "--strategy",
        "replace",
        "--json");
  }

  private String query(String sql) {
    Result result = cli.run("query", "--format", "csv", sql);
    assertThat(result.code()).as(result.err()).isZero();
    return result.out().substring(result.out().indexOf('\n') + 1).strip();
  }

  @Test
  void replacesATableByAllTypesAgainAndAgain() {
    for (int i = 0; i < 2; i++) {
      Result run = replace("types.scalars", "scalars");
      assertThat(run.code()).as(run.err() + run.out()).isZero();
    }
    assertThat(
            query(
                "SELECT COUNT(*), COUNTIF(c_timestamp = '2026-01-31T12:34:56.789012'),"
                    + " COUNTIF(c_numeric_10_2 = NUMERIC '1234567.89'),"
                    + " COUNTIF(c_interval IS NULL) FROM pg.scalars"))
        .isEqualTo("3,1,1,1");
  }

  @Test
  void refusesToReplaceByNothing() {
    Result run = replace("nobody", "nobody");
    assertThat(run.code()).isEqualTo(3);
    assertThat(run.out() + run.err()).contains("--on-empty=replace");
  }

  @Test
  void keepsThePasswordToItself() {
    String uri = postgres.uri().replace("postgres:postgres@", "nobody:sesame@");
    Result run = cli.run("load", "--from", uri, "--table", "nobody", "--to", "bigquery://local/pg");
    assertThat(run.code()).isNotZero();
    assertThat(run.out() + run.err()).contains("refused the login").doesNotContain("sesame");
  }
}
