package dev.penstock.local.rows;

import dev.penstock.local.catalog.ColumnRename;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableStorage;
import dev.penstock.local.database.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All rows, in DuckDB, written by two shard threads. Thread-safe. */
public final class DuckRowStore implements RowStore, TableStorage, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DuckRowStore.class);

  /** CDC-034. */
  static final Duration TOMBSTONE_LIFE = Duration.ofDays(2);

  private static final int SHARDS = 2;

  /** Of the changes that stories are told of. */
  public static final long HISTORY_BYTES = 16L << 20;

  private final Database database;
  private final InstantSource clock;
  private final List<Shard> shards = new ArrayList<>();
  private final Map<String, StoredTable> tables = new ConcurrentHashMap<>();
  private final RowStreams streams;
  private final ChangeHistory history;
  private final TablePartitions partitions;
  private final ScheduledExecutorService background;

  /** A store on a database; call {@link #adopt} with the tables that it holds already. */
  public DuckRowStore(Database database, InstantSource clock) throws SQLException {
    this(database, clock, HISTORY_BYTES);
  }

  /** The same with a bound for the changes that {@link KeyStories} tells of; 0 remembers none. */
  public DuckRowStore(Database database, InstantSource clock, long historyBytes)
      throws SQLException {
    this.database = database;
    this.clock = clock;
    this.streams = new RowStreams(this::stored, clock);
    this.history = new ChangeHistory(historyBytes);
    this.partitions = new TablePartitions(clock);
    for (int i = 0; i < SHARDS; i++) {
      String name = "penstock-shard-" + i;
      shards.add(new Shard(name, database.connect(), clock, this::apply, history));
    }
    this.background =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "penstock-apply");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Takes over the tables of the catalog and starts the threads. */
  public void adopt(List<TableMetadata> stored) throws SQLException {
    try (Connection connection = database.connect()) {
      StagedRows.clean(connection);
      StreamedRows.addTo(connection);
      StreamRecords.prepare(connection);
      Map<String, List<StreamRecord>> records = StreamRecords.load(connection);
      Map<String, Long> times = RowTimes.load(connection);
      FilledTables filled = FilledTables.of(connection);
      for (TableMetadata metadata : stored) {
        StoredTable table = newTable(metadata);
        tables.put(metadata.physicalName(), table);
        if (filled.has(metadata.physicalName())) {
          StreamedRows.measure(connection, table, clock.millis());
        }
        table.modified(times.getOrDefault(metadata.physicalName(), 0L));
        if (metadata.changed()) {
          table.measureLog(connection);
          history.missed(metadata);
        }
        List<StreamRecord> own = records.get(metadata.physicalName());
        if (own != null) {
          streams.adopt(connection, table, own);
        }
      }
    }
    shards.forEach(Shard::start);
    var unused = background.scheduleWithFixedDelay(this::tidy, 1, 1, TimeUnit.SECONDS);
  }

  private StoredTable newTable(TableMetadata metadata) {
    int number = Integer.parseInt(metadata.physicalName().substring(2));
    StoredTable table = new StoredTable(metadata, shards.get(number % SHARDS));
    table.rewritten(clock.millis());
    return table;
  }

  /**
   * Stores a batch of the default stream. The future completes after its commit, with no offset
   * that means anything; it fails with {@link StaleTableException} when the table is gone.
   */
  public CompletableFuture<Long> append(RowBatch batch) {
    StoredTable table = tables.get(batch.table().physicalName());
    if (table == null) {
      return CompletableFuture.failedFuture(new StaleTableException(batch.table().id().toString()));
    }
    if (batch.inserted()) {
      table.inserted(clock.millis());
    }
    return table.shard.append(table, batch, null);
  }

  /** The application-created write streams. */
  public RowStreams streams() {
    return streams;
  }

  @Override
  public Connection open() throws SQLException {
    return database.connect();
  }

  @Override
  public String readRelation(TableMetadata table) {
    if (table.hasQuery()) {
      throw table.refusal();
    }
    ChangeTables sql = new ChangeTables(stored(table).metadata());
    return needsMerge(table) ? sql.mergedRelation() : sql.baseRelation();
  }

  @Override
  public boolean needsMerge(TableMetadata table) {
    StoredTable stored = stored(table);
    if (!stored.metadata().changed() || stored.logRows() == 0) {
      return false;
    }
    Duration staleness = MaxStaleness.of(stored.metadata());
    long age = clock.millis() - stored.oldestLogMillis();
    return staleness.isZero() || age > staleness.toMillis();
  }

  @Override
  public Optional<Instant> applyWatermark(TableMetadata table) {
    StoredTable stored = stored(table);
    if (!stored.metadata().changed()) {
      return Optional.empty();
    }
    long millis = stored.logRows() == 0 ? clock.millis() : stored.oldestLogMillis();
    return Optional.of(Instant.ofEpochMilli(millis));
  }

  @Override
  public String recentlyStreamed() {
    return StreamedRows.recent(clock.millis());
  }

  @Override
  public Optional<String> recentlyInserted(TableMetadata table) {
    long now = clock.millis();
    long since = now - StreamingBuffer.STAY.toMillis();
    return stored(table).insertedMillis() < since
        ? Optional.empty()
        : Optional.of(StreamedRows.recentlyInserted(now));
  }

  @Override
  public boolean isStreaming(TableMetadata table) {
    return stored(table).streaming.measure(clock.millis()).rows() > 0;
  }

  @Override
  public Optional<Instant> lastStreamed(TableMetadata table) {
    try (Connection connection = open()) {
      return StreamedRows.last(connection, stored(table).metadata());
    } catch (SQLException e) {
      throw ServiceException.backend(e);
    }
  }

  @Override
  public long modify(TableMetadata table, SqlWork work) throws SQLException {
    table.requireWritable();
    long[] affected = new long[1];
    Runnable[] noted = new Runnable[1];
    StoredTable stored = stored(table);
    CompletableFuture<Void> done =
        stored.shard.exclusively(
            table.physicalName(),
            connection -> {
              stored.unsettle();
              stored.rewritten(clock.millis());
              affected[0] = work.run(connection);
              noted[0] = noteChange(connection, table);
              partitions.ingest(connection, stored.metadata());
              StreamedRows.recount(connection, stored, clock.millis());
            },
            () -> {
              stored.settle();
              noted[0].run();
            });
    Waiting.forStatement(done);
    return affected[0];
  }

  @Override
  public long modifiedMillis(TableMetadata table) {
    StoredTable stored = tables.get(table.physicalName());
    return Math.max(table.modifiedMillis(), stored == null ? 0 : stored.modifiedMillis());
  }

  @Override
  public Runnable noteChange(Connection transaction, TableMetadata table) throws SQLException {
    StoredTable stored = tables.get(table.physicalName());
    return stored == null ? () -> {} : stored.note(transaction, clock.millis());
  }

  /** A place for the rows of a job that go into a table together or not at all. */
  public StagedRows stage(List<Field> fields) throws SQLException {
    return StagedRows.create(database.connect(), fields);
  }

  /** Whether a table has rows, inside the transaction of {@link #modify}. */
  public boolean hasRows(Connection transaction, TableMetadata table) throws SQLException {
    return PhysicalTable.count(transaction, table.physicalName()) > 0
        || stored(table).logRows() > 0;
  }

  @Override
  public String pastRelation(TableMetadata table, Instant time) {
    return PastRows.relation(stored(table), time, clock.millis());
  }

  @Override
  public long copy(
      Connection transaction,
      TableMetadata source,
      @Nullable String partition,
      TableMetadata target)
      throws SQLException {
    return StreamedRows.copy(transaction, source, partition, target, clock.millis());
  }

  @Override
  public String partitionTime(TableMetadata table) {
    return partitions.time(table);
  }

  /** The partitions of tables, in which jobs put rows. */
  public TablePartitions partitions() {
    return partitions;
  }

  /** Removes all rows of a table, inside the transaction of {@link #modify}. */
  public void clear(Connection transaction, TableMetadata table) throws SQLException {
    apply(transaction, stored(table));
    PhysicalTable.execute(transaction, "DELETE FROM " + table.physicalName());
  }

  @Override
  public void create(TableMetadata table, Entry entry) {
    StoredTable created = newTable(table);
    run(
        created,
        connection -> {
          new PhysicalTable(table).create(connection);
          entry.write(connection);
          partitions.ingest(connection, table);
        },
        () -> tables.put(table.physicalName(), created));
  }

  @Override
  public void replace(TableMetadata before, TableMetadata after, Entry entry) {
    StoredTable old = stored(before);
    StoredTable created = newTable(after);
    run(
        old,
        connection -> {
          new PhysicalTable(after).create(connection);
          entry.write(connection);
          partitions.ingest(connection, after);
          // Last, since what is written may be read from it.
          new PhysicalTable(before).drop(connection);
        },
        () -> {
          old.drop();
          history.drop(before);
          tables.put(after.physicalName(), created);
        });
    tables.remove(before.physicalName());
  }

  @Override
  public void alter(
      TableMetadata before, TableMetadata after, List<ColumnRename> renames, Entry entry) {
    StoredTable stored = stored(before);
    if (before.changed() && !before.primaryKey().equals(after.primaryKey())) {
      throw ServiceException.notSupported(
          "changing the primary key of a table that had UPSERT streams");
    }
    run(
        stored,
        connection -> {
          stored.unsettle();
          stored.rewritten(clock.millis());
          boolean newColumns = !before.fields().equals(after.fields());
          if (before.changed() && newColumns) {
            apply(connection, stored);
          }
          ColumnChange change = new ColumnChange(before.fields(), after.fields(), renames);
          List<String> statements = new ArrayList<>(change.statements(before.physicalName()));
          statements.addAll(new PhysicalTable(after).changeLog(before));
          if (stored.isStaged()) {
            statements.addAll(change.statements(StagedTable.name(before.physicalName())));
          }
          for (String statement : statements) {
            PhysicalTable.execute(connection, statement);
          }
          entry.write(connection);
          partitions.ingest(connection, after);
          StreamedRows.recount(connection, stored, clock.millis());
        },
        () -> {
          stored.change(after);
          stored.settle();
        });
  }

  @Override
  public void drop(TableMetadata table, Entry entry) {
    StoredTable stored = stored(table);
    run(
        stored,
        connection -> {
          new PhysicalTable(table).drop(connection);
          entry.write(connection);
        },
        stored::drop);
    history.drop(table);
    tables.remove(table.physicalName());
  }

  @Override
  public void dropAll(List<TableMetadata> all, Entry entry) {
    new TableDrops(shards).run(all.stream().map(this::stored).toList(), entry);
    all.forEach(table -> tables.remove(table.physicalName()));
  }

  private static void run(StoredTable table, Shard.Work work) {
    run(table, work, () -> {});
  }

  private static void run(StoredTable table, Shard.Work work, Runnable committed) {
    Waiting.forChange(
        table.shard.exclusively(
            table.metadata().physicalName(),
            connection -> {
              table.unsettle();
              work.run(connection);
            },
            () -> {
              table.settle();
              committed.run();
            }));
  }

  /** Applies all changes of a table now, as the service does in the background (CDC-041). */
  public void applyChanges(TableMetadata table) {
    StoredTable stored = stored(table);
    run(stored, connection -> apply(connection, stored));
  }

  private void apply(Connection connection, StoredTable table) throws SQLException {
    if (table.logRows() == 0) {
      return;
    }
    long now = clock.millis();
    table.rewritten(now);
    ChangeTables sql = new ChangeTables(table.metadata());
    for (String statement : sql.apply(now, now - TOMBSTONE_LIFE.toMillis())) {
      PhysicalTable.execute(connection, statement);
    }
    RowTimes.add(connection, table.metadata().physicalName(), table.modifiedMillis());
    table.applying(PhysicalTable.count(connection, table.metadata().physicalName()), now);
  }

  private void tidy() {
    applyDue();
    streams.dropExpired(tables.values());
  }

  /** Applies logs before they get older than the table's staleness allows. */
  private void applyDue() {
    for (StoredTable table : tables.values()) {
      Duration staleness = MaxStaleness.of(table.metadata());
      long age = clock.millis() - table.oldestLogMillis();
      if (table.logRows() > 0 && !staleness.isZero() && age >= staleness.toMillis() / 2) {
        try {
          run(table, connection -> apply(connection, table));
        } catch (ServiceException e) {
          LOG.warn("Applying the changes of {} failed", table.metadata().id(), e);
        }
      }
    }
  }

  /** How much a table holds, with its bytes. */
  public TableSize measure(TableMetadata table) throws SQLException {
    TableSize size = size(table);
    long bytes = size.rows() == 0 ? 0 : bytes(table, size.streaming());
    return new TableSize(size.rows(), size.streaming(), bytes);
  }

  private long bytes(TableMetadata table, TableSize.Streaming streaming) throws SQLException {
    StoredTable stored = stored(table);
    long change = stored.changes();
    Optional<Long> known = stored.knownBytes(change, streaming);
    if (known.isPresent()) {
      return known.get();
    }
    try (Connection connection = open()) {
      long bytes = settledBytes(connection, table);
      stored.know(change, streaming, bytes);
      return bytes;
    }
  }

  /** The bytes of a table's rows that are not in the streaming buffer. */
  public long settledBytes(Connection connection, TableMetadata table) throws SQLException {
    String sql =
        "SELECT CAST(%s AS BIGINT) FROM %s WHERE NOT (%s)"
            .formatted(LogicalSize.sum(table.fields()), table.physicalName(), recentlyStreamed());
    try (Statement statement = connection.createStatement();
        ResultSet bytes = statement.executeQuery(sql)) {
      bytes.next();
      return bytes.getLong(1);
    }
  }

  /** How much a table holds, without its bytes. */
  public TableSize size(TableMetadata table) throws SQLException {
    TableSize.Streaming streaming = stored(table).streaming.measure(clock.millis());
    if (table.fields().isEmpty() || table.hasQuery()) {
      return new TableSize(0, streaming, 0);
    }
    try (Connection connection = open()) {
      return new TableSize(PhysicalTable.count(connection, readRelation(table)), streaming, 0);
    }
  }

  /** The change rows of a table acknowledged since the start, the last 100,000 of them. */
  public List<ChangeRow> changeLog(TableMetadata table) {
    return stored(table).recorded();
  }

  /** How many change rows of a table were acknowledged since the start. */
  public ChangeCount changeCount(TableMetadata table) {
    return stored(table).changeCount();
  }

  ChangeHistory history() {
    return history;
  }

  StoredTable stored(TableMetadata table) {
    StoredTable stored = tables.get(table.physicalName());
    if (stored == null) {
      throw ServiceException.notFound("Not found: Table " + table.id().legacy());
    }
    return stored;
  }

  @Override
  public void close() {
    background.shutdownNow();
    shards.forEach(Shard::close);
  }
}
