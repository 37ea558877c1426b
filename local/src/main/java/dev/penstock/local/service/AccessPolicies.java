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
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Who may see what, kept and never enforced: one policy for a table, and policies for its rows. The
 * first goes with the table object, the others with its rows' place, so that both are gone when a
 * table is dropped or replaced. Thread-safe.
 */
public final class AccessPolicies {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final DuckRowStore rows;
  private @Nullable Map<String, String> documents;

  /** Policies in the database of a row store. */
  public AccessPolicies(DuckRowStore rows) {
    this.rows = rows;
  }

  /** The policy of a table. */
  public synchronized Optional<ObjectNode> find(TableMetadata table) {
    return Optional.ofNullable(documents().get(key(table))).map(AccessPolicies::parse);
  }

  /** Sets the policy of a table. */
  public synchronized void put(TableMetadata table, ObjectNode policy) {
    write(key(table), policy);
  }

  /** The policies for a table's rows, in the order of their ids. */
  public synchronized List<ObjectNode> listOfRows(TableMetadata table) {
    List<ObjectNode> found = new ArrayList<>();
    documents()
        .forEach(
            (key, document) -> {
              if (key.startsWith(rowKey(table, ""))) {
                found.add(parse(document));
              }
            });
    return found;
  }

  /** A policy for a table's rows. */
  public synchronized Optional<ObjectNode> findOfRows(TableMetadata table, String id) {
    return Optional.ofNullable(documents().get(rowKey(table, id))).map(AccessPolicies::parse);
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

  private Map<String, String> documents() {
    Map<String, String> known = documents;
    if (known == null) {
      known = load();
      documents = known;
    }
    return known;
  }

  private Map<String, String> load() {
    Map<String, String> found = new TreeMap<>();
    try (Connection connection = rows.open();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE IF NOT EXISTS penstock_policies(resource VARCHAR, document VARCHAR)");
      try (ResultSet result =
          statement.executeQuery("SELECT resource, document FROM penstock_policies")) {
        while (result.next()) {
          found.put(result.getString(1), result.getString(2));
        }
      }
      return found;
    } catch (SQLException e) {
      throw ServiceException.backend(e);
    }
  }

  private void write(String key, @Nullable ObjectNode policy) {
    Map<String, String> known = documents();
    try (Connection connection = rows.open()) {
      connection.setAutoCommit(false);
      try (PreparedStatement delete =
              connection.prepareStatement("DELETE FROM penstock_policies WHERE resource = ?");
          PreparedStatement insert =
              connection.prepareStatement("INSERT INTO penstock_policies VALUES (?, ?)")) {
        delete.setString(1, key);
        delete.executeUpdate();
        if (policy != null) {
          insert.setString(1, key);
          insert.setString(2, policy.toString());
          insert.executeUpdate();
        }
      }
      connection.commit();
    } catch (SQLException e) {
      throw ServiceException.backend(e);
    }
    if (policy == null) {
      known.remove(key);
    } else {
      known.put(key, policy.toString());
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
