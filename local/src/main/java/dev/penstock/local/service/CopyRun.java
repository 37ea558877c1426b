package dev.penstock.local.service;

import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.DatasetMetadata;
import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.TableDefinition;
import dev.penstock.local.catalog.TableDefinition.Kind;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableMetadata.Partitioning;
import dev.penstock.local.catalog.TableWork;
import dev.penstock.local.rows.DuckRowStore;
import dev.penstock.local.rows.PartitionIds;
import dev.penstock.local.service.CopySpec.Operation;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs a copy job: rows that are in a streaming buffer stay behind without an error (RT-123). One
 * owner thread.
 */
final class CopyRun implements JobRun {
  private final Catalog catalog;
  private final DuckRowStore rows;
  private final InstantSource clock;
  private final CopySpec spec;
  private final JobLimits limits;

  CopyRun(
      Catalog catalog, DuckRowStore rows, InstantSource clock, CopySpec spec, JobLimits limits) {
    this.catalog = catalog;
    this.rows = rows;
    this.clock = clock;
    this.spec = spec;
    this.limits = limits;
  }

  @Override
  public JobOutcome run(JobEnd end) throws SQLException {
    List<TableMetadata> sources = new ArrayList<>();
    CopySources copied = new CopySources(rows);
    for (TableId id : spec.sources()) {
      TableMetadata table = source(id);
      sources.add(table);
      copied.add(table, id.partition());
    }
    TableMetadata source = sources.get(0);
    sources.forEach(other -> requireSame(source, other));
    JobDestination destination =
        JobDestination.open(catalog, rows, spec.target()).readBefore(copied::keep);
    String region = region(spec.target().table());
    if (spec.sources().stream().anyMatch(id -> !region(id).equalsIgnoreCase(region))) {
      limits.crossesRegions(spec.target().table());
    }
    TableMetadata before = destination.before();
    if (before != null && spec.operation() == Operation.SNAPSHOT) {
      throw ServiceException.duplicate("Already Exists: Table " + before.id().legacy());
    }
    JobOutcome[] outcome = new JobOutcome[1];
    TableWork fill =
        (connection, table) -> {
          outcome[0] = copied.copy(connection, table, limits);
          end.write(connection, outcome[0]);
        };
    boolean replaced = before != null && spec.target().write() == WriteDisposition.WRITE_TRUNCATE;
    boolean whole = spec.target().table().partition() == null;
    if (whole && (before == null || replaced)) {
      become(destination, before, source, fill);
    } else {
      List<Field> columns = before == null ? source.fields() : columns(before, source);
      destination.write(columns, created(source), fill);
    }
    return outcome[0];
  }

  private String region(TableId table) {
    return catalog
        .findDataset(table.project(), table.dataset())
        .map(DatasetMetadata::location)
        .orElse("");
  }

  /** CDC-054. */
  private TableMetadata source(TableId id) {
    TableMetadata table =
        catalog
            .findTable(id.whole())
            .orElseThrow(() -> ServiceException.notFound("Not found: Table " + id.legacy()));
    String partition = id.partition();
    if (partition != null) {
      Partitioning unused = PartitionIds.require(table, partition);
    }
    if (!table.type().equals(spec.operation() == Operation.RESTORE ? "SNAPSHOT" : "TABLE")) {
      throw table.refusal();
    }
    if (rows.needsMerge(table)) {
      throw ServiceException.invalid(
          "The table has un-applied upsert data that is not fresh enough to meet table's"
              + " max_staleness.");
    }
    return table;
  }

  /** RT-117. */
  private static void requireSame(TableMetadata first, TableMetadata other) {
    boolean same = first.fields().equals(other.fields()) && layout(first).equals(layout(other));
    if (!same) {
      throw ServiceException.invalid(
          "Source tables "
              + first.id().legacy()
              + " and "
              + other.id().legacy()
              + " do not have the same schema, partitioning and clustering.");
    }
  }

  private static String layout(TableMetadata table) {
    return JobDestination.spec(table.partitioning(), table.clustering());
  }

  /** Makes the destination a table like the source (RT-118). */
  private void become(
      JobDestination destination,
      @Nullable TableMetadata before,
      TableMetadata source,
      TableWork fill) {
    if (before != null) {
      if (!layout(before).equals(layout(source))) {
        throw JobDestination.incompatible(layout(before), layout(source));
      }
      destination.rewrite(
          before,
          table -> table.withFields(source.fields()).withPrimaryKey(source.primaryKey()),
          fill);
      return;
    }
    TableMetadata unused = catalog.createTable(destination.keyed(created(source)), fill);
  }

  private TableMetadata created(TableMetadata source) {
    return TableMetadata.draft(spec.target().table().whole(), source.fields())
        .withPrimaryKey(source.primaryKey())
        .withPartitioning(source.partitioning())
        .withClustering(source.clustering())
        .described(source.description(), source.friendlyName(), source.labels())
        .withDefinition(definition(source.id()))
        .expiringAt(spec.expirationMillis());
  }

  private @Nullable TableDefinition definition(TableId source) {
    return switch (spec.operation()) {
      case COPY, RESTORE -> null;
      case SNAPSHOT -> TableDefinition.copy(Kind.SNAPSHOT, source, clock.millis());
      case CLONE -> TableDefinition.copy(Kind.CLONE, source, clock.millis());
    };
  }

  /** RT-119: no column of the destination may take a default value. */
  private static List<Field> columns(TableMetadata before, TableMetadata source) {
    List<Field> columns = LoadColumns.of(before, source.fields(), SchemaUpdates.NONE).table();
    for (Field column : before.fields()) {
      boolean filled = Field.find(source.fields(), column.name()) != null;
      if (!filled && column.defaultValueExpression() != null) {
        throw ServiceException.invalid(
            "Table "
                + before.id().legacy()
                + " has column "
                + column.name()
                + " with a default value, which table "
                + source.id().legacy()
                + " does not have.");
      }
    }
    return columns;
  }
}
