package dev.penstock.flink.source;

import dev.penstock.flink.ServiceAccess;
import dev.penstock.flink.TableDestination;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.apache.flink.annotation.PublicEvolving;
import org.jspecify.annotations.Nullable;

/**
 * Collects what a source is. A single value is checked where it is set, values against each other
 * in {@link #build}. Nothing here reaches for a file or the network. One owner thread.
 *
 * @param <T> the records
 */
@PublicEvolving
public final class BigQuerySourceBuilder<T> {
  static final int DEFAULT_RECORDS_PER_FETCH = 10_000;
  static final long DEFAULT_BYTES_PER_FETCH = 8L << 20;
  static final int DEFAULT_ATTEMPTS = 25;

  private @Nullable TableDestination table;
  private @Nullable BigQueryRowDeserializationSchema<T> deserializer;
  private @Nullable String parentProject;
  private List<String> selectedFields = List.of();
  private @Nullable String rowRestriction;
  private @Nullable Instant snapshotTime;
  private int maxStreamCount;
  private int preferredMinStreamCount;
  private int maxRecordsPerFetch = DEFAULT_RECORDS_PER_FETCH;
  private long maxBytesPerFetch = DEFAULT_BYTES_PER_FETCH;
  private int retryMaxAttempts = DEFAULT_ATTEMPTS;
  private ServiceAccess access = ServiceAccess.DEFAULT;

  BigQuerySourceBuilder() {}

  /** The table to read; required. Views cannot be read. */
  public BigQuerySourceBuilder<T> table(TableDestination source) {
    table = Objects.requireNonNull(source, "table");
    return this;
  }

  /** How rows become records; required. */
  public BigQuerySourceBuilder<T> deserializer(BigQueryRowDeserializationSchema<T> schema) {
    deserializer = Objects.requireNonNull(schema, "deserializer");
    return this;
  }

  /** The project that owns the read session and pays for it; default: the table's. */
  public BigQuerySourceBuilder<T> parentProject(String project) {
    parentProject = requireText("parentProject", project);
    return this;
  }

  /** The columns to read, or fields of structs by a path with dots; default: all. */
  public BigQuerySourceBuilder<T> selectedFields(String... fields) {
    return selectedFields(List.of(fields));
  }

  /** The columns to read, or fields of structs by a path with dots; default: all. */
  public BigQuerySourceBuilder<T> selectedFields(Collection<String> fields) {
    fields.forEach(field -> requireText("selectedFields", field));
    if (fields.isEmpty() || new HashSet<>(fields).size() < fields.size()) {
      throw new IllegalArgumentException(
          "selectedFields: " + fields + " (expected: different names, at least one)");
    }
    selectedFields = List.copyOf(fields);
    return this;
  }

  /** A GoogleSQL expression over the table's columns; default: all rows. */
  public BigQuerySourceBuilder<T> rowRestriction(String expression) {
    rowRestriction = requireText("rowRestriction", expression);
    return this;
  }

  /** The moment that the table is read as of, at most 7 days ago; default: when the job starts. */
  public BigQuerySourceBuilder<T> snapshotTime(Instant moment) {
    snapshotTime = Objects.requireNonNull(moment, "snapshotTime");
    return this;
  }

  /** How many streams the service may make at most; default 0: it decides. */
  public BigQuerySourceBuilder<T> maxStreamCount(int count) {
    maxStreamCount = requireAtLeast("maxStreamCount", count, 0);
    return this;
  }

  /** How many streams are asked for, without a promise; default 0: no wish. */
  public BigQuerySourceBuilder<T> preferredMinStreamCount(int count) {
    preferredMinStreamCount = requireAtLeast("preferredMinStreamCount", count, 0);
    return this;
  }

  /** The most rows of one batch between the threads of a reader; default 10,000. */
  public BigQuerySourceBuilder<T> maxRecordsPerFetch(int records) {
    maxRecordsPerFetch = requireAtLeast("maxRecordsPerFetch", records, 1);
    return this;
  }

  /**
   * The bytes of serialized rows of one batch; default 8 MiB. A larger row travels alone. A reader
   * holds a few batches and the block they came in, up to 128 MB.
   */
  public BigQuerySourceBuilder<T> maxBytesPerFetch(long bytes) {
    maxBytesPerFetch = requireAtLeast("maxBytesPerFetch", bytes, 1);
    return this;
  }

  /** Consecutive attempts that brought no row before a read fails; default 25. */
  public BigQuerySourceBuilder<T> retryMaxAttempts(int attempts) {
    retryMaxAttempts = requireAtLeast("retryMaxAttempts", attempts, 1);
    return this;
  }

  /**
   * Where a service account's key lies on the machines that run the source; default: Application
   * Default Credentials. Only the path travels in the job graph.
   */
  public BigQuerySourceBuilder<T> serviceAccountKeyFile(String path) {
    access = access.withKeyFile(path);
    return this;
  }

  /** {@code host:port} of a stand-in's gRPC, plaintext. */
  public BigQuerySourceBuilder<T> emulatorEndpoint(String hostAndPort) {
    access = access.withEmulator(hostAndPort);
    return this;
  }

  /**
   * The source.
   *
   * @throws IllegalStateException when something is missing, or does not go together
   */
  public BigQuerySource<T> build() {
    access.validate();
    if (maxStreamCount > 0 && preferredMinStreamCount > maxStreamCount) {
      throw new IllegalStateException(
          "preferredMinStreamCount is "
              + preferredMinStreamCount
              + ", above maxStreamCount, "
              + maxStreamCount
              + ". Lower it, or raise maxStreamCount.");
    }
    TableDestination source = required(table, "table is missing. Say what is to be read.");
    return new BigQuerySource<>(
        new SourceSpec<>(
            source,
            parentProject == null ? source.getProject() : parentProject,
            selectedFields,
            rowRestriction,
            snapshotTime,
            maxStreamCount,
            preferredMinStreamCount,
            maxRecordsPerFetch,
            maxBytesPerFetch,
            retryMaxAttempts,
            required(deserializer, "deserializer is missing. Say how rows become records."),
            access));
  }

  private static String requireText(String name, String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException(name + ": '" + value + "' (expected: not blank)");
    }
    return value;
  }

  private static int requireAtLeast(String name, int value, int least) {
    return (int) requireAtLeast(name, (long) value, least);
  }

  private static long requireAtLeast(String name, long value, int least) {
    if (value < least) {
      throw new IllegalArgumentException(
          name + ": " + value + " (expected: at least " + least + ")");
    }
    return value;
  }

  private static <V> V required(@Nullable V value, String message) {
    if (value == null) {
      throw new IllegalStateException(message);
    }
    return value;
  }
}
