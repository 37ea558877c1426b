package dev.penstock.core.load.file;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.time.Waits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Finishes files, several at once where that is allowed. One owner thread, which waits. */
final class FileFinisher implements AutoCloseable {
  private final int threads;
  private @Nullable ExecutorService pool;

  FileFinisher(int threads) {
    this.threads = threads;
  }

  /**
   * Finishes files whose blocks have ended.
   *
   * @throws IngestException the first failure, others suppressed; all files were tried
   */
  void finish(List<OpenFile> files) {
    if (threads == 1 || files.size() < 2) {
      files.forEach(OpenFile::finish);
      return;
    }
    if (pool == null) {
      pool = Executors.newFixedThreadPool(threads, FileFinisher::daemon);
    }
    List<Future<?>> finishing = new ArrayList<>(files.size());
    for (OpenFile file : files) {
      finishing.add(pool.submit(file::finish));
    }
    IngestException primary = null;
    for (Future<?> each : finishing) {
      IngestException failure = failureOf(each);
      if (primary == null) {
        primary = failure;
      } else if (failure != null) {
        primary.addSuppressed(failure);
      }
    }
    if (primary != null) {
      throw primary;
    }
  }

  private static @Nullable IngestException failureOf(Future<?> finishing) {
    try {
      var unused = finishing.get();
      return null;
    } catch (ExecutionException e) {
      return e.getCause() instanceof IngestException failure
          ? failure
          : new IngestException(
              ErrorCode.INTERNAL, "Finishing a file failed: " + e.getCause() + ".", e);
    } catch (InterruptedException e) {
      throw Waits.interrupted("Finishing staged files", e);
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "penstock-finish");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    if (pool != null) {
      pool.shutdownNow();
    }
  }
}
