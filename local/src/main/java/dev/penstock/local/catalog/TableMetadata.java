package dev.penstock.local.catalog;

import java.util.HashMap;
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
 * @param definition what a view, a snapshot or a clone is made of; null for any other table
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
    boolean changed,
    @Nullable TableDefinition definition) {
  /** The option that names the key which a table's rows are encrypted with at the service. */
  public static final String KMS_KEY_NAME = "kms_key_name";

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
  public record IntegerRange(long start, long end, long interval) {
    /** How many partitions lie between its ends. */
    long count() {
      return Long.divideUnsigned(end - start - 1, interval) + 1;
    }
  }

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
        false, null);
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

  /** The same table with another key; null for none. */
  public TableMetadata withKey(@Nullable String kmsKeyName) {
    Map<String, String> changedTo = new HashMap<>(options);
    if (kmsKeyName == null) {
      changedTo.remove(KMS_KEY_NAME);
    } else {
      changedTo.put(KMS_KEY_NAME, kmsKeyName);
    }
    return withOptions(changedTo);
  }

  /** The same table with other partitioning. */
  public TableMetadata withPartitioning(@Nullable Partitioning changed) {
    return with(fields, primaryKey, clustering, options, changed);
  }

  /** The same table with another definition. */
  public TableMetadata withDefinition(@Nullable TableDefinition changedTo) {
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
        expirationMillis,
        changed,
        changedTo);
  }

  /** A draft of a new table with the metadata of this one, except when it expires. */
  public TableMetadata likeNew(TableId other) {
    return new TableMetadata(
        other,
        "",
        "",
        0,
        0,
        fields,
        primaryKey,
        clustering,
        partitioning,
        labels,
        options,
        description,
        friendlyName,
        null,
        false,
        null);
  }

  /** TABLE, VIEW, MATERIALIZED_VIEW or SNAPSHOT (RT-022). */
  public String type() {
    return definition == null || definition.kind() == TableDefinition.Kind.CLONE
        ? "TABLE"
        : definition.kind().name();
  }

  /** Whether it is a query over other tables. */
  public boolean hasQuery() {
    return definition != null && definition.base() == null;
  }

  /**
   * Refuses what only tables are for.
   *
   * @throws ServiceException 400 for a view or a snapshot
   */
  public void requireWritable() {
    if (!type().equals("TABLE")) {
      throw refusal();
    }
  }

  /** The refusal of a statement or call that is not for this kind of table. */
  public ServiceException refusal() {
    return ServiceException.invalid(
        id.legacy()
            + " is not allowed for this operation because it is currently a "
            + type()
            + ".");
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
        changed,
        definition);
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
        changed,
        definition);
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
        changed,
        definition);
  }

  /** The same table with an expiration; null for none. */
  public TableMetadata expiringAt(@Nullable Long millis) {
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
        changed,
        definition);
  }

  /** The same table with what the catalog decides. */
  public TableMetadata stored(
      String physical, String newEtag, long created, long modified, boolean hot) {
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
        hot,
        definition);
  }
}
