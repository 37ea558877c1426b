package dev.penstock.flink.sink;

import dev.penstock.core.table.TablePolicy;
import dev.penstock.flink.TableDestination;
import java.io.Serial;
import java.io.Serializable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the sink may do to its tables. Immutable.
 *
 * @param cdc what tables of changes are like; null when rows are plain
 */
record TableRules(
    CreateDisposition createDisposition,
    TableCreateOptionsProvider createOptions,
    SchemaUpdateOptions schemaUpdates,
    @Nullable CdcTableOptionsProvider cdc,
    CdcTableReconciliationPolicy reconciliation)
    implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  /** The same options for every table. */
  record SameCreateOptions(TableCreateOptions options) implements TableCreateOptionsProvider {
    @Serial private static final long serialVersionUID = 1L;

    @Override
    public TableCreateOptions getTableCreateOptions(TableDestination destination) {
      return options;
    }
  }

  /** The same options for every table of changes. */
  record SameCdcOptions(CdcTableOptions options) implements CdcTableOptionsProvider {
    @Serial private static final long serialVersionUID = 1L;

    @Override
    public CdcTableOptions getCdcTableOptions(TableDestination destination) {
      return options;
    }
  }

  /** Whether a table of changes that exists gets the wanted staleness. */
  boolean changesExisting() {
    return reconciliation == CdcTableReconciliationPolicy.RECONCILE;
  }

  TablePolicy policyFor(TableDestination destination) {
    TableCreateOptions create = createOptions.getTableCreateOptions(destination);
    CdcTableOptions changes =
        cdc == null ? CdcTableOptions.builder().build() : cdc.getCdcTableOptions(destination);
    return new TablePolicy(
        createDisposition == CreateDisposition.CREATE_IF_NEEDED,
        schemaUpdates.allowsNewFields(),
        schemaUpdates.allowsFieldRelaxation(),
        changes.primaryKeyColumns(),
        false,
        create.clusteredFields(),
        create.partitioning(),
        Map.of(),
        changes.maxStaleness());
  }
}
