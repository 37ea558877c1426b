package dev.penstock.local.service;

import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.read.Page;
import dev.penstock.local.read.ReadSnapshot;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The frozen rows of a table, cut into streams. Thread-safe. */
public final class ReadSession {
  /** Consecutive rows of the session, all of them its own. */
  private record Stream(long from, long to) {}

  private final String name;
  private final TableId table;
  private final long expireMillis;
  private final ReadSnapshot snapshot;
  private final ReadOptions options;
  private final List<Stream> streams;
  private final boolean[] finished;
  private final AtomicInteger unfinished;
  private volatile boolean closed;

  ReadSession(
      String name,
      TableId table,
      long expireMillis,
      ReadSnapshot snapshot,
      int streamCount,
      ReadOptions options) {
    this.name = name;
    this.table = table;
    this.expireMillis = expireMillis;
    this.snapshot = snapshot;
    this.options = options;
    this.streams = cut(snapshot.rows(), streamCount);
    this.finished = new boolean[streamCount];
    this.unfinished = new AtomicInteger(streamCount);
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

  /** The Avro schema of its rows. */
  public String avroSchema() {
    return snapshot.avroSchema();
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
      if (rows.from() + offset + page.rows() == rows.to()) {
        finish(stream);
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

  private synchronized void finish(int stream) {
    if (!finished[stream]) {
      finished[stream] = true;
      unfinished.decrementAndGet();
    }
  }

  /** Whether every stream was read to its end. */
  boolean isFinished() {
    return unfinished.get() == 0;
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
