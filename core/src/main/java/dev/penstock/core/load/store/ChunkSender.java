package dev.penstock.core.load.store;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.load.file.FileChunks;
import dev.penstock.core.time.Waits;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Sends a chunk on a thread of its own while the owner fills the next, so that reading and sending
 * take turns only where one is slower; there are never more than two chunks. One owner thread.
 * Closing it ends the other thread, which may still wait for an answer of the service.
 */
public final class ChunkSender implements FileChunks, AutoCloseable {
  private final FileChunks target;
  private final String name;
  private @Nullable ExecutorService thread;
  private @Nullable Future<byte[]> sending;

  /**
   * A sender without a thread yet.
   *
   * @param target used by one thread at a time
   * @param name what is sent, for messages
   */
  public ChunkSender(FileChunks target, String name) {
    this.target = target;
    this.name = name;
  }

  @Override
  public byte[] send(byte[] chunk) {
    byte[] sent = await();
    if (thread == null) {
      thread = Executors.newSingleThreadExecutor(ChunkSender::daemon);
    }
    sending = thread.submit(() -> target.send(chunk));
    return sent == null ? new byte[chunk.length] : sent;
  }

  @Override
  public void sendLast(byte[] chunk, int length) {
    byte[] unused = await();
    target.sendLast(chunk, length);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "penstock-upload");
    thread.setDaemon(true);
    return thread;
  }

  /** Waits for the chunk that is on its way; null when there is none. */
  private byte @Nullable [] await() {
    Future<byte[]> last = sending;
    sending = null;
    try {
      return last == null ? null : last.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IngestException failure) {
        throw failure;
      }
      throw new IngestException(ErrorCode.INTERNAL, name + " failed: " + e.getCause() + ".", e);
    } catch (InterruptedException e) {
      throw Waits.interrupted(name, e);
    }
  }

  @Override
  public void close() {
    if (thread != null) {
      thread.shutdownNow();
    }
  }
}
