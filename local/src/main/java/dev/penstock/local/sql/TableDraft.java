package dev.penstock.local.sql;

import dev.penstock.local.catalog.ColumnRename;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.TableDefinition;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableMetadata.Partitioning;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A table while DDL changes it. One owner thread. */
final class TableDraft {
  final List<Field> fields;
  final List<String> primaryKey;
  final List<String> clustering;
  final Map<String, String> labels;
  final Map<String, String> options;
  final List<ColumnRename> renames = new ArrayList<>();
  @Nullable Partitioning partitioning;
  @Nullable String description;
  @Nullable String friendlyName;
  @Nullable Long expirationMillis;
  @Nullable TableDefinition definition;
  private final TableMetadata base;

  /** A new table. */
  TableDraft(TableId id) {
    this(TableMetadata.draft(id, List.of()));
  }

  /** A table to change. */
  TableDraft(TableMetadata base) {
    this.base = base;
    this.fields = new ArrayList<>(base.fields());
    this.primaryKey = new ArrayList<>(base.primaryKey());
    this.clustering = new ArrayList<>(base.clustering());
    this.labels = new HashMap<>(base.labels());
    this.options = new HashMap<>(base.options());
    this.partitioning = base.partitioning();
    this.description = base.description();
    this.friendlyName = base.friendlyName();
    this.expirationMillis = base.expirationMillis();
    this.definition = base.definition();
  }

  TableId id() {
    return base.id();
  }

  TableMetadata build() {
    return new TableMetadata(
        base.id(),
        base.physicalName(),
        base.etag(),
        base.creationMillis(),
        base.modifiedMillis(),
        fields,
        primaryKey,
        clustering,
        partitioning,
        labels,
        options,
        description,
        friendlyName,
        expirationMillis,
        base.changed(),
        definition);
  }
}
