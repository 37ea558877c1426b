package dev.penstock.local.service;

import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.objects.ObjectStore;
import dev.penstock.local.objects.Preconditions;
import dev.penstock.local.objects.StoredObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files of a load job, as they were when it began: what becomes of an object after that does
 * not change them. One owner thread.
 */
final class LoadFiles implements AutoCloseable {
  /**
   * A file.
   *
   * @param uri of the object that it was; null for an uploaded file
   */
  record Entry(Path path, @Nullable String uri) {
    /** What error texts say behind what is wrong. */
    String suffix() {
      return uri == null ? "" : " File: " + uri;
    }
  }

  private final List<Entry> entries;

  private LoadFiles(List<Entry> entries) {
    this.entries = entries;
  }

  /**
   * Takes hold of the files.
   *
   * @throws ServiceException 404 when a URI matches no object (RT-094)
   */
  static LoadFiles open(LoadSource source, ObjectStore store, Spool spool) throws IOException {
    LoadFiles files = new LoadFiles(new ArrayList<>());
    try {
      if (source instanceof LoadSource.Uploaded uploaded) {
        files.entries.add(new Entry(uploaded.file(), null));
      } else if (source instanceof LoadSource.Objects objects) {
        for (String uri : objects.uris()) {
          for (StoredObject object : match(store, uri)) {
            Path path = spool.place();
            store.link(object, path);
            files.entries.add(new Entry(path, object.uri()));
          }
        }
        files.entries.sort(Comparator.comparing(Entry::suffix));
      } else {
        throw new AssertionError(source);
      }
      return files;
    } catch (IOException | RuntimeException e) {
      files.close();
      throw e;
    }
  }

  private static List<StoredObject> match(ObjectStore store, String uri) {
    String bucket = LoadSource.Objects.bucket(uri);
    String name = LoadSource.Objects.name(uri);
    int star = name.indexOf('*');
    try {
      List<StoredObject> matches =
          star < 0
              ? List.of(store.load(bucket, name, null))
              : store.match(bucket, name.substring(0, star), name.substring(star + 1));
      if (!matches.isEmpty()) {
        return matches;
      }
    } catch (ServiceException e) {
      if (e.httpCode() != 404) {
        throw e;
      }
    }
    throw ServiceException.notFound("Not found: URI " + uri);
  }

  /** Deletes the first object that a job would read. */
  static void deleteFirst(LoadSource.Objects staged, ObjectStore store) throws IOException {
    store.delete(match(store, staged.uris().get(0)).get(0), Preconditions.NONE);
  }

  /** All files, by their URIs; never none. */
  List<Entry> entries() {
    return entries;
  }

  /** The file whose columns are those of all (LD-013). */
  Entry last() {
    return entries.get(entries.size() - 1);
  }

  long bytes() throws IOException {
    long bytes = 0;
    for (Entry entry : entries) {
      bytes += Files.size(entry.path());
    }
    return bytes;
  }

  @Override
  public void close() throws IOException {
    for (Entry entry : entries) {
      Files.deleteIfExists(entry.path());
    }
  }
}
