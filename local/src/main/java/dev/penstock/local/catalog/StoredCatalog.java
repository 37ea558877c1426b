package dev.penstock.local.catalog;

import dev.penstock.local.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** A catalog that answers from memory and writes each change to the database. Thread-safe. */
public final class StoredCatalog implements Catalog {
  private record DatasetId(String project, String dataset) {}

  private final Database database;
  private final TableStorage storage;
  private final InstantSource clock;
  private final Map<DatasetId, DatasetMetadata> datasets = new ConcurrentHashMap<>();
  private final Map<TableId, TableMetadata> tables = new ConcurrentHashMap<>();
  private int lastTable;

  private StoredCatalog(Database database, TableStorage storage, InstantSource clock) {
    this.database = database;
    this.storage = storage;
    this.clock = clock;
  }

  /** Loads what the database holds. */
  public static StoredCatalog load(Database database, TableStorage storage, InstantSource clock)
      throws SQLException {
    StoredCatalog catalog = new StoredCatalog(database, storage, clock);
    try (Connection connection = database.connect()) {
      CatalogRecords.prepare(connection);
      for (DatasetMetadata dataset : CatalogRecords.loadDatasets(connection)) {
        catalog.datasets.put(new DatasetId(dataset.project(), dataset.dataset()), dataset);
      }
      for (TableMetadata table : CatalogRecords.loadTables(connection)) {
        catalog.tables.put(table.id(), table);
        catalog.lastTable =
            Math.max(catalog.lastTable, Integer.parseInt(table.physicalName().substring(2)));
      }
    }
    return catalog;
  }

  /** Every table there is. */
  public List<TableMetadata> allTables() {
    return List.copyOf(tables.values());
  }

  @Override
  public Optional<DatasetMetadata> findDataset(String project, String dataset) {
    return Optional.ofNullable(datasets.get(new DatasetId(project, dataset)));
  }

  @Override
  public List<DatasetMetadata> listDatasets(String project) {
    return datasets.values().stream()
        .filter(dataset -> dataset.project().equals(project))
        .sorted(Comparator.comparing(DatasetMetadata::dataset))
        .toList();
  }

  @Override
  public List<String> listProjects() {
    return datasets.keySet().stream().map(DatasetId::project).distinct().sorted().toList();
  }

  @Override
  public Optional<TableMetadata> findTable(TableId id) {
    TableMetadata table = tables.get(id);
    if (table == null || !isExpired(table)) {
      return Optional.ofNullable(table);
    }
    drop(table);
    return Optional.empty();
  }

  private boolean isExpired(TableMetadata table) {
    Long expiration = table.expirationMillis();
    return expiration != null && expiration <= clock.millis();
  }

  @Override
  public List<TableMetadata> listTables(String project, String dataset) {
    return tables.values().stream()
        .filter(t -> t.id().project().equals(project) && t.id().dataset().equals(dataset))
        .filter(table -> !isExpired(table))
        .sorted(Comparator.comparing(table -> table.id().table()))
        .toList();
  }

  @Override
  public synchronized TableMetadata createTable(TableMetadata draft, TableWork also) {
    TableId id = draft.id();
    DatasetMetadata dataset = loadDataset(id.project(), id.dataset());
    if (findTable(id).isPresent()) {
      throw ServiceException.duplicate("Already Exists: Table " + id.legacy());
    }
    TableMetadata created = created(draft, dataset);
    storage.create(
        created,
        connection -> {
          CatalogRecords.save(connection, created);
          also.run(connection, created);
        });
    tables.put(id, created);
    return created;
  }

  private TableMetadata created(TableMetadata draft, DatasetMetadata dataset) {
    TableRules.check(draft);
    long now = clock.millis();
    TableMetadata table = draft.stored(newPhysicalName(), newEtag(), now, now, false);
    Long expiration = dataset.defaultTableExpirationMs();
    return table.expirationMillis() == null && expiration != null
        ? table.expiringAt(now + expiration)
        : table;
  }

  private String newPhysicalName() {
    return "t_%06d".formatted(++lastTable);
  }

  @Override
  public synchronized TableMetadata replaceTable(TableMetadata draft, TableWork also) {
    TableId id = draft.id();
    Optional<TableMetadata> before = findTable(id);
    return before.isEmpty()
        ? createTable(draft, also)
        : putInPlace(before.get(), created(draft, loadDataset(id.project(), id.dataset())), also);
  }

  @Override
  public synchronized TableMetadata rewriteTable(
      TableId id, UnaryOperator<TableMetadata> change, TableWork also) {
    TableMetadata before = loadTable(id);
    TableMetadata draft = change.apply(before);
    TableRules.check(draft);
    TableMetadata after =
        draft.stored(newPhysicalName(), newEtag(), before.creationMillis(), clock.millis(), false);
    return putInPlace(before, after, also);
  }

  private TableMetadata putInPlace(TableMetadata before, TableMetadata after, TableWork also) {
    storage.replace(
        before,
        after,
        connection -> {
          CatalogRecords.delete(connection, before);
          CatalogRecords.save(connection, after);
          also.run(connection, after);
        });
    tables.put(after.id(), after);
    return after;
  }

  @Override
  public synchronized TableMetadata updateTable(
      TableId id, UnaryOperator<TableMetadata> change, TableWork also) {
    TableMetadata before = loadTable(id);
    TableMetadata draft = change.apply(before);
    TableRules.check(draft);
    SchemaChange.check(before, draft);
    return alter(before, kept(before, draft), List.of(), also);
  }

  @Override
  public synchronized TableMetadata renameTable(TableId id, String name, TableWork also) {
    TableMetadata before = loadTable(id);
    TableMetadata draft = before.named(new TableId(id.project(), id.dataset(), name));
    TableRules.check(draft);
    if (findTable(draft.id()).isPresent()) {
      throw ServiceException.duplicate("Already Exists: Table " + draft.id().legacy());
    }
    TableMetadata after = alter(before, kept(before, draft), List.of(), also);
    tables.remove(id);
    return after;
  }

  @Override
  public synchronized TableMetadata reshapeTable(
      TableId id, UnaryOperator<TableMetadata> change, List<ColumnRename> renames, TableWork also) {
    TableMetadata before = loadTable(id);
    TableMetadata draft = change.apply(before);
    TableRules.check(draft);
    return alter(before, kept(before, draft), renames, also);
  }

  private TableMetadata kept(TableMetadata before, TableMetadata draft) {
    return draft.stored(
        before.physicalName(),
        newEtag(),
        before.creationMillis(),
        clock.millis(),
        before.changed());
  }

  @Override
  public synchronized TableMetadata markChanged(TableMetadata table) {
    TableMetadata before = loadTable(table.id());
    if (before.changed() || !before.physicalName().equals(table.physicalName())) {
      return before;
    }
    return alter(
        before,
        before.stored(
            before.physicalName(),
            before.etag(),
            before.creationMillis(),
            before.modifiedMillis(),
            true),
        List.of(),
        TableWork.NONE);
  }

  private TableMetadata alter(
      TableMetadata before, TableMetadata after, List<ColumnRename> renames, TableWork also) {
    storage.alter(
        before,
        after,
        renames,
        connection -> {
          CatalogRecords.save(connection, after);
          also.run(connection, after);
        });
    tables.put(after.id(), after);
    return after;
  }

  @Override
  public synchronized void deleteTable(TableId id, TableWork also) {
    drop(loadTable(id), also);
  }

  private void drop(TableMetadata table) {
    drop(table, TableWork.NONE);
  }

  private synchronized void drop(TableMetadata table, TableWork also) {
    if (table.equals(tables.get(table.id()))) {
      storage.drop(
          table,
          connection -> {
            CatalogRecords.delete(connection, table);
            also.run(connection, table);
          });
      tables.remove(table.id());
    }
  }

  @Override
  public synchronized DatasetMetadata createDataset(
      DatasetMetadata draft, TableStorage.Entry also) {
    DatasetId id = new DatasetId(draft.project(), draft.dataset());
    if (datasets.containsKey(id)) {
      throw ServiceException.duplicate(
          "Already Exists: Dataset " + id.project() + ":" + id.dataset());
    }
    DatasetRules.check(draft);
    long now = clock.millis();
    DatasetMetadata dataset = draft.stored(newEtag(), now, now);
    record(
        connection -> {
          CatalogRecords.save(connection, dataset);
          also.write(connection);
        });
    datasets.put(id, dataset);
    return dataset;
  }

  @Override
  public synchronized DatasetMetadata updateDataset(
      String project, String dataset, UnaryOperator<DatasetMetadata> change) {
    DatasetMetadata before = loadDataset(project, dataset);
    DatasetMetadata draft = change.apply(before);
    DatasetRules.check(draft);
    if (!draft.location().equals(before.location())) {
      throw ServiceException.invalid(
          "Cannot change the location of dataset " + project + ":" + dataset);
    }
    DatasetMetadata after = draft.stored(newEtag(), before.creationMillis(), clock.millis());
    record(connection -> CatalogRecords.save(connection, after));
    datasets.put(new DatasetId(project, dataset), after);
    return after;
  }

  @Override
  public synchronized void deleteDataset(
      String project, String dataset, boolean deleteContents, TableStorage.Entry also) {
    DatasetMetadata metadata = loadDataset(project, dataset);
    if (!listTables(project, dataset).isEmpty() && !deleteContents) {
      throw new ServiceException(
          400, "resourceInUse", "Dataset " + project + ":" + dataset + " is still in use");
    }
    List<TableMetadata> dropped =
        tables.values().stream()
            .filter(t -> t.id().project().equals(project) && t.id().dataset().equals(dataset))
            .toList();
    storage.dropAll(
        dropped,
        connection -> {
          for (TableMetadata table : dropped) {
            CatalogRecords.delete(connection, table);
          }
          CatalogRecords.delete(connection, metadata);
          also.write(connection);
        });
    dropped.forEach(table -> tables.remove(table.id()));
    datasets.remove(new DatasetId(project, dataset));
  }

  private DatasetMetadata loadDataset(String project, String dataset) {
    return findDataset(project, dataset)
        .orElseThrow(
            () -> ServiceException.notFound("Not found: Dataset " + project + ":" + dataset));
  }

  private TableMetadata loadTable(TableId id) {
    return findTable(id)
        .orElseThrow(() -> ServiceException.notFound("Not found: Table " + id.legacy()));
  }

  private void record(TableStorage.Entry entry) {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      entry.write(connection);
      connection.commit();
    } catch (SQLException e) {
      throw ServiceException.backend(e);
    }
  }

  private static String newEtag() {
    return UUID.randomUUID().toString().replace("-", "").substring(0, 22) + "==";
  }
}
