package dev.penstock.local.catalog;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of a table except its rows. Immutable.
 *
 * @param physicalName the generated name of its DuckDB table, for example {@code t_000042}
 * @param fields the columns; empty for a table without a schema (RT-040)
 * @param primaryKey the key columns; empty for none
 * @param clustering the clustering columns; empty for none
 * @param partitioning the {@code timePartitioning} or {@code rangePartitioning} resource as REST
 *     shows it; null for none
 * @param options options that only SQL sets, by name, as the text of INFORMATION_SCHEMA: {@code
 *     max_staleness} to {@code 0-0 0 0:10:0}
 * @param changed whether UPSERT or DELETE rows were ever streamed to it (CDC-051)
 */
public record TableMetadata(
    TableId id,
    String physicalName,
    String etag,
    long creationMillis,
    long modifiedMillis,
    List<Field> fields,
    List<String> primaryKey,
    List<String> clustering,
    @Nullable Partitioning partitioning,
    Map<String, String> labels,
    Map<String, String> options,
    @Nullable String description,
    @Nullable String friendlyName,
    @Nullable Long expirationMillis,
    boolean changed) {

  /**
   * Partitioning as REST shows it.
   *
   * @param type DAY, HOUR, MONTH, YEAR, or RANGE
   * @param field the column; null for ingestion time
   * @param range the integer range of type RANGE; null for the others
   */
  public record Partitioning(
      String type,
      @Nullable String field,
      @Nullable Long expirationMs,
      boolean requireFilter,
      @Nullable IntegerRange range) {
    /** Time partitioning. */
    public Partitioning(
        String type, @Nullable String field, @Nullable Long expirationMs, boolean requireFilter) {
      this(type, field, expirationMs, requireFilter, null);
    }

    /** How error texts spell partitioning; null is {@code none} (SQ-021). */
    public static String spec(@Nullable Partitioning partitioning) {
      if (partitioning == null) {
        return "none";
      }
      String column = partitioning.field() == null ? "" : partitioning.field();
      IntegerRange range = partitioning.range();
      return range == null
          ? "interval(type:"
              + partitioning.type().toLowerCase(Locale.ROOT)
              + ",field:"
              + column
              + ")"
          : "range(type:integer,field:"
              + column
              + ",start:"
              + range.start()
              + ",end:"
              + range.end()
              + ",interval:"
              + range.interval()
              + ")";
    }
  }

  /** Where integer range partitions begin, end (exclusive), and how wide each is (RT-026). */
  public record IntegerRange(long start, long end, long interval) {}

  /** Copies the collections. */
  public TableMetadata {
    fields = List.copyOf(fields);
    primaryKey = List.copyOf(primaryKey);
    clustering = List.copyOf(clustering);
    labels = Map.copyOf(labels);
    options = Map.copyOf(options);
  }

  /** A draft for {@link Catalog#createTable} with columns only. */
  public static TableMetadata draft(TableId id, List<Field> fields) {
    return new TableMetadata(
        id, "", "", 0, 0, fields, List.of(), List.of(), null, Map.of(), Map.of(), null, null, null,
        false);
  }

  /** The same table with other columns. */
  public TableMetadata withFields(List<Field> changed) {
    return with(changed, primaryKey, clustering, options, partitioning);
  }

  /** The same table with another primary key. */
  public TableMetadata withPrimaryKey(List<String> changed) {
    return with(fields, changed, clustering, options, partitioning);
  }

  /** The same table with other clustering columns. */
  public TableMetadata withClustering(List<String> changed) {
    return with(fields, primaryKey, changed, options, partitioning);
  }

  /** The same table with other options. */
  public TableMetadata withOptions(Map<String, String> changed) {
    return with(fields, primaryKey, clustering, changed, partitioning);
  }

  /** The same table with other partitioning. */
  public TableMetadata withPartitioning(@Nullable Partitioning changed) {
    return with(fields, primaryKey, clustering, options, changed);
  }

  /** The same table with other texts and labels. */
  public TableMetadata described(
      @Nullable String text, @Nullable String title, Map<String, String> newLabels) {
    return new TableMetadata(
        id,
        physicalName,
        etag,
        creationMillis,
        modifiedMillis,
        fields,
        primaryKey,
        clustering,
        partitioning,
        newLabels,
        options,
        text,
        title,
        expirationMillis,
        changed);
  }

  private TableMetadata with(
      List<Field> newFields,
      List<String> newPrimaryKey,
      List<String> newClustering,
      Map<String, String> newOptions,
      @Nullable Partitioning newPartitioning) {
    return new TableMetadata(
        id,
        physicalName,
        etag,
        creationMillis,
        modifiedMillis,
        newFields,
        newPrimaryKey,
        newClustering,
        newPartitioning,
        labels,
        newOptions,
        description,
        friendlyName,
        expirationMillis,
        changed);
  }

  /** The same table under another name. */
  TableMetadata named(TableId name) {
    return new TableMetadata(
        name,
        physicalName,
        etag,
        creationMillis,
        modifiedMillis,
        fields,
        primaryKey,
        clustering,
        partitioning,
        labels,
        options,
        description,
        friendlyName,
        expirationMillis,
        changed);
  }

  /** The same table with an expiration. */
  TableMetadata expiringAt(long millis) {
    return new TableMetadata(
        id,
        physicalName,
        etag,
        creationMillis,
        modifiedMillis,
        fields,
        primaryKey,
        clustering,
        partitioning,
        labels,
        options,
        description,
        friendlyName,
        millis,
        changed);
  }

  /** The same table with what the catalog decides. */
  TableMetadata stored(String physical, String newEtag, long created, long modified, boolean hot) {
    return new TableMetadata(
        id,
        physical,
        newEtag,
        created,
        modified,
        fields,
        primaryKey,
        clustering,
        partitioning,
        labels,
        options,
        description,
        friendlyName,
        expirationMillis,
        hot);
  }
}
