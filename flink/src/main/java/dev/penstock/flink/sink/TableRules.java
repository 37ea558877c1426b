package dev.penstock.flink.sink;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.table.ChangeProvisioning;
import dev.penstock.core.table.TablePolicy;
import dev.penstock.flink.TableDestination;
import java.io.Serial;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What the sink may do to its tables. Immutable.
 *
 * @param cdc what tables of changes are like; null when rows are plain
 * @param location where tables must lie; null: anywhere
 */
record TableRules(
    CreateDisposition createDisposition,
    TableCreateOptionsProvider createOptions,
    SchemaUpdateOptions schemaUpdates,
    @Nullable CdcTableOptionsProvider cdc,
    CdcTableReconciliationPolicy reconciliation,
    @Nullable String location)
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

  /** How an option could have prevented a failure; empty when none could. */
  String adviceFor(ErrorCode code) {
    if (code == ErrorCode.TABLE_NOT_FOUND && createDisposition == CreateDisposition.CREATE_NEVER) {
      return "To have it created, set createDisposition to CREATE_IF_NEEDED (in SQL"
          + " 'sink.create-disposition' = 'create-if-needed').";
    }
    if (code == ErrorCode.SCHEMA_MISMATCH && !schemaUpdates.allowsNewFields()) {
      return "To have columns added, set schemaUpdateOptions with allowNewFields() (in SQL"
          + " 'sink.schema-update.allow-new-fields' = 'true').";
    }
    return "";
  }

  TablePolicy policyFor(TableDestination destination) {
    TableCreateOptions create = createOptions.getTableCreateOptions(destination);
    CdcTableOptions changes =
        cdc == null ? CdcTableOptions.builder().build() : cdc.getCdcTableOptions(destination);
    return TablePolicy.builder()
        .createTable(createDisposition == CreateDisposition.CREATE_IF_NEEDED)
        .addColumns(schemaUpdates.allowsNewFields())
        .relaxRequired(schemaUpdates.allowsFieldRelaxation())
        .primaryKey(changes.primaryKeyColumns())
        .clustering(create.clusteredFields())
        .partition(create.partition())
        .attributes(create.attributes())
        .maxStaleness(changes.maxStaleness())
        .provisioning(ChangeProvisioning.valueOf(reconciliation.name()))
        .location(location)
        .build();
  }
}
