package dev.penstock.core.table;

import com.google.api.services.bigquery.model.Table;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.Names;
import dev.penstock.core.model.ServiceLimits;
import dev.penstock.core.model.SqlText;
import dev.penstock.core.model.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What a table must be like to take changes.
 *
 * @see <a href="https://cloud.google.com/bigquery/docs/change-data-capture">Change data capture</a>
 */
final class ChangeTableRules {
  /** CDC-017, RT-042. */
  private static final List<String> RESERVED_PREFIXES =
      List.of("_CHANGE_TYPE", "_CHANGE_SEQUENCE_NUMBER", "_CHANGE_TIMESTAMP");

  private ChangeTableRules() {}

  /** The statement that gives a table its key. */
  static String addKeyStatement(Destination destination, List<String> keyColumns) {
    String columns =
        keyColumns.isEmpty()
            ? "<key columns>"
            : keyColumns.stream().map(SqlText::identifier).collect(Collectors.joining(", "));
    return "ALTER TABLE "
        + destination.quoted()
        + " ADD PRIMARY KEY ("
        + columns
        + ") NOT ENFORCED";
  }

  /** Checks the key that a table is to get. */
  static void checkKey(Destination destination, TableSchema schema, List<String> key) {
    if (key.isEmpty()) {
      throw unsuitable(
          destination,
          "rows carry no key",
          "Name the key columns; a table that takes changes needs a primary key");
    }
    if (key.size() > ServiceLimits.PRIMARY_KEY_COLUMNS.value()) {
      throw unsuitable(
          destination,
          "the key has "
              + key.size()
              + " columns and BigQuery allows "
              + ServiceLimits.PRIMARY_KEY_COLUMNS.value()
              + ": "
              + key,
          "Use a shorter key");
    }
    for (String name : key) {
      Column column =
          schema
              .find(name)
              .orElseThrow(
                  () ->
                      unsuitable(
                          destination,
                          "the key column '" + name + "' is not among the columns",
                          "Name a column that every row has"));
      if (column.mode() == ColumnMode.REPEATED
          || !ServiceLimits.allowsInPrimaryKey(column.type())) {
        throw unsuitable(
            destination,
            "the key column '"
                + name
                + "' is "
                + (column.mode() == ColumnMode.REPEATED
                    ? "ARRAY<" + column.type() + ">"
                    : column.type())
                + ", and a primary key takes only "
                + Arrays.stream(ColumnType.values())
                    .filter(ServiceLimits::allowsInPrimaryKey)
                    .toList(),
            "Choose another key, or convert the column, for example to STRING");
      }
    }
  }

  /** Checks the columns of a table. */
  static void checkColumns(Destination destination, TableSchema schema) {
    if (schema.columns().size() > ServiceLimits.CHANGE_TABLE_COLUMNS.value()) {
      throw unsuitable(
          destination,
          "it has "
              + schema.columns().size()
              + " columns and a table that takes changes may have "
              + ServiceLimits.CHANGE_TABLE_COLUMNS.value(),
          "Split the table");
    }
    for (Column column : schema.columns()) {
      String upper = column.name().toUpperCase(Locale.ROOT);
      if (RESERVED_PREFIXES.stream().anyMatch(upper::startsWith)) {
        throw unsuitable(
            destination,
            "the column '" + column.name() + "' has a name that BigQuery reserves for changes",
            "Rename or drop the column");
      }
    }
  }

  /** Checks that an existing table's key is the key of the rows. */
  static void checkSameKey(LiveTable live, List<String> expected) {
    if (!expected.isEmpty() && !Names.fold(expected).equals(Names.fold(live.primaryKey()))) {
      throw unsuitable(
          live.destination(),
          "its primary key is " + live.primaryKey() + " and the key of the rows is " + expected,
          "Make both the same set of columns");
    }
  }

  /** Why reads of this table may fail or be costly; empty when nothing is unusual. */
  static List<String> cautions(LiveTable live) {
    Table rest = live.rest();
    List<String> cautions = new ArrayList<>();
    List<String> required = SchemaDiff.requiredOutsideKey(live);
    if (!required.isEmpty()) {
      cautions.add(
          "REQUIRED columns outside the key "
              + required
              + " are sent fillers on deletes; relax them to NULLABLE");
    }
    boolean byIngestion =
        rest.getTimePartitioning() != null && rest.getTimePartitioning().getField() == null;
    if (byIngestion) {
      cautions.add("it is partitioned by ingestion time, which changes do not keep");
    }
    if (live.requiresPartitionFilter()) {
      cautions.add("requirePartitionFilter makes queries fail while changes wait to be applied");
    }
    return cautions;
  }

  static IngestException unsuitable(Destination destination, String why, String cure) {
    return new IngestException(
        ErrorCode.TABLE_UNSUITABLE,
        "Table " + destination + " cannot take changes: " + why + ". " + cure + ".");
  }
}
