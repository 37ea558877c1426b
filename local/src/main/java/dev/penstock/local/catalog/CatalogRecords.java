package dev.penstock.local.catalog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The catalog's own table in the database: one JSON document per dataset or table. Thread-safe. */
final class CatalogRecords {
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private CatalogRecords() {}

  static void prepare(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE IF NOT EXISTS penstock_catalog(kind VARCHAR, name VARCHAR, document"
              + " VARCHAR)");
    }
  }

  static void save(Connection connection, DatasetMetadata dataset) throws SQLException {
    save(connection, "dataset", key(dataset.project(), dataset.dataset()), dataset);
  }

  static void save(Connection connection, TableMetadata table) throws SQLException {
    save(connection, "table", table.physicalName(), table);
  }

  static void delete(Connection connection, DatasetMetadata dataset) throws SQLException {
    delete(connection, "dataset", key(dataset.project(), dataset.dataset()));
  }

  static void delete(Connection connection, TableMetadata table) throws SQLException {
    delete(connection, "table", table.physicalName());
  }

  static List<DatasetMetadata> loadDatasets(Connection connection) throws SQLException {
    return load(connection, "dataset", DatasetMetadata.class);
  }

  static List<TableMetadata> loadTables(Connection connection) throws SQLException {
    return load(connection, "table", TableMetadata.class);
  }

  static void save(Connection connection, Procedure procedure) throws SQLException {
    save(connection, "procedure", procedure.id().toString(), procedure);
  }

  static void deleteProcedure(Connection connection, TableId id) throws SQLException {
    delete(connection, "procedure", id.toString());
  }

  static Optional<Procedure> findProcedure(Connection connection, TableId id) throws SQLException {
    return load(connection, "procedure", Procedure.class).stream()
        .filter(procedure -> procedure.id().equals(id))
        .findFirst();
  }

  private static String key(String project, String dataset) {
    return project + "." + dataset;
  }

  private static void save(Connection connection, String kind, String name, Object document)
      throws SQLException {
    delete(connection, kind, name);
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO penstock_catalog VALUES (?, ?, ?)")) {
      insert.setString(1, kind);
      insert.setString(2, name);
      insert.setString(3, JSON.writeValueAsString(document));
      insert.executeUpdate();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void delete(Connection connection, String kind, String name) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement("DELETE FROM penstock_catalog WHERE kind = ? AND name = ?")) {
      delete.setString(1, kind);
      delete.setString(2, name);
      delete.executeUpdate();
    }
  }

  private static <T> List<T> load(Connection connection, String kind, Class<T> type)
      throws SQLException {
    List<T> documents = new ArrayList<>();
    try (PreparedStatement select =
        connection.prepareStatement("SELECT document FROM penstock_catalog WHERE kind = ?")) {
      select.setString(1, kind);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          documents.add(JSON.readValue(rows.getString(1), type));
        }
      }
    } catch (JsonProcessingException e) {
      throw new SQLException("The catalog in the data directory cannot be read", e);
    }
    return documents;
  }
}
