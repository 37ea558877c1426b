package dev.penstock.cli.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresAddressTest {
  private static PostgresAddress address(String uri, Map<String, String> environment) {
    return PostgresAddress.of(SourceUri.parse("from", uri), environment);
  }

  @Test
  void takesEverythingFromTheUri() {
    PostgresAddress address =
        address(
            "postgresql://us%40er:p%3Aa%2Fss@db.example:6432/sa%20les?sslmode=require"
                + "&connect_timeout=3&options=-c%20statement_timeout=0",
            Map.of("PGPASSWORD", "other", "PGUSER", "other"));
    assertThat(address.driverUrl()).isEqualTo("jdbc:postgresql://db.example:6432/");
    assertThat(address.properties())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "PGDBNAME", "sa les",
                "ApplicationName", "penstock",
                "connectTimeout", "3",
                "loginTimeout", "3",
                "socketTimeout", "3600",
                "tcpKeepAlive", "true",
                "sslmode", "require",
                "options", "-c statement_timeout=0",
                "user", "us@er",
                "password", "p:a/ss"));
    assertThat(address).hasToString("postgresql://db.example:6432/sa les");
    assertThat(address.identity())
        .isEqualTo("postgresql://db.example:6432/sa les -c statement_timeout=0");
  }

  @Test
  void takesTheLoginFromTheEnvironmentWhereTheUriHasNone() {
    Properties properties =
        address("postgresql://localhost/db", Map.of("PGUSER", "u", "PGPASSWORD", "p")).properties();
    assertThat(properties).containsEntry("user", "u").containsEntry("password", "p");
    assertThat(address("postgresql://me@[::1]/db", Map.of()).properties())
        .containsEntry("user", "me")
        .doesNotContainKey("password");
    assertThat(address("postgresql://me@[::1]/db", Map.of()).server()).isEqualTo("[::1]:5432");
  }

  /** Whatever is wrong with an address: its password is in no message. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://user:sesame@host",
        "postgresql://user:sesame@host/",
        "postgresql://user:sesame@/db",
        "postgresql://user:sesame@host:0/db",
        "postgresql://user:sesame@host:70000/db",
        "postgresql://user:/sesame@host/db",
        "postgresql://user:1/sesame@host/db",
        "postgresql://user:sesame/@host/db",
        "postgresql://user:%zzsesame@host/db",
        "postgresql://user:sesame@host/db/more",
        "postgresql://user:sesame@host/db?sslmod=require"
      })
  void refusesBadAddressesWithoutTheirPassword(String uri) {
    assertThatThrownBy(() -> address(uri, Map.of()))
        .hasMessageContaining("(expected: ")
        .hasMessageNotContaining("sesame")
        .hasNoCause();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "orders | -orders",
        "sales.orders | sales-orders",
        "sales.\"Order.Items\" | sales-Order.Items",
        "\"a\"\"b\" | -a\"b",
        "\"S\".T | S-T"
      })
  void takesNamesOfTablesApart(String text, String parts) {
    PostgresName name = PostgresName.parse(text);
    String schema = name.schema().map(PostgresName.Part::text).orElse("");
    assertThat(schema + "-" + name.table().text()).isEqualTo(parts);
  }

  @Test
  void namesTheTableAfterTheSource() {
    SourceUri uri = SourceUri.parse("from", "postgresql://host/db");
    assertThat(PostgresSource.of(uri, "sales.\"Order Items\"", Map.of()).tableName())
        .isEqualTo("Order_Items");
    PostgresSource query = PostgresSource.of(uri, "query:SELECT 1", Map.of());
    assertThatThrownBy(query::tableName).hasMessageStartingWith("--into: none (expected: ");
    assertThatThrownBy(() -> PostgresSource.of(uri, null, Map.of()))
        .hasMessage(
            "--table: none for postgresql://host:5432/db (expected: table, schema.table or"
                + " query:SELECT …)");
    assertThatThrownBy(() -> PostgresSource.of(uri, "query: ; ", Map.of()))
        .hasMessageStartingWith("--table: none");
  }

  @Test
  void refusesNamesThatAreNone() {
    for (String text : List.of("", ".", "a.", ".a", "a.b.c", "\"a", "\"a\"b", "\"\"")) {
      assertThatThrownBy(() -> PostgresName.parse(text))
          .as(text)
          .hasMessageStartingWith("--table: " + text + " (expected: ");
    }
  }

  @Test
  void meansNamesInQuotesAsTheyAreAndOthersAlsoInLowerCase() {
    PostgresRelation lower = new PostgresRelation(1, "public", "orders");
    PostgresRelation upper = new PostgresRelation(2, "public", "Orders");
    assertThat(PostgresName.parse("Orders").match(upper))
        .isGreaterThan(PostgresName.parse("Orders").match(lower));
    assertThat(PostgresName.parse("ORDERS").match(lower)).isPositive();
    assertThat(PostgresName.parse("\"ORDERS\"").match(lower)).isZero();
    assertThat(PostgresName.parse("sales.orders").match(lower)).isZero();
  }
}
