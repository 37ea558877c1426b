package dev.penstock.benchmarks.enginekill;

import dev.penstock.core.append.FinishedStreams;
import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.load.LoadResult;
import dev.penstock.core.load.TableLoad;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A load that tells at which moments it is. One owner thread.
 *
 * @param at is told of every moment, and need not return
 */
record TellingLoad(TableLoad load, Consumer<Point> at) implements TableLoad {
  @Override
  public void append(RowCursor rows) {
    load.append(rows);
  }

  @Override
  public long bytes() {
    return load.bytes();
  }

  @Override
  public Optional<FinishedStreams> prepare() {
    at.accept(Point.BEFORE_FINALIZE);
    Optional<FinishedStreams> streams = load.prepare();
    at.accept(Point.AFTER_FINALIZE);
    return streams;
  }

  @Override
  public LoadResult finish() {
    at.accept(Point.BEFORE_COMMIT);
    at.accept(Point.BEFORE_JOB);
    LoadResult result = load.finish();
    at.accept(Point.AFTER_COMMIT);
    at.accept(Point.AFTER_JOB);
    return result;
  }

  @Override
  public void close() {
    load.close();
  }
}
