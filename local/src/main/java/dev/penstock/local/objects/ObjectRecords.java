package dev.penstock.local.objects;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tables of buckets and objects: one JSON document for each. Thread-safe. */
final class ObjectRecords {
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private final Database database;

  /** Makes the tables if they are not there. */
  ObjectRecords(Database database) throws SQLException {
    this.database = database;
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE IF NOT EXISTS penstock_buckets(name VARCHAR, document VARCHAR)");
      statement.execute(
          "CREATE TABLE IF NOT EXISTS penstock_objects(generation BIGINT, document VARCHAR)");
    }
  }

  List<Bucket> buckets() throws SQLException {
    return load("penstock_buckets", Bucket.class);
  }

  List<StoredObject> objects() throws SQLException {
    return load("penstock_objects", StoredObject.class);
  }

  private <T> List<T> load(String table, Class<T> type) throws SQLException {
    List<T> documents = new ArrayList<>();
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT document FROM " + table)) {
      while (rows.next()) {
        documents.add(JSON.readValue(rows.getString(1), type));
      }
    } catch (JsonProcessingException e) {
      throw new SQLException("The objects in the data directory cannot be read", e);
    }
    return documents;
  }

  /** Puts a bucket in the place of the one of its name; null for its document deletes it. */
  void replace(String bucket, @Nullable Bucket document) {
    replace("penstock_buckets", "name", bucket, document);
  }

  /** Puts one object in the place of another; null for none. */
  void replace(@Nullable StoredObject old, @Nullable StoredObject document) {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      if (old != null) {
        delete(connection, "penstock_objects", "generation", old.generation());
      }
      if (document != null) {
        insert(connection, "penstock_objects", document.generation(), document);
      }
      connection.commit();
    } catch (SQLException e) {
      throw ServiceException.backend(e);
    }
  }

  private void replace(String table, String column, Object key, @Nullable Object document) {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      delete(connection, table, column, key);
      if (document != null) {
        insert(connection, table, key, document);
      }
      connection.commit();
    } catch (SQLException e) {
      throw ServiceException.backend(e);
    }
  }

  private static void delete(Connection connection, String table, String column, Object key)
      throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement("DELETE FROM " + table + " WHERE " + column + " = ?")) {
      delete.setObject(1, key);
      delete.executeUpdate();
    }
  }

  private static void insert(Connection connection, String table, Object key, Object document)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + table + " VALUES (?, ?)")) {
      insert.setObject(1, key);
      insert.setString(2, JSON.writeValueAsString(document));
      insert.executeUpdate();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
