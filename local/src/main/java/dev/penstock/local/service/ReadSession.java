package dev.penstock.local.service;

import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.read.Page;
import dev.penstock.local.read.ReadSnapshot;
import dev.penstock.local.read.RowFormat;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The frozen rows of a table, cut into streams. Thread-safe. */
public final class ReadSession {
  /** With those that came of splits. */
  private static final int MAX_STREAMS = 10_000;

  /** Consecutive rows of the session, all of them its own. */
  private record Stream(long from, long to) {}

  private final String name;
  private final TableId table;
  private final long expireMillis;
  private final ReadSnapshot snapshot;
  private final ReadOptions options;
  private final PriceLedger ledger;
  private final List<Stream> streams;
  private final Set<Integer> unfinished = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  ReadSession(
      String name,
      TableId table,
      long expireMillis,
      ReadSnapshot snapshot,
      int streamCount,
      ReadOptions options,
      PriceLedger ledger) {
    this.name = name;
    this.table = table;
    this.expireMillis = expireMillis;
    this.snapshot = snapshot;
    this.options = options;
    this.ledger = ledger;
    this.streams = new CopyOnWriteArrayList<>(cut(snapshot.rows(), streamCount));
    for (int i = 0; i < streamCount; i++) {
      unfinished.add(i);
    }
  }

  private static List<Stream> cut(long rows, int count) {
    List<Stream> streams = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      streams.add(new Stream(start(rows, count, i), start(rows, count, i + 1)));
    }
    return streams;
  }

  /** Where a stream begins; the first ones have one row more when rows do not divide evenly. */
  private static long start(long rows, int count, int stream) {
    return rows / count * stream + Math.min(stream, rows % count);
  }

  /** {@code projects/p/locations/us/sessions/id}. */
  public String name() {
    return name;
  }

  /** The table that was read. */
  public TableId table() {
    return table;
  }

  /** When it is over (RA-007). */
  public long expireMillis() {
    return expireMillis;
  }

  /** How its rows are written. */
  public RowFormat format() {
    return snapshot.format();
  }

  /** The schema of its rows: Avro's JSON, or Arrow's message. */
  public byte[] schema() {
    return snapshot.schema();
  }

  /** How many rows it has. */
  public long rows() {
    return snapshot.rows();
  }

  /** About how many bytes its rows take. */
  public long bytes() {
    return snapshot.bytes();
  }

  /** How many streams it has. */
  public int streamCount() {
    return streams.size();
  }

  /** How many rows a stream has. */
  public long rows(int stream) {
    return streams.get(stream).to() - streams.get(stream).from();
  }

  /** The rows of a stream from an offset below its row count on, at least one. */
  public Page read(int stream, long offset) {
    Stream rows = streams.get(stream);
    try {
      Page page =
          snapshot.read(
              rows.from() + offset, rows.to(), options.responseRows(), options.responseBytes());
      ledger.add(BilledPath.READ, page.content().length);
      if (rows.from() + offset + page.rows() == rows.to()) {
        var unused = unfinished.remove(stream);
      }
      return page;
    } catch (SQLException e) {
      throw closed ? expired(name) : ServiceException.backend(e);
    }
  }

  /** The refusal of a session that is over (RA-028). */
  static ServiceException expired(String name) {
    return new ServiceException(
        412, "failedPrecondition", "Stream expired: session " + name + " is over.");
  }

  /**
   * Cuts a stream into two that together have its rows, in their order; it can still be read itself
   * (RA-031).
   *
   * @return the number of the first; the second follows it; empty where no cut is possible
   * @throws ServiceException 400 for a fraction that is not between 0 and 1
   */
  public synchronized OptionalInt split(int stream, double fraction) {
    if (stream >= streams.size()) {
      throw ServiceException.notFound("Not found: Stream " + stream + " of session " + name);
    }
    if (!(fraction > 0 && fraction < 1)) {
      throw ServiceException.invalid("fraction: " + fraction + " (expected: between 0 and 1)");
    }
    Stream whole = streams.get(stream);
    long rows = whole.to() - whole.from();
    if (rows < 2 || streams.size() + 2 > MAX_STREAMS) {
      return OptionalInt.empty();
    }
    long middle = whole.from() + Math.min(rows - 1, Math.max(1, Math.round(rows * fraction)));
    int primary = streams.size();
    unfinished.addAll(List.of(primary, primary + 1));
    unfinished.remove(stream);
    streams.addAll(List.of(new Stream(whole.from(), middle), new Stream(middle, whole.to())));
    return OptionalInt.of(primary);
  }

  /** Whether every stream was read to its end. */
  boolean isFinished() {
    return unfinished.isEmpty();
  }

  void close() {
    closed = true;
    try {
      snapshot.close();
    } catch (SQLException e) {
      throw ServiceException.backend(e);
    }
  }
}
