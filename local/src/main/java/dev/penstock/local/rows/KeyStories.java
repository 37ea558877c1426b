package dev.penstock.local.rows;

import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Tells which changes of a row came, and what became of them. Thread-safe. */
public final class KeyStories {
  private final DuckRowStore rows;

  /** The stories of the rows of a store. */
  public KeyStories(DuckRowStore rows) {
    this.rows = rows;
  }

  /**
   * The story of a row.
   *
   * @param key its values of the columns of the primary key, in their order
   */
  public KeyStory of(TableMetadata metadata, List<Object> key) {
    StoredTable stored = rows.stored(metadata);
    TableMetadata table = stored.metadata();
    ChangeHistory history = rows.history();
    List<KeyStory.Told> told =
        new ChangeFold(stored.applies(), DuckRowStore.TOMBSTONE_LIFE).of(history.find(table, key));
    try (Connection connection = rows.open()) {
      KeyStory.Stored now =
          new StoredKey(connection, table, key)
              .read(rows.readRelation(table), !rows.needsMerge(table));
      return new KeyStory(told, history.isComplete(table), now);
    } catch (SQLException e) {
      throw ServiceException.backend(e);
    }
  }
}
