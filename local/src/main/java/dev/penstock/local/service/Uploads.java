package dev.penstock.local.service;

import dev.penstock.local.catalog.ServiceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Uploads of files, whole or in chunks (RT-080 to RT-082). Thread-safe.
 *
 * @param <R> what a file becomes that is complete
 */
public final class Uploads<R> {
  /** Chunks that are not the last have a multiple of this size (RT-081). */
  private static final int CHUNK_UNIT = 256 << 10;

  /** RT-082. */
  private static final Duration SESSION_LIFE = Duration.ofDays(7);

  private static final int MAX_SESSIONS = 1000;

  private final Spool spool;
  private final InstantSource clock;
  private final Map<String, Session> sessions = new LinkedHashMap<>();

  /** Uploads that wait in a spool. */
  public Uploads(Spool spool, InstantSource clock) {
    this.spool = spool;
    this.clock = clock;
  }

  /**
   * What becomes of a file.
   *
   * @param <R> its kind
   */
  public interface Completion<R> {
    /**
     * Takes over a complete file.
     *
     * @throws ServiceException when it refuses the file, which is deleted then
     */
    R complete(Path file) throws IOException;
  }

  /**
   * How far an upload is.
   *
   * @param received how many bytes are stored
   * @param result what it became; null while bytes are missing
   * @param <R> its kind
   */
  public record Progress<R>(long received, @Nullable R result) {}

  /**
   * A part of an upload.
   *
   * @param first the offset of its first byte; the end of what is stored for a part without bytes
   * @param length how many bytes it has; negative for all that are still missing
   * @param total how many the whole upload has; negative while the client does not know
   */
  public record Chunk(long first, long length, long total) {
    boolean isLast() {
      return length < 0 || (total >= 0 && first + length == total);
    }
  }

  /** Stores a whole file. */
  public R upload(Completion<R> completion, InputStream media) throws IOException {
    Spool.Upload file = spool.create();
    try {
      file.append(media);
      file.close();
      return completion.complete(file.path());
    } catch (IOException | RuntimeException e) {
      file.delete();
      throw e;
    }
  }

  /** Begins an upload in chunks and names its session. */
  public String open(Completion<R> completion) throws IOException {
    String id = UUID.randomUUID().toString();
    Session session = new Session(completion, spool.create(), clock.millis());
    List<Session> dropped = new ArrayList<>();
    synchronized (sessions) {
      sessions.put(id, session);
      Iterator<Session> eldest = sessions.values().iterator();
      while (eldest.hasNext()) {
        Session old = eldest.next();
        if (!isExpired(old) && sessions.size() <= MAX_SESSIONS) {
          break;
        }
        eldest.remove();
        dropped.add(old);
      }
    }
    for (Session old : dropped) {
      old.drop();
    }
    return id;
  }

  private boolean isExpired(Session session) {
    return session.bornMillis < clock.millis() - SESSION_LIFE.toMillis();
  }

  /**
   * How far an upload is, without a byte more.
   *
   * @param total how many bytes the whole upload has; negative while the client does not know; an
   *     upload that is complete with it ends
   * @throws ServiceException 404 for an unknown or expired session
   */
  public Progress<R> query(String id, long total) throws IOException {
    Session session = load(id);
    synchronized (session) {
      return session.received() == total
          ? session.write(new Chunk(total, 0, total), InputStream.nullInputStream())
          : session.progress();
    }
  }

  /**
   * Stores a chunk; the last one ends the upload.
   *
   * @throws ServiceException 404 for an unknown or expired session, 400 for a chunk that is not
   *     where the upload ends or has a wrong size
   */
  public Progress<R> write(String id, Chunk chunk, InputStream media) throws IOException {
    Session session = load(id);
    synchronized (session) {
      return session.write(chunk, media);
    }
  }

  /** Forgets an upload with its bytes. */
  public void cancel(String id) throws IOException {
    Session session = load(id);
    synchronized (sessions) {
      sessions.remove(id);
    }
    session.drop();
  }

  private Session load(String id) {
    synchronized (sessions) {
      Session session = sessions.get(id);
      if (session != null && !isExpired(session)) {
        return session;
      }
    }
    throw ServiceException.notFound("Not found: upload session " + id);
  }

  /** One upload in chunks. Its monitor guards it. */
  private final class Session {
    private final Completion<R> completion;
    private final Spool.Upload file;
    private final long bornMillis;
    private long received;
    private @Nullable R result;
    private @Nullable ServiceException refusal;

    Session(Completion<R> completion, Spool.Upload file, long bornMillis) {
      this.completion = completion;
      this.file = file;
      this.bornMillis = bornMillis;
    }

    long received() {
      return received;
    }

    Progress<R> progress() {
      return new Progress<>(received, result);
    }

    Progress<R> write(Chunk chunk, InputStream media) throws IOException {
      if (refusal != null) {
        throw refusal;
      }
      if (result != null) {
        return progress();
      }
      check(chunk);
      long stored = received - chunk.first();
      media.skipNBytes(chunk.length() < 0 ? stored : Math.min(chunk.length(), stored));
      append(media);
      if (chunk.isLast()) {
        if (chunk.total() >= 0 && received != chunk.total()) {
          throw ServiceException.invalid(
              "Invalid request. The upload ends at byte "
                  + received
                  + " and the Content-Range header says "
                  + chunk.total());
        }
        result = complete();
      }
      return progress();
    }

    private R complete() throws IOException {
      file.close();
      try {
        return completion.complete(file.path());
      } catch (ServiceException e) {
        refusal = e;
        file.delete();
        throw e;
      }
    }

    private void check(Chunk chunk) {
      if (chunk.first() > received) {
        throw ServiceException.invalid(
            "Invalid request. According to the Content-Range header, the upload offset is "
                + chunk.first()
                + " byte(s), which exceeds already uploaded size of "
                + received
                + " byte(s).");
      }
      if (!chunk.isLast() && chunk.length() % CHUNK_UNIT != 0) {
        throw ServiceException.invalid(
            "Invalid request. The number of bytes uploaded is required to be equal or greater than"
                + " 262144, except for the final request (it's recommended to be the exact multiple"
                + " of 262144). The received request contained "
                + chunk.length()
                + " bytes, which does not meet this requirement.");
      }
    }

    /** What a connection that breaks leaves is kept in whole units, as clients count on. */
    private void append(InputStream media) throws IOException {
      try {
        file.append(media);
        received = file.size();
      } catch (IOException e) {
        long whole = Math.max(received, file.size() / CHUNK_UNIT * CHUNK_UNIT);
        file.truncate(whole);
        received = whole;
        throw e;
      }
    }

    synchronized void drop() throws IOException {
      if (result == null) {
        file.delete();
      }
    }
  }
}
