package dev.penstock.local.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.local.Fact;
import dev.penstock.local.database.Database;
import dev.penstock.local.rows.DuckRowStore;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the catalog does by itself as time goes by. */
class StoredCatalogTest {
  private static final TableId ID = new TableId("p", "d", "t");

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-01-02T03:04:05Z"));
  private Database database;
  private DuckRowStore rows;
  private StoredCatalog catalog;

  @BeforeEach
  void open() throws SQLException {
    database = Database.open(null, null, 256);
    rows = new DuckRowStore(database, now::get);
    catalog = StoredCatalog.load(database, rows, now::get);
    rows.adopt(List.of());
    catalog.createDataset(
        new DatasetMetadata(
            "p",
            "d",
            "",
            "US",
            0,
            0,
            Map.of(),
            null,
            null,
            3_600_000L,
            DatasetMetadata.NO_SETTINGS));
  }

  @AfterEach
  void close() throws SQLException {
    rows.close();
    database.close();
  }

  private TableMetadata create() {
    return catalog.createTable(
        TableMetadata.draft(ID, List.of(Field.of("id", FieldType.INT64, Field.Mode.NULLABLE))));
  }

  @Test
  @Fact({"RT-024", "RT-063"})
  void aTableTakesTheExpirationOfItsDatasetAndIsGoneAfterIt() {
    TableMetadata first = create();
    assertThat(first.expirationMillis()).isEqualTo(first.creationMillis() + 3_600_000);
    assertThat(catalog.findTable(ID)).contains(first);

    now.updateAndGet(instant -> instant.plus(Duration.ofHours(1)));
    assertThat(catalog.listTables("p", "d")).isEmpty();
    assertThat(catalog.findTable(ID)).isEmpty();
    assertThat(create().physicalName()).isNotEqualTo(first.physicalName());
  }

  @Test
  @Fact("CDC-051")
  void keepsTheEtagWhenTheFirstChangeComes() {
    TableMetadata keyed =
        catalog.createTable(
            TableMetadata.draft(ID, List.of(Field.of("id", FieldType.INT64, Field.Mode.REQUIRED)))
                .withPrimaryKey(List.of("id")));

    TableMetadata changed = catalog.markChanged(keyed);

    assertThat(changed.changed()).isTrue();
    assertThat(changed.etag()).isEqualTo(keyed.etag());
    assertThat(catalog.markChanged(keyed)).isEqualTo(changed);
  }
}
