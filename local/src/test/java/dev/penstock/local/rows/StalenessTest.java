package dev.penstock.local.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.local.Fact;
import dev.penstock.local.catalog.DatasetMetadata;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.StoredCatalog;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.database.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What reads see of changes that are not applied yet. */
class StalenessTest {
  private static final TableId ID = new TableId("p", "d", "t");

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-01-02T03:04:05Z"));
  private final InstantSource clock = now::get;
  private Database database;
  private DuckRowStore rows;
  private StoredCatalog catalog;

  @BeforeEach
  void open() throws SQLException {
    database = Database.open(null, null, 256);
    rows = new DuckRowStore(database, clock);
    catalog = StoredCatalog.load(database, rows, clock);
    rows.adopt(List.of());
    catalog.createDataset(
        new DatasetMetadata(
            "p", "d", "", "US", 0, 0, Map.of(), null, null, null, DatasetMetadata.NO_SETTINGS));
    catalog.createTable(
        TableMetadata.draft(
                ID,
                List.of(
                    Field.of("id", FieldType.INT64, Field.Mode.REQUIRED),
                    Field.of("name", FieldType.STRING, Field.Mode.NULLABLE)))
            .withPrimaryKey(List.of("id")));
  }

  @AfterEach
  void close() throws SQLException {
    rows.close();
    database.close();
  }

  private void setStaleness(String interval) {
    catalog.updateTable(ID, table -> table.withOptions(Map.of("max_staleness", interval)));
  }

  private void upsert(long id, String name, String sequence) {
    TableMetadata table = catalog.markChanged(catalog.findTable(ID).orElseThrow());
    rows.append(
            new RowBatch(
                table,
                List.<Object[]>of(new Object[] {id, name}),
                List.of(new RowBatch.Change(false, sequence, sequence)),
                10))
        .join();
  }

  private void delete(long id, String sequence) {
    TableMetadata table = catalog.markChanged(catalog.findTable(ID).orElseThrow());
    rows.append(
            new RowBatch(
                table,
                List.<Object[]>of(new Object[] {id, null}),
                List.of(new RowBatch.Change(true, sequence, sequence)),
                10))
        .join();
  }

  private List<String> read() throws SQLException {
    List<String> names = new ArrayList<>();
    String relation = rows.readRelation(catalog.findTable(ID).orElseThrow());
    try (Connection connection = rows.open();
        Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery("SELECT id, name FROM " + relation + " ORDER BY 1, 2")) {
      while (result.next()) {
        names.add(result.getLong(1) + " " + result.getString(2));
      }
    }
    return names;
  }

  private void advance(Duration duration) {
    now.updateAndGet(instant -> instant.plus(duration));
  }

  @Test
  @Fact("CDC-037")
  void withoutStalenessEveryReadSeesEveryChange() throws SQLException {
    upsert(1, "a", "1");
    assertThat(read()).containsExactly("1 a");
    upsert(1, "b", "2");
    assertThat(read()).containsExactly("1 b");
  }

  @Test
  @Fact({"CDC-038", "CDC-039"})
  void withinItsStalenessATableReadsAsOfTheLastApply() throws SQLException {
    setStaleness("0-0 0 0:10:0");
    upsert(1, "a", "1");
    assertThat(read()).isEmpty();
    rows.applyChanges(catalog.findTable(ID).orElseThrow());
    assertThat(read()).containsExactly("1 a");

    upsert(1, "b", "2");
    assertThat(read()).containsExactly("1 a");
    setStaleness("0-0 0 0:0:0");
    assertThat(read()).containsExactly("1 b");
  }

  @Test
  @Fact("CDC-041")
  void appliesInTheBackgroundBeforeTheStalenessIsOver() throws SQLException {
    setStaleness("0-0 0 0:10:0");
    upsert(1, "a", "1");
    assertThat(read()).isEmpty();
    advance(Duration.ofMinutes(6));
    Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> !read().isEmpty());

    assertThat(read()).containsExactly("1 a");
  }

  @Test
  @Fact({"CDC-034", "CDC-035"})
  void forgetsATombstoneAfterTwoDays() throws SQLException {
    TableMetadata table = catalog.findTable(ID).orElseThrow();
    upsert(1, "a", "1");
    delete(1, "5");
    rows.applyChanges(table);
    advance(Duration.ofHours(47));
    upsert(1, "late", "3");
    rows.applyChanges(table);
    assertThat(read()).isEmpty();

    advance(Duration.ofHours(2));
    upsert(2, "other", "1");
    rows.applyChanges(table);
    upsert(1, "resurrected", "3");
    assertThat(read()).containsExactly("1 resurrected", "2 other");
  }

  @Test
  @Fact({"RT-050", "CDC-014"})
  void growsWhileChangesAreInItsLog() throws SQLException {
    upsert(1, "a", "1");
    TableMetadata grown =
        catalog.updateTable(
            ID,
            table -> {
              List<Field> fields = new ArrayList<>(table.fields());
              fields.add(Field.of("extra", FieldType.DATE, Field.Mode.NULLABLE));
              return table.withFields(fields);
            });
    rows.append(
            new RowBatch(
                grown,
                List.<Object[]>of(new Object[] {2L, "b", java.time.LocalDate.of(2024, 1, 2)}),
                List.of(new RowBatch.Change(false, "1", "1")),
                10))
        .join();
    upsert(3, "c", "1");

    assertThat(read()).containsExactly("1 a", "2 b", "3 c");
    rows.applyChanges(grown);
    assertThat(read()).containsExactly("1 a", "2 b", "3 c");
  }
}
