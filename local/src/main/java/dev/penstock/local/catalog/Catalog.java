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

  /** The projects with datasets, in name order. */
  List<String> listProjects();

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
  default TableMetadata createTable(TableMetadata draft) {
    return createTable(draft, TableWork.NONE);
  }

  /** Creates a table and does some work in the same transaction. */
  TableMetadata createTable(TableMetadata draft, TableWork also);

  /**
   * Changes a table under its lock; the physical table follows an additive or relaxing change.
   *
   * @throws ServiceException 404 for an absent table, 400 for a change that the service refuses
   */
  default TableMetadata updateTable(TableId id, UnaryOperator<TableMetadata> change) {
    return updateTable(id, change, TableWork.NONE);
  }

  /** Changes a table and does some work in the same transaction. */
  TableMetadata updateTable(TableId id, UnaryOperator<TableMetadata> change, TableWork also);

  /**
   * Gives a table another name in its dataset, and does some work in the same transaction; its rows
   * and its creation time stay, its write streams are found under the new name.
   *
   * @throws ServiceException 404 for an absent table, 409 duplicate for a name that is taken
   */
  TableMetadata renameTable(TableId id, String name, TableWork also);

  /**
   * Drops, renames or retypes columns, which {@link #updateTable} does not, and does some work in
   * the same transaction.
   *
   * @param renames which columns get other names, in order
   * @throws ServiceException 404 for an absent table, 400 for a bad schema
   */
  TableMetadata reshapeTable(
      TableId id, UnaryOperator<TableMetadata> change, List<ColumnRename> renames, TableWork also);

  /**
   * Changes a table into one without rows that may have any columns; its creation time stays, its
   * write streams end.
   *
   * @throws ServiceException 404 for an absent table, 400 for a bad schema
   */
  TableMetadata rewriteTable(TableId id, UnaryOperator<TableMetadata> change, TableWork also);

  /**
   * Puts a new table in the place of one of the same name, or creates it, and does some work, all
   * in one transaction.
   *
   * @throws ServiceException 404 for an absent dataset, 400 for a bad schema
   */
  TableMetadata replaceTable(TableMetadata draft, TableWork also);

  /**
   * Drops a table with its rows.
   *
   * @throws ServiceException 404 for an absent table
   */
  default void deleteTable(TableId id) {
    deleteTable(id, TableWork.NONE);
  }

  /** Drops a table and does some work in the same transaction. */
  void deleteTable(TableId id, TableWork also);

  /**
   * Creates a dataset. Etag and times of the draft are replaced.
   *
   * @throws ServiceException 409 duplicate, 400 for a bad name
   */
  default DatasetMetadata createDataset(DatasetMetadata draft) {
    return createDataset(draft, connection -> {});
  }

  /** Creates a dataset and does some work in the same transaction. */
  DatasetMetadata createDataset(DatasetMetadata draft, TableStorage.Entry also);

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
  default void deleteDataset(String project, String dataset, boolean deleteContents) {
    deleteDataset(project, dataset, deleteContents, connection -> {});
  }

  /** Deletes a dataset and does some work, all in one transaction. */
  void deleteDataset(
      String project, String dataset, boolean deleteContents, TableStorage.Entry also);

  /** Notes that UPSERT or DELETE rows were streamed to a table (CDC-051). */
  TableMetadata markChanged(TableMetadata table);
}
