package dev.penstock.local.sql;

import dev.penstock.local.catalog.ServiceException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads the analyzer once it is wanted, on a thread of its own, because its native library takes
 * seconds to unpack and exists only for some platforms. Thread-safe.
 */
final class AnalyzerLoader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AnalyzerLoader.class);
  private static final long LOAD_SECONDS = 120;

  private final CompletableFuture<GoogleSql> loaded = new CompletableFuture<>();
  private final Thread thread;
  private boolean wanted;

  AnalyzerLoader(Supplier<GoogleSql> source) {
    this.thread = new Thread(() -> load(source), "penstock-sql-load");
    thread.setDaemon(true);
  }

  /** Begins to load, unless that has begun. */
  synchronized void start() {
    if (!wanted) {
      wanted = true;
      thread.start();
    }
  }

  /** An absent native library shows as an Error, which must reach the caller as a refusal. */
  private void load(Supplier<GoogleSql> source) {
    try {
      loaded.complete(source.get());
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("SQL is off: the ZetaSQL library could not be loaded", e);
      loaded.completeExceptionally(e);
    }
  }

  /**
   * The analyzer, loaded now unless it was before.
   *
   * @throws ServiceException 501 where it cannot be loaded
   */
  GoogleSql get() {
    start();
    try {
      return loaded.get(LOAD_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw ServiceException.notSupported(
          "SQL on "
              + System.getProperty("os.name")
              + " "
              + System.getProperty("os.arch")
              + ": ZetaSQL has no library for it. Use an x86-64 JDK on Linux (glibc 2.29 or newer)"
              + " or macOS.");
    } catch (TimeoutException e) {
      throw new ServiceException(
          503, "backendError", "The SQL engine is still loading. Retry the query.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceException(
          499, "stopped", "The query was interrupted while SQL was loading.");
    }
  }

  /** Frees the analyzer's native memory, once loading has ended. */
  @Override
  public void close() {
    try {
      thread.join(TimeUnit.SECONDS.toMillis(LOAD_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (loaded.isDone() && !loaded.isCompletedExceptionally()) {
      loaded.join().close();
    }
  }
}
