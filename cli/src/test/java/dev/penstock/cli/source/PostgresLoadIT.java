package dev.penstock.cli.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.cli.Cli;
import dev.penstock.cli.Cli.Result;
import dev.penstock.local.LocalBigQuery;
import dev.penstock.local.LocalOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code penstock load} from PostgreSQL into a running local BigQuery. */
@Tag("sql")
class PostgresLoadIT {
  @TempDir private Path home;

  @Test
  void replacesATableOfEveryTypeAndKeepsItsKey() {
    Cli cli = new Cli(home);
    try (PostgresServer postgres = PostgresServer.start(home);
        LocalBigQuery server = LocalBigQuery.start(LocalOptions.in(Cli.local(home)))) {
      server.announce();
      postgres.createTypes();

      for (int run = 0; run < 2; run++) {
        Result load =
            cli.run(
                "load",
                "--from",
                postgres.uri(),
                "--table",
                "types.scalars",
                "--to",
                "bigquery://local/pg",
                "--json");
        assertThat(load.code()).as(load.err()).isZero();
        assertThat(load.lastEvent().get("rows_loaded").asLong()).isEqualTo(3);
        assertThat(load.out() + load.err()).doesNotContain(":postgres@");
      }

      assertThat(
              query(
                  cli,
                  "SELECT id, c_numeric, c_numeric_38_0, c_timestamp, c_timestamptz, C_Upper"
                      + " FROM pg.scalars ORDER BY id"))
          .isEqualTo(
              """
              1,1.1,12345678901234567890123456789012345678,2026-01-31T12:34:56.789012,2026-01-31T10:34:56.789012Z,upper
              2,-12345678901234567890123456789012345678.00000000000000000000000000000000000001,-1,0001-01-01T00:00:00,9999-12-31T23:59:59.999999Z,""
              3,,,,,
              """);
      assertThat(
              query(
                  cli,
                  "SELECT column_name FROM pg.INFORMATION_SCHEMA.KEY_COLUMN_USAGE"
                      + " WHERE table_name = 'scalars'"))
          .isEqualTo("id\n");
    }
  }

  private static String query(Cli cli, String sql) {
    Result result = cli.run("query", "--format", "csv", sql);
    assertThat(result.code()).as(result.err()).isZero();
    return result.out().substring(result.out().indexOf('\n') + 1);
  }
}
