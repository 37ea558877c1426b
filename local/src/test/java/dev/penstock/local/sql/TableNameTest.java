package dev.penstock.local.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.local.Fact;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("sql")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TableNameTest {
  private final SqlFixture sql = new SqlFixture();

  @BeforeAll
  void createTables() {
    sql.create("Orders", SqlFixture.field("id", FieldType.INT64));
    sql.create("bare");
    sql.catalog.createTable(
        TableMetadata.draft(
            new TableId("my-proj", "d", "v-1"), List.of(SqlFixture.field("x", FieldType.INT64))));
  }

  @AfterAll
  void close() throws SQLException {
    sql.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Orders",
        "`Orders`",
        "d.Orders",
        "`d.Orders`",
        "p.d.Orders",
        "`p.d.Orders`",
        "`p`.`d`.`Orders`",
        "`p.d`.Orders",
        "my-proj.d.`v-1`",
        "`my-proj.d.v-1`",
      })
  void findsTables(String name) {
    assertThat(sql.rows("SELECT * FROM " + name)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"orders, orders", "d.ORDERS, ORDERS", "`p.d.missing`, missing"})
  @Fact({"RT-009", "RT-043", "RT-146"})
  void answersNotFoundForAnAbsentTable(String name, String table) {
    assertThatThrownBy(() -> sql.run("SELECT * FROM " + name))
        .isInstanceOfSatisfying(
            ServiceException.class,
            e -> {
              assertThat(e.httpCode()).isEqualTo(404);
              assertThat(e.reason()).isEqualTo("notFound");
            })
        .hasMessage("Not found: Table p:d." + table + " was not found in location US");
  }

  @Test
  @Fact("RT-009")
  void answersNotFoundForAnAbsentDataset() {
    assertThatThrownBy(() -> sql.run("SELECT * FROM none.t"))
        .hasMessage("Not found: Dataset p:none was not found in location US");
  }

  @Test
  void saysWhichOtherProjectHasTheDataset() {
    SqlRequest elsewhere =
        new SqlRequest("local", null, "US", "SELECT * FROM d.Orders", List.of(), false);
    assertThatThrownBy(() -> sql.engine.query(elsewhere))
        .hasMessage(
            "Not found: Dataset local:d was not found in location US; there is p:d on this server:"
                + " write `p.d.Orders`");
  }

  @Test
  void asksForADatasetWhenThereIsNoDefault() {
    assertThatThrownBy(
            () ->
                sql.engine.query(
                    new SqlRequest("p", null, "US", "SELECT * FROM t", List.of(), false)))
        .hasMessage("Table \"t\" must be qualified with a dataset (e.g. dataset.table).");
  }

  @Test
  @Fact("RT-040")
  void refusesATableWithoutASchema() {
    assertThatThrownBy(() -> sql.run("SELECT * FROM bare"))
        .hasMessage("Table p:d.bare does not have a schema.");
  }
}
