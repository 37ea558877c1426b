package dev.penstock.local.catalog;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All that is known of a dataset except its tables. Immutable. */
public record DatasetMetadata(
    String project,
    String dataset,
    String etag,
    String location,
    long creationMillis,
    long modifiedMillis,
    Map<String, String> labels,
    @Nullable String description,
    @Nullable String friendlyName,
    @Nullable Long defaultTableExpirationMs) {
  /** Copies the labels. */
  public DatasetMetadata {
    labels = Map.copyOf(labels);
  }

  /** The same dataset with what the catalog decides. */
  DatasetMetadata stored(String newEtag, long created, long modified) {
    return new DatasetMetadata(
        project,
        dataset,
        newEtag,
        location,
        created,
        modified,
        labels,
        description,
        friendlyName,
        defaultTableExpirationMs);
  }
}
