package dev.penstock.local.service;

import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.DatasetMetadata;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.read.ReadSnapshot;
import dev.penstock.local.read.SelectedFields;
import dev.penstock.local.rows.DuckRowStore;
import dev.penstock.local.rows.StagedRows;
import dev.penstock.local.sql.SqlEngine;
import dev.penstock.local.sql.SqlResult;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The read sessions. What they hold together is bounded: expired ones go first, then finished ones,
 * the longest unused first; after that a new one is refused. Thread-safe.
 */
public final class ReadSessions implements AutoCloseable {
  /** RA-007. */
  private static final Duration LIFE = Duration.ofHours(6);

  /** RA-008. */
  private static final int MAX_STREAMS = 1000;

  /** QT-039. */
  private static final int MAX_RESTRICTION_CHARS = 1_000_000;

  private static final int REMEMBERED_EXPIRED = 1000;

  private final Catalog catalog;
  private final DuckRowStore rows;
  private final SqlEngine sql;
  private final JobRegistry jobs;
  private final InstantSource clock;
  private final ReadOptions options;
  private final PriceLedger ledger;
  private final AtomicLong snapshots = new AtomicLong();
  private final Map<String, ReadSession> live = new LinkedHashMap<>(16, 0.75f, true);

  private final Map<String, Long> expired =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > REMEMBERED_EXPIRED;
        }
      };

  /** Sessions on a catalog's tables and on the results of queries. */
  public ReadSessions(
      Catalog catalog,
      DuckRowStore rows,
      SqlEngine sql,
      JobRegistry jobs,
      InstantSource clock,
      ReadOptions options,
      PriceLedger ledger) {
    this.catalog = catalog;
    this.rows = rows;
    this.sql = sql;
    this.jobs = jobs;
    this.clock = clock;
    this.options = options;
    this.ledger = ledger;
  }

  /**
   * Freezes what a table holds now.
   *
   * @throws ServiceException 404 for an absent table, 400 for bad fields or a bad restriction, 429
   *     when the rows do not fit
   */
  public ReadSession create(ReadRequest request) {
    check(request);
    Job query = jobs.findByResults(request.table()).orElse(null);
    ReadSnapshot snapshot = query == null ? freezeTable(request) : freezeResult(query, request);
    String location = query == null ? location(request.table()) : query.location();
    ReadSession session =
        new ReadSession(
            "projects/"
                + request.project()
                + "/locations/"
                + location.toLowerCase(Locale.ROOT)
                + "/sessions/"
                + UUID.randomUUID().toString().replace("-", ""),
            request.table(),
            clock.millis() + LIFE.toMillis(),
            snapshot,
            streams(snapshot, request),
            options,
            ledger);
    keep(session);
    return session;
  }

  private String location(TableId table) {
    return catalog
        .findDataset(table.project(), table.dataset())
        .map(DatasetMetadata::location)
        .orElse("us");
  }

  private static ServiceException absent(TableId table) {
    return ServiceException.notFound("Not found: Table " + table.legacy());
  }

  private static void check(ReadRequest request) {
    int max = request.maxStreams();
    int preferred = request.preferredMinStreams();
    if (max < 0 || preferred < 0 || (max > 0 && preferred > max)) {
      throw ServiceException.invalid(
          "preferred_min_stream_count: "
              + preferred
              + " (expected: 0 to max_stream_count, which is "
              + max
              + ")");
    }
    if (request.rowRestriction().length() > MAX_RESTRICTION_CHARS) {
      throw ServiceException.invalid(
          "row_restriction has "
              + request.rowRestriction().length()
              + " characters (expected: at most "
              + MAX_RESTRICTION_CHARS
              + ")");
    }
  }

  /** The anonymous table of a query (RA-015), whose rows may be gone (RT-136). */
  private ReadSnapshot freezeResult(Job query, ReadRequest request) {
    SqlResult result = query.result();
    if (result == null || result.schema().isEmpty() || query.isExpired()) {
      throw absent(request.table());
    }
    requireAfter(query, request);
    TableMetadata table = TableMetadata.draft(request.table(), result.schema());
    List<Field> fields = fields(table, request);
    try (StagedRows staged = rows.stage(table.fields())) {
      for (List<@Nullable Object> row : result.rows()) {
        staged.add(row.toArray());
      }
      staged.finish();
      return freeze(filtered(table, staged.relation(), request), fields, request);
    } catch (SQLException e) {
      throw queryError(sql.refusal(e));
    }
  }

  private static void requireAfter(Job query, ReadRequest request) {
    Instant time = request.time();
    if (time != null && time.toEpochMilli() < query.endedMillis()) {
      throw ServiceException.invalid(
          "Invalid snapshot time "
              + time.toEpochMilli()
              + " for table "
              + request.table().legacy()
              + ". Cannot read before "
              + query.endedMillis()
              + ".");
    }
  }

  private static List<Field> fields(TableMetadata table, ReadRequest request) {
    List<Field> fields = SelectedFields.of(table.fields(), request.selectedFields());
    if (fields.isEmpty()) {
      throw ServiceException.invalid("Table " + table.id().legacy() + " does not have a schema.");
    }
    return fields;
  }

  private ReadSnapshot freezeTable(ReadRequest request) {
    TableMetadata table =
        catalog.findTable(request.table()).orElseThrow(() -> absent(request.table()));
    if (table.hasQuery()) {
      throw ServiceException.invalid("non-table entities cannot be read with the storage API");
    }
    List<Field> fields = fields(table, request);
    if (options.refuseUnapplied() && rows.needsMerge(table)) {
      throw ServiceException.invalid(
          "The table has un-applied upsert data that is not fresh enough to meet table's"
              + " max_staleness.");
    }
    try {
      ReadSnapshot snapshot =
          freeze(filtered(table, stored(table, request), request), fields, request);
      requireUnchanged(table, request, snapshot);
      return snapshot;
    } catch (SQLException e) {
      throw queryError(sql.refusal(e));
    }
  }

  private ReadSnapshot freeze(String relation, List<Field> fields, ReadRequest request)
      throws SQLException {
    return ReadSnapshot.freeze(
        rows, "s" + snapshots.incrementAndGet(), relation, fields, request.format());
  }

  /** A change that came while the rows were copied may be among them. */
  private void requireUnchanged(TableMetadata table, ReadRequest request, ReadSnapshot snapshot)
      throws SQLException {
    if (request.time() == null) {
      return;
    }
    try {
      String unused = rows.pastRelation(table, request.time());
    } catch (ServiceException e) {
      snapshot.close();
      throw e;
    }
  }

  private String stored(TableMetadata table, ReadRequest request) {
    Instant time = request.time();
    return time == null ? rows.readRelation(table) : rows.pastRelation(table, time);
  }

  private String filtered(TableMetadata table, String relation, ReadRequest request) {
    try {
      return sql.filtered(table, relation, request.rowRestriction());
    } catch (ServiceException e) {
      throw queryError(e);
    }
  }

  private static ServiceException queryError(ServiceException refusal) {
    return refusal.httpCode() == 400
        ? ServiceException.invalidQuery("Query error: " + refusal.getMessage())
        : refusal;
  }

  /** RA-008, RA-009. */
  private int streams(ReadSnapshot snapshot, ReadRequest request) {
    if (snapshot.bytes() <= options.streamBytes()) {
      return 1;
    }
    long bySize = (snapshot.bytes() + options.streamBytes() - 1) / options.streamBytes();
    long wanted = Math.max(bySize, request.preferredMinStreams());
    long most = request.maxStreams() == 0 ? MAX_STREAMS : request.maxStreams();
    return (int) Math.min(Math.min(wanted, most), Math.min(MAX_STREAMS, snapshot.rows()));
  }

  private synchronized void keep(ReadSession session) {
    removeExpired();
    long held = live.values().stream().mapToLong(ReadSession::bytes).sum() + session.bytes();
    Iterator<ReadSession> longestUnused = live.values().iterator();
    while (held > options.sessionBytes() && longestUnused.hasNext()) {
      ReadSession candidate = longestUnused.next();
      if (candidate.isFinished()) {
        held -= candidate.bytes();
        longestUnused.remove();
        expire(candidate);
      }
    }
    if (held > options.sessionBytes()) {
      session.close();
      throw new ServiceException(
          429,
          "quotaExceeded",
          "Read session of "
              + session.bytes()
              + " bytes does not fit: the unfinished sessions of this server would hold "
              + held
              + " (sessionBytes allows "
              + options.sessionBytes()
              + "). Select fewer columns, read the others to their end, or raise sessionBytes.");
    }
    live.put(session.name(), session);
  }

  private void removeExpired() {
    long now = clock.millis();
    Iterator<ReadSession> sessions = live.values().iterator();
    while (sessions.hasNext()) {
      ReadSession session = sessions.next();
      if (session.expireMillis() <= now) {
        sessions.remove();
        expire(session);
      }
    }
  }

  private void expire(ReadSession session) {
    expired.put(session.name(), session.expireMillis());
    session.close();
  }

  /**
   * Finds a live session by its name.
   *
   * @throws ServiceException 404 for an unknown one, 412 for one that is over (RA-028)
   */
  public synchronized ReadSession load(String name) {
    removeExpired();
    ReadSession session = live.get(name);
    if (session != null) {
      return session;
    }
    if (expired.containsKey(name)) {
      throw ReadSession.expired(name);
    }
    throw ServiceException.notFound("Not found: Session " + name);
  }

  @Override
  public synchronized void close() {
    live.values().forEach(ReadSession::close);
    live.clear();
  }
}
