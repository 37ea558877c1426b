package dev.penstock.local.sql;

import dev.penstock.local.catalog.Field;
import dev.penstock.local.catalog.FieldType;
import dev.penstock.local.catalog.TableMetadata;
import dev.penstock.local.catalog.TableMetadata.IntegerRange;
import dev.penstock.local.catalog.TableMetadata.Partitioning;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Partitioning as PARTITION BY writes it (SQ-039). */
final class Partitions {
  private Partitions() {}

  /** The expression after PARTITION BY. */
  static String clause(TableMetadata table) {
    Partitioning partitioning = Objects.requireNonNull(table.partitioning());
    String type = partitioning.type();
    String field = partitioning.field();
    if (field == null) {
      return type.equals("DAY")
          ? "_PARTITIONDATE"
          : "TIMESTAMP_TRUNC(_PARTITIONTIME, " + type + ")";
    }
    String column = SqlIdentifier.of(field);
    if (partitioning.range() != null) {
      IntegerRange range = partitioning.range();
      return "RANGE_BUCKET("
          + column
          + ", GENERATE_ARRAY("
          + range.start()
          + ", "
          + range.end()
          + ", "
          + range.interval()
          + "))";
    }
    FieldType columnType = type(table, field);
    if (columnType == FieldType.DATE && type.equals("DAY")) {
      return column;
    }
    if (columnType == FieldType.TIMESTAMP && type.equals("DAY")) {
      return "DATE(" + column + ")";
    }
    return columnType + "_TRUNC(" + column + ", " + type + ")";
  }

  private static @Nullable FieldType type(TableMetadata table, String column) {
    return table.fields().stream()
        .filter(field -> field.name().equals(column))
        .map(Field::type)
        .findFirst()
        .orElse(null);
  }
}
