package dev.penstock.local.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.rows.DuckRowStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who may see what, kept and never enforced: one policy for a table, and policies for its rows. The
 * first goes with the table object, the others with its rows' place, so that both are gone when a
 * table is dropped or replaced. Thread-safe.
 */
public final class AccessPolicies {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final DuckRowStore rows;

  /** Policies in the database of a row store. */
  public AccessPolicies(DuckRowStore rows) {
    this.rows = rows;
    try (Connection connection = rows.open();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE IF NOT EXISTS penstock_policies(resource VARCHAR, document VARCHAR)");
    } catch (SQLException e) {
      throw ServiceException.backend(e);
    }
  }

  /** The policy of a table. */
  public synchronized Optional<ObjectNode> find(TableMetadata table) {
    return read(key(table));
  }

  /** Sets the policy of a table. */
  public synchronized void put(TableMetadata table, ObjectNode policy) {
    write(key(table), policy);
  }

  /** The policies for a table's rows, in the order of their ids. */
  public synchronized List<ObjectNode> listOfRows(TableMetadata table) {
    return read("starts_with(resource, ?)", rowKey(table, ""));
  }

  /** A policy for a table's rows. */
  public synchronized Optional<ObjectNode> findOfRows(TableMetadata table, String id) {
    return read(rowKey(table, id));
  }

  /** Sets a policy for a table's rows; null removes it. */
  public synchronized void putOfRows(TableMetadata table, String id, @Nullable ObjectNode policy) {
    write(rowKey(table, id), policy);
  }

  private static String key(TableMetadata table) {
    return "table/" + table.id() + "/" + table.creationMillis();
  }

  private static String rowKey(TableMetadata table, String id) {
    return "rows/" + table.physicalName() + "/" + id;
  }

  private List<ObjectNode> read(String condition, String resource) {
    List<ObjectNode> found = new ArrayList<>();
    try (Connection connection = rows.open();
        PreparedStatement select =
            connection.prepareStatement(
                "SELECT document FROM penstock_policies WHERE "
                    + condition
                    + " ORDER BY resource")) {
      select.setString(1, resource);
      try (ResultSet result = select.executeQuery()) {
        while (result.next()) {
          found.add(parse(result.getString(1)));
        }
      }
      return found;
    } catch (SQLException e) {
      throw ServiceException.backend(e);
    }
  }

  private Optional<ObjectNode> read(String resource) {
    return read("resource = ?", resource).stream().findFirst();
  }

  private void write(String key, @Nullable ObjectNode policy) {
    try (Connection connection = rows.open()) {
      connection.setAutoCommit(false);
      delete(connection, "resource = ?", key);
      if (policy != null) {
        try (PreparedStatement insert =
            connection.prepareStatement("INSERT INTO penstock_policies VALUES (?, ?)")) {
          insert.setString(1, key);
          insert.setString(2, policy.toString());
          insert.executeUpdate();
        }
      }
      connection.commit();
    } catch (SQLException e) {
      throw ServiceException.backend(e);
    }
  }

  /** Removes the policies for a table's rows, in the transaction that replaces the rows. */
  static void dropOfRows(Connection transaction, TableMetadata table) throws SQLException {
    delete(transaction, "starts_with(resource, ?)", rowKey(table, ""));
  }

  private static void delete(Connection connection, String condition, String resource)
      throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement("DELETE FROM penstock_policies WHERE " + condition)) {
      delete.setString(1, resource);
      delete.executeUpdate();
    }
  }

  private static ObjectNode parse(String document) {
    try {
      return (ObjectNode) JSON.readTree(document);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
