package dev.penstock.local.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** The stored procedures, in the database only. Thread-safe. */
public final class Procedures {
  private final Catalog catalog;
  private final Connections connections;

  /** Procedures in the database of a catalog. */
  public Procedures(Catalog catalog, Connections connections) {
    this.catalog = catalog;
    this.connections = connections;
  }

  /** Gives connections to the database. */
  public interface Connections {
    /** A new one; the caller closes it. */
    Connection open() throws SQLException;
  }

  /** Finds a procedure. */
  public Optional<Procedure> find(TableId id) {
    long dataset = dataset(id);
    try (Connection connection = connections.open()) {
      return CatalogRecords.findProcedure(connection, id)
          .filter(procedure -> procedure.datasetMillis() == dataset);
    } catch (SQLException e) {
      throw ServiceException.backend(e);
    }
  }

  /** When the dataset of a procedure was created. */
  public long dataset(TableId id) {
    return catalog
        .findDataset(id.project(), id.dataset())
        .orElseThrow(
            () ->
                ServiceException.notFound(
                    "Not found: Dataset " + id.project() + ":" + id.dataset()))
        .creationMillis();
  }

  /** Stores a procedure in the place of one of the same name, and does some work with it. */
  public synchronized void save(Procedure procedure, TableStorage.Entry also) {
    change(
        connection -> {
          CatalogRecords.save(connection, procedure);
          also.write(connection);
        });
  }

  /** Removes a procedure, and does some work with it. */
  public synchronized void delete(TableId id, TableStorage.Entry also) {
    change(
        connection -> {
          CatalogRecords.deleteProcedure(connection, id);
          also.write(connection);
        });
  }

  private void change(TableStorage.Entry work) {
    try (Connection connection = connections.open()) {
      connection.setAutoCommit(false);
      work.write(connection);
      connection.commit();
    } catch (SQLException e) {
      throw ServiceException.backend(e);
    }
  }
}
