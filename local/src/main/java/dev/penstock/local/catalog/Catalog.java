package dev.penstock.local.catalog;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Datasets and tables, in memory and, with a data directory, on disk. Thread-safe. */
public interface Catalog {
  /** Finds a dataset. */
  Optional<DatasetMetadata> findDataset(String project, String dataset);

  /** The datasets of a project in name order. */
  List<DatasetMetadata> listDatasets(String project);

  /** Finds a table. */
  Optional<TableMetadata> findTable(TableId id);

  /** The tables of a dataset in name order. */
  List<TableMetadata> listTables(String project, String dataset);

  /**
   * Creates a table with its physical table. Name, etag, physical name and times of the draft are
   * replaced.
   *
   * @throws ServiceException 409 duplicate, 404 for an absent dataset, 400 for a bad schema
   */
  TableMetadata createTable(TableMetadata draft);

  /**
   * Changes a table under its lock; the physical table follows an additive or relaxing change.
   *
   * @throws ServiceException 404 for an absent table, 400 for a change that the service refuses
   */
  TableMetadata updateTable(TableId id, UnaryOperator<TableMetadata> change);

  /**
   * Puts a new table in the place of one of the same name, or creates it. The draft is checked
   * before the old table goes.
   *
   * @throws ServiceException 404 for an absent dataset, 400 for a bad schema
   */
  TableMetadata replaceTable(TableMetadata draft);

  /**
   * Drops a table with its rows.
   *
   * @throws ServiceException 404 for an absent table
   */
  void deleteTable(TableId id);

  /**
   * Creates a dataset. Etag and times of the draft are replaced.
   *
   * @throws ServiceException 409 duplicate, 400 for a bad name
   */
  DatasetMetadata createDataset(DatasetMetadata draft);

  /**
   * Changes a dataset.
   *
   * @throws ServiceException 404 for an absent dataset
   */
  DatasetMetadata updateDataset(
      String project, String dataset, UnaryOperator<DatasetMetadata> change);

  /**
   * Deletes a dataset.
   *
   * @param deleteContents whether its tables go too; otherwise it must be empty (RT-064)
   * @throws ServiceException 404 for an absent dataset, 400 resourceInUse for one with tables
   */
  void deleteDataset(String project, String dataset, boolean deleteContents);

  /** Notes that UPSERT or DELETE rows were streamed to a table (CDC-051). */
  TableMetadata markChanged(TableMetadata table);
}
