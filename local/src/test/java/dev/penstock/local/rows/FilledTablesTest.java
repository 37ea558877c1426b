package dev.penstock.local.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.local.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class FilledTablesTest {
  @Test
  void haveRowsInTheTableOrInItsLog() throws SQLException {
    try (Database database = Database.open(null, null, 100);
        Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      for (String name : new String[] {"t_000001", "t_000002", "t_000003", "t_000003_log"}) {
        statement.execute("CREATE TABLE " + name + "(i BIGINT)");
      }
      statement.execute("INSERT INTO t_000001 VALUES (1)");
      statement.execute("INSERT INTO t_000003_log VALUES (1)");

      FilledTables filled = FilledTables.of(connection);

      assertThat(filled.has("t_000001")).isTrue();
      assertThat(filled.has("t_000002")).isFalse();
      assertThat(filled.has("t_000003")).isTrue();
      assertThat(filled.has("t_000004")).isFalse();
    }
  }
}
