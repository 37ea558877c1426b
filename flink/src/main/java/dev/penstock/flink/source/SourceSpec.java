package dev.penstock.flink.source;

import dev.penstock.core.scan.ReadRequest;
import dev.penstock.core.scan.ScanOptions;
import dev.penstock.flink.ServiceAccess;
import dev.penstock.flink.TableDestination;
import java.io.Serial;
import java.io.Serializable;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a source is, as it travels in the job graph. Immutable.
 *
 * @param maxBytesPerFetch bytes of serialized rows
 */
record SourceSpec<T>(
    TableDestination table,
    String parentProject,
    List<String> selectedFields,
    @Nullable String rowRestriction,
    @Nullable Instant snapshotTime,
    int maxStreamCount,
    int preferredMinStreamCount,
    int maxRecordsPerFetch,
    long maxBytesPerFetch,
    int retryMaxAttempts,
    BigQueryRowDeserializationSchema<T> deserializer,
    ServiceAccess access)
    implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  SourceSpec {
    selectedFields = List.copyOf(selectedFields);
  }

  ReadRequest toRequest() {
    return new ReadRequest(
        parentProject,
        table.toDestination(),
        selectedFields,
        rowRestriction,
        snapshotTime,
        maxStreamCount,
        preferredMinStreamCount);
  }

  ScanOptions toScanOptions() {
    return new ScanOptions(retryMaxAttempts, ScanOptions.DEFAULTS.idleTimeout());
  }
}
