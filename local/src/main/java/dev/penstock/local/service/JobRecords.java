package dev.penstock.local.service;

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

/** The jobs' own table in the database: one JSON document for each that has ended. Thread-safe. */
final class JobRecords {
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private JobRecords() {}

  static void prepare(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE IF NOT EXISTS penstock_jobs(project VARCHAR, id VARCHAR, created BIGINT,"
              + " document VARCHAR)");
    }
  }

  static void insert(Connection connection, StoredJob job) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO penstock_jobs VALUES (?, ?, ?, ?)")) {
      insert.setString(1, job.project());
      insert.setString(2, job.id());
      insert.setLong(3, job.createdMillis());
      insert.setString(4, JSON.writeValueAsString(job));
      insert.executeUpdate();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  static void delete(Connection connection, Job job) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement(
            "DELETE FROM penstock_jobs WHERE project = ? AND id = ? AND created = ?")) {
      delete.setString(1, job.project());
      delete.setString(2, job.id());
      delete.setLong(3, job.createdMillis());
      delete.executeUpdate();
    }
  }

  /** The jobs in the order of their creation. */
  static List<StoredJob> load(Connection connection) throws SQLException {
    List<StoredJob> jobs = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT document FROM penstock_jobs ORDER BY created")) {
      while (rows.next()) {
        jobs.add(JSON.readValue(rows.getString(1), StoredJob.class));
      }
    } catch (JsonProcessingException e) {
      throw new SQLException("The jobs in the data directory cannot be read", e);
    }
    return jobs;
  }
}
