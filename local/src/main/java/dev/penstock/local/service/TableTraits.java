package dev.penstock.local.service;

import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.catalog.DatasetMetadata;
import dev.penstock.local.catalog.TableId;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableMetadata.Partitioning;

/** What of a table decides which limits are its. Thread-safe. */
public interface TableTraits {
  /** How a table is partitioned. */
  enum Layout {
    NONE,
    INGESTION_TIME,
    COLUMN
  }

  /** How a table is partitioned; an absent one is not. */
  Layout layout(TableId table);

  /** Whether the table's dataset is in one of the two large regions. */
  boolean isInUsOrEu(TableId table);

  /** Tables that have no partitions and are in the US. */
  TableTraits PLAIN =
      new TableTraits() {
        @Override
        public Layout layout(TableId table) {
          return Layout.NONE;
        }

        @Override
        public boolean isInUsOrEu(TableId table) {
          return true;
        }
      };

  /** Those of a catalog's tables. */
  static TableTraits of(Catalog catalog) {
    return new TableTraits() {
      @Override
      public Layout layout(TableId table) {
        Partitioning by = catalog.findTable(table).map(TableMetadata::partitioning).orElse(null);
        if (by == null) {
          return Layout.NONE;
        }
        return by.field() == null ? Layout.INGESTION_TIME : Layout.COLUMN;
      }

      @Override
      public boolean isInUsOrEu(TableId table) {
        return catalog
            .findDataset(table.project(), table.dataset())
            .map(DatasetMetadata::location)
            .map(place -> place.equalsIgnoreCase("US") || place.equalsIgnoreCase("EU"))
            .orElse(true);
      }
    };
  }
}
