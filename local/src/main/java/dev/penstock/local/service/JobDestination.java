package dev.penstock.local.service;

import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableMetadata.Partitioning;
import dev.penstock.local.catalog.TableWork;
import dev.penstock.local.rows.DuckRowStore;
import dev.penstock.local.rows.PartitionIds;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The destination table of a job: what is there when the job begins, and how its rows get there in
 * one transaction (RT-086 to RT-089). One owner thread.
 */
final class JobDestination {
  private final Catalog catalog;
  private final DuckRowStore rows;
  private final JobTarget target;
  private final @Nullable TableMetadata before;
  private final TableWork reading;

  private JobDestination(
      Catalog catalog,
      DuckRowStore rows,
      JobTarget target,
      @Nullable TableMetadata before,
      TableWork reading) {
    this.catalog = catalog;
    this.rows = rows;
    this.target = target;
    this.before = before;
    this.reading = reading;
  }

  /**
   * Looks at the destination.
   *
   * @throws ServiceException 404 for an absent dataset, or an absent table that may not be created;
   *     409 for a table with rows that must be empty
   */
  static JobDestination open(Catalog catalog, DuckRowStore rows, JobTarget target)
      throws SQLException {
    TableId id = target.table().whole();
    if (catalog.findDataset(id.project(), id.dataset()).isEmpty()) {
      throw ServiceException.notFound("Not found: Dataset " + id.project() + ":" + id.dataset());
    }
    TableMetadata before = catalog.findTable(id).orElse(null);
    if (before == null && !target.createIfNeeded()) {
      throw ServiceException.notFound("Not found: Table " + id.legacy());
    }
    if (before != null) {
      before.requireWritable();
    }
    String partition = target.table().partition();
    if (before != null && partition != null) {
      Partitioning unused = PartitionIds.require(before, partition);
    }
    boolean mustBeEmpty = target.write() == WriteDisposition.WRITE_EMPTY && partition == null;
    if (before != null && mustBeEmpty && rows.size(before).rows() > 0) {
      throw notEmpty(id);
    }
    return new JobDestination(catalog, rows, target, before, TableWork.NONE);
  }

  /** The same for a job that reads before rows of the table are removed. */
  JobDestination readBefore(TableWork work) {
    return new JobDestination(catalog, rows, target, before, work);
  }

  private static ServiceException notEmpty(TableId id) {
    return ServiceException.duplicate("Already Exists: Table " + id.legacy());
  }

  /** The table as it is; null when there is none. */
  @Nullable TableMetadata before() {
    return before;
  }

  /** Whether the table was absent when the job began, and is there now. */
  boolean isCreatedByOthers() {
    return before == null && catalog.findTable(target.table().whole()).isPresent();
  }

  /**
   * Checks a wished layout against the table's (SQ-022).
   *
   * @throws ServiceException 400 when there is a table with another one
   */
  void requireLayout(TableLayout wished) {
    if (before == null) {
      return;
    }
    String is = spec(before.partitioning(), before.clustering());
    String asked =
        spec(
            wished.partitioning() == null ? before.partitioning() : wished.partitioning(),
            wished.clustering().isEmpty() ? before.clustering() : wished.clustering());
    if (!is.equals(asked)) {
      throw incompatible(is, asked);
    }
  }

  /** The refusal of a layout. */
  static ServiceException incompatible(String is, String asked) {
    return ServiceException.invalid(
        "Incompatible table partitioning specification. Destination table exists with partitioning"
            + " specification "
            + is
            + ", but the job's target partitioning specification is "
            + asked
            + ". Please retry after updating either the destination table or the job's partitioning"
            + " specification.");
  }

  /** How error texts spell a layout. */
  static String spec(@Nullable Partitioning partitioning, List<String> clustering) {
    String spec = Partitioning.spec(partitioning);
    return clustering.isEmpty() ? spec : spec + " clustering(" + String.join(",", clustering) + ")";
  }

  /**
   * Writes.
   *
   * @param columns of the table afterwards
   * @param created the table that is created if there is none
   * @param fill puts the rows in, and whatever else belongs into the transaction
   */
  void write(List<Field> columns, TableMetadata created, TableWork fill) throws SQLException {
    String partition = target.table().partition();
    if (before == null) {
      TableMetadata draft = keyed(created.withFields(columns));
      TableMetadata unused =
          partition == null
              ? catalog.createTable(draft, fill)
              : catalog.createTable(partitioned(draft, partition), into(partition, fill));
      return;
    }
    if (partition != null) {
      change(before, columns, into(partition, prepared(partition, fill)));
      return;
    }
    switch (target.write()) {
      case WRITE_TRUNCATE ->
          rewrite(
              before,
              table -> table.withFields(columns).withPrimaryKey(List.of()),
              withoutRowPolicies(fill));
      case WRITE_TRUNCATE_DATA -> change(before, columns, cleared(fill));
      case WRITE_APPEND -> change(before, columns, fill);
      case WRITE_EMPTY -> change(before, columns, ifEmpty(fill));
    }
  }

  /** Gives the table other columns and rows; where nothing else changes its streams go on. */
  void rewrite(TableMetadata old, UnaryOperator<TableMetadata> change, TableWork fill) {
    TableMetadata after = change.apply(old);
    boolean sameColumns = after.fields().equals(old.fields()) && !old.changed();
    TableMetadata unused =
        sameColumns && Objects.equals(after.partitioning(), old.partitioning())
            ? catalog.updateTable(old.id(), change, cleared(fill))
            : catalog.rewriteTable(old.id(), change, fill);
  }

  private static TableWork withoutRowPolicies(TableWork fill) {
    return (connection, table) -> {
      AccessPolicies.dropOfRows(connection, table);
      fill.run(connection, table);
    };
  }

  /** A table that a job creates, with the key that it names. */
  TableMetadata keyed(TableMetadata created) {
    return target.kmsKeyName() == null ? created : created.withKey(target.kmsKeyName());
  }

  /** A table that a job makes for a partition is partitioned by ingestion time. */
  private static TableMetadata partitioned(TableMetadata draft, String partition) {
    String unit = PartitionIds.unit(partition);
    return draft.partitioning() != null || unit == null
        ? draft
        : draft.withPartitioning(new Partitioning(unit, null, null, false));
  }

  private TableWork into(String partition, TableWork fill) {
    return (connection, table) ->
        rows.partitions().fill(connection, table, partition, () -> fill.run(connection, table));
  }

  /** Empties the partition, or looks that it is empty, as the job wants it. */
  private TableWork prepared(String partition, TableWork fill) {
    return (connection, table) -> {
      if (target.write() == WriteDisposition.WRITE_TRUNCATE_DATA) {
        reading.run(connection, table);
        rows.partitions().clear(connection, table, partition);
      } else if (target.write() == WriteDisposition.WRITE_EMPTY
          && rows.partitions().hasRows(connection, table, partition)) {
        throw notEmpty(target.table());
      }
      fill.run(connection, table);
    };
  }

  private TableWork cleared(TableWork fill) {
    return (connection, table) -> {
      reading.run(connection, table);
      rows.clear(connection, table);
      fill.run(connection, table);
    };
  }

  private TableWork ifEmpty(TableWork fill) {
    return (connection, table) -> {
      if (rows.hasRows(connection, table)) {
        throw notEmpty(table.id());
      }
      fill.run(connection, table);
    };
  }

  private void change(TableMetadata old, List<Field> columns, TableWork work) throws SQLException {
    if (columns.equals(old.fields())) {
      long unused =
          rows.modify(
              old,
              connection -> {
                work.run(connection, old);
                return 0;
              });
    } else {
      TableMetadata unused =
          catalog.updateTable(old.id(), table -> unchanged(old, table).withFields(columns), work);
    }
  }

  private static TableMetadata unchanged(TableMetadata old, TableMetadata now) {
    if (!old.fields().equals(now.fields())) {
      throw ServiceException.invalid(
          "The columns of table " + old.id().legacy() + " were changed while the job ran.");
    }
    return now;
  }
}
