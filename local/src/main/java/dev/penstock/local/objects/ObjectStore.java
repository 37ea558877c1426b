package dev.penstock.local.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.database.Database;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Buckets and their objects, which answer from memory. A change is one transaction of the database
 * behind a file that is complete, so an object is there with all its bytes or not at all.
 * Thread-safe.
 */
public final class ObjectStore implements AutoCloseable {
  private final ObjectFiles files;
  private final ObjectRecords records;
  private final long maxBytes;
  private final InstantSource clock;
  private final NavigableMap<String, Bucket> buckets = new ConcurrentSkipListMap<>();
  private final Map<String, NavigableMap<String, StoredObject>> objects =
      new ConcurrentSkipListMap<>();
  private long lastGeneration;
  private long usedBytes;

  private ObjectStore(
      ObjectFiles files, ObjectRecords records, long maxBytes, InstantSource clock) {
    this.files = files;
    this.records = records;
    this.maxBytes = maxBytes;
    this.clock = clock;
  }

  /**
   * Opens what the database and the directory hold.
   *
   * @param dataDirectory where the bytes lie; null for a temporary directory
   * @param maxBytes how many bytes all objects may have
   */
  public static ObjectStore open(
      Database database, @Nullable Path dataDirectory, long maxBytes, InstantSource clock)
      throws SQLException, IOException {
    ObjectRecords records = new ObjectRecords(database);
    ObjectStore store = new ObjectStore(ObjectFiles.open(dataDirectory), records, maxBytes, clock);
    records.buckets().forEach(store::adopt);
    Set<Long> generations = new HashSet<>();
    for (StoredObject object : records.objects()) {
      store.live(object.bucket()).put(object.name(), object);
      store.usedBytes += object.size();
      store.lastGeneration = Math.max(store.lastGeneration, object.generation());
      generations.add(object.generation());
    }
    store.files.keepOnly(generations);
    return store;
  }

  private void adopt(Bucket bucket) {
    buckets.put(bucket.name(), bucket);
    objects.put(bucket.name(), new ConcurrentSkipListMap<>(ObjectNames::compare));
  }

  /**
   * Makes a bucket.
   *
   * @throws ServiceException 400 for a bad name, 409 for one that is taken
   */
  public synchronized Bucket create(String name, String project, ObjectNode settings) {
    ObjectNames.checkBucket(name);
    if (buckets.containsKey(name)) {
      throw new ServiceException(
          409,
          "conflict",
          "Your previous request to create the named bucket succeeded and you already own it.");
    }
    long now = clock.millis();
    Bucket bucket = new Bucket(name, project, now, now, 1, settings);
    records.replace(name, bucket);
    adopt(bucket);
    return bucket;
  }

  /**
   * A bucket.
   *
   * @throws ServiceException 404 when there is none
   */
  public Bucket loadBucket(String name) {
    Bucket bucket = buckets.get(name);
    if (bucket == null) {
      throw ServiceException.notFound("The specified bucket does not exist.");
    }
    return bucket;
  }

  /** The buckets of a project by name. */
  public List<Bucket> listBuckets(String project) {
    return buckets.values().stream().filter(each -> each.project().equals(project)).toList();
  }

  /** Changes the settings of a bucket. */
  public synchronized Bucket change(
      String name, Preconditions preconditions, UnaryOperator<ObjectNode> change) {
    Bucket old = loadBucket(name);
    preconditions.check(0, old.metageneration());
    Bucket changed = old.changed(change.apply(old.settings().deepCopy()), clock.millis());
    records.replace(name, changed);
    buckets.put(name, changed);
    return changed;
  }

  /**
   * Deletes a bucket.
   *
   * @throws ServiceException 404 when there is none, 409 when it has objects
   */
  public synchronized void delete(String name, Preconditions preconditions) {
    Bucket bucket = loadBucket(name);
    preconditions.check(0, bucket.metageneration());
    if (!live(name).isEmpty()) {
      throw new ServiceException(409, "conflict", "The bucket you tried to delete is not empty.");
    }
    records.replace(name, null);
    buckets.remove(name);
    objects.remove(name);
  }

  private NavigableMap<String, StoredObject> live(String bucket) {
    NavigableMap<String, StoredObject> live = objects.get(bucket);
    if (live == null) {
      throw ServiceException.notFound("The specified bucket does not exist.");
    }
    return live;
  }

  /**
   * Finds an object.
   *
   * @throws ServiceException 404 when there is no such bucket
   */
  public Optional<StoredObject> find(String bucket, String name) {
    return Optional.ofNullable(live(bucket).get(name));
  }

  /**
   * An object.
   *
   * @param generation which one it must be; null for the live one
   * @throws ServiceException 404 when there is none
   */
  public StoredObject load(String bucket, String name, @Nullable Long generation) {
    return find(bucket, name)
        .filter(object -> generation == null || object.generation() == generation)
        .orElseThrow(() -> noSuchObject(bucket, name));
  }

  private static ServiceException noSuchObject(String bucket, String name) {
    return ServiceException.notFound("No such object: " + bucket + "/" + name);
  }

  /** A page of a bucket's objects, by name. */
  public ObjectPage list(String bucket, ListRequest request) {
    return ObjectPage.of(live(bucket), request);
  }

  /** All objects whose names have a beginning and, behind it, an end. */
  public List<StoredObject> match(String bucket, String prefix, String suffix) {
    List<StoredObject> matches = new ArrayList<>();
    for (StoredObject object : live(bucket).tailMap(prefix, true).values()) {
      if (!object.name().startsWith(prefix)) {
        break;
      }
      boolean fits = object.name().length() >= prefix.length() + suffix.length();
      if (fits && object.name().endsWith(suffix)) {
        matches.add(object);
      }
    }
    return matches;
  }

  /**
   * Checks what can be checked before the bytes of an object are there.
   *
   * @throws ServiceException 400 for a bad name, 404 without a bucket, 412 for a precondition
   */
  public void check(Draft draft) {
    ObjectNames.checkObject(draft.name());
    draft.preconditions().check(find(draft.bucket(), draft.name()).orElse(null));
  }

  /**
   * Makes a file an object.
   *
   * @throws ServiceException as {@link #check}, and 400 when a checksum differs, 413 when all
   *     objects would be too large
   */
  public StoredObject put(Path file, Draft draft) throws IOException {
    check(draft);
    Digests digests = Digests.of(file);
    digests.check(draft.crc32c(), draft.md5());
    return put(file, draft, digests.size(), digests.crc32c(), digests.md5(), 0);
  }

  private synchronized StoredObject put(
      Path file, Draft draft, long size, String crc32c, @Nullable String md5, int components)
      throws IOException {
    check(draft);
    StoredObject old = find(draft.bucket(), draft.name()).orElse(null);
    long used = usedBytes + size - (old == null ? 0 : old.size());
    if (used > maxBytes) {
      throw new ServiceException(
          413,
          "uploadTooLarge",
          "All objects exceed the limit: " + maxBytes + " bytes (option maxObjectBytes).");
    }
    long now = clock.millis();
    long generation = Math.max(lastGeneration + 1, now * 1000);
    files.adopt(file, generation);
    lastGeneration = generation;
    StoredObject object =
        new StoredObject(
            draft.bucket(),
            draft.name(),
            generation,
            1,
            size,
            crc32c,
            md5,
            components,
            now,
            now,
            draft.attributes());
    records.replace(old, object);
    live(draft.bucket()).put(draft.name(), object);
    usedBytes = used;
    if (old != null) {
      files.delete(old.generation());
    }
    return object;
  }

  /** The bytes of an object, from its beginning. */
  public InputStream read(StoredObject object) throws IOException {
    try {
      return files.read(object.generation());
    } catch (NoSuchFileException e) {
      throw noSuchObject(object.bucket(), object.name());
    }
  }

  /** Gives the bytes of an object a second name, which stays whatever becomes of the object. */
  public void link(StoredObject object, Path name) throws IOException {
    try {
      files.link(object.generation(), name);
    } catch (NoSuchFileException e) {
      throw noSuchObject(object.bucket(), object.name());
    }
  }

  /** Makes an object of the bytes of another one. */
  public StoredObject copy(StoredObject source, Draft draft) throws IOException {
    Path file = files.draft();
    try {
      link(source, file);
      return put(file, draft, source.size(), source.crc32c(), source.md5(), source.components());
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /** Makes an object of the bytes of others, one after the other. */
  public StoredObject compose(List<StoredObject> sources, Draft draft) throws IOException {
    Path file = files.draft();
    try {
      int components = 0;
      try (OutputStream out = Files.newOutputStream(file)) {
        for (StoredObject source : sources) {
          files.append(source.generation(), out);
          components += Math.max(1, source.components());
        }
      } catch (NoSuchFileException e) {
        throw ServiceException.notFound("A source object was deleted.");
      }
      Digests digests = Digests.of(file);
      return put(file, draft, digests.size(), digests.crc32c(), null, components);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /** Changes the attributes of an object. */
  public synchronized StoredObject change(
      StoredObject seen, Preconditions preconditions, UnaryOperator<Attributes> change) {
    StoredObject old = load(seen.bucket(), seen.name(), seen.generation());
    preconditions.check(old);
    StoredObject changed = old.changed(change.apply(old.attributes()), clock.millis());
    records.replace(old, changed);
    live(old.bucket()).put(old.name(), changed);
    return changed;
  }

  /** Deletes an object. */
  public synchronized void delete(StoredObject seen, Preconditions preconditions)
      throws IOException {
    StoredObject old = load(seen.bucket(), seen.name(), seen.generation());
    preconditions.check(old);
    records.replace(old, null);
    live(old.bucket()).remove(old.name());
    usedBytes -= old.size();
    files.delete(old.generation());
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
