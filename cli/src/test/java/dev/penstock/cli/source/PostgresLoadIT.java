package dev.penstock.cli.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.cli.Cli;
import dev.penstock.cli.Cli.Result;
import dev.penstock.local.LocalBigQuery;
import dev.penstock.local.LocalOptions;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    postgres.execute(
        "CREATE TABLE nobody (id int8 PRIMARY KEY)",
        "CREATE TABLE types.loadable AS SELECT * FROM types.every",
        "ALTER TABLE types.loadable DROP c_interval, DROP a_interval");
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

  /** Lengths of time travel by streams only; the same without them goes by a load job. */
  @ParameterizedTest
  @CsvSource({"every, true", "loadable, false"})
  void replacesATableOfAllTypesAgainAndAgain(String table, boolean withIntervals)
      throws IOException, InterruptedException {
    RestTables stored = new RestTables(bigQuery, "pg");
    for (int i = 0; i < 2; i++) {
      Result run = replace("types." + table, table);
      assertThat(run.code()).as(run.err() + run.out()).isZero();
      assertThat(stored.columns(table)).isEqualTo(EveryType.columns(withIntervals));
      assertThat(stored.list(table)).isEqualTo(EveryType.rows(withIntervals));
      assertThat(stored.query("SELECT * FROM pg." + table))
          .isEqualTo(EveryType.rows(withIntervals));
    }
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
