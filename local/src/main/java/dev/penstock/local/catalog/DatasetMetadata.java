package dev.penstock.local.catalog;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of a dataset except its tables. Immutable.
 *
 * @param settings what is stored and given back as it came, as the text of a JSON object
 */
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
    @Nullable Long defaultTableExpirationMs,
    String settings) {
  /** Nothing is stored. */
  public static final String NO_SETTINGS = "{}";

  /** Copies the labels. */
  public DatasetMetadata {
    labels = Map.copyOf(labels);
    settings = Objects.requireNonNullElse(settings, NO_SETTINGS);
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
        defaultTableExpirationMs,
        settings);
  }
}
