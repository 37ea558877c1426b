package dev.penstock.core.table;

import static java.util.stream.Collectors.joining;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.DecimalType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.Names;
import dev.penstock.core.model.ServiceLimits;
import dev.penstock.core.model.TableSchema;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How many columns a table may have, how deep, and of which names and parameters.
 *
 * @see <a href="https://cloud.google.com/bigquery/docs/schemas#column_names">Column names</a>
 */
final class ColumnRules {
  /** What even flexible names have no place for (RT-041). */
  private static final Pattern FORBIDDEN = Pattern.compile("[!\"$()*,./;?@\\[\\]^`{}~\\p{Cc}\\\\]");

  private final Destination destination;
  private long count;

  private ColumnRules(Destination destination) {
    this.destination = destination;
  }

  /**
   * Checks all columns of a table that is made or extended.
   *
   * @throws IngestException INVALID_OPTION, naming the column and the rule
   */
  static void check(Destination destination, TableSchema schema) {
    ColumnRules rules = new ColumnRules(destination);
    rules.check(schema.columns(), "", 1);
    rules.requireFew();
  }

  /**
   * Checks the columns that a table is to get; those that it has are the service's.
   *
   * @throws IngestException INVALID_OPTION, naming the column and the rule
   */
  static void checkAdded(Destination destination, TableSchema live, List<NewColumn> added) {
    ColumnRules rules = new ColumnRules(destination);
    rules.count = count(live.columns());
    for (NewColumn column : added) {
      String parent = column.parentPath().stream().map(name -> name + ".").collect(joining());
      rules.check(List.of(column.column()), parent, column.parentPath().size() + 1);
    }
    rules.requireFew();
  }

  private static long count(List<Column> columns) {
    return columns.stream().mapToLong(column -> 1 + count(column.fields())).sum();
  }

  private void requireFew() {
    if (count > ServiceLimits.TABLE_COLUMNS.value()) {
      throw invalid(
          "has " + count + " columns, nested ones counted",
          "at most " + ServiceLimits.TABLE_COLUMNS.value());
    }
  }

  private void check(List<Column> columns, String parent, int depth) {
    for (Column column : columns) {
      String path = parent + column.name();
      count++;
      checkName(path, column.name());
      checkParameters(path, column);
      if (column.type() == ColumnType.STRUCT) {
        if (depth >= ServiceLimits.STRUCT_DEPTH.value()) {
          throw invalid(
              "has a column below '" + path + "'",
              "at most " + ServiceLimits.STRUCT_DEPTH.value() + " levels");
        }
        check(column.fields(), path + ".", depth + 1);
      }
    }
  }

  private void checkName(String path, String name) {
    if (name.codePointCount(0, name.length()) > ServiceLimits.COLUMN_NAME_CHARACTERS.value()) {
      throw invalid(
          "has a column name of " + name.length() + " characters, '" + name.substring(0, 40) + "…'",
          "at most " + ServiceLimits.COLUMN_NAME_CHARACTERS.value());
    }
    if (FORBIDDEN.matcher(name).find()) {
      throw invalid("has the column '" + path + "'", "a name without !\"$()*,./;?@[\\]^`{}~");
    }
    Names.reservedPrefixOf(name)
        .ifPresent(
            prefix -> {
              throw invalid(
                  "has the column '" + path + "'", "a name that does not begin with " + prefix);
            });
  }

  /** RT-037. */
  private void checkParameters(String path, Column column) {
    boolean decimal = column.type() == ColumnType.NUMERIC || column.type() == ColumnType.BIGNUMERIC;
    if (column.precision() != null || column.scale() != null) {
      int precision = column.precision() == null ? 0 : column.precision();
      int scale = column.scale() == null ? 0 : column.scale();
      if (!decimal || !DecimalType.of(column.type()).allows(precision, scale)) {
        throw invalid(
            "has the column '" + path + "' " + column.sqlType(),
            "NUMERIC(p,s) with s <= 9 and p <= s + 29, or BIGNUMERIC(p,s) with s <= 38 and"
                + " p <= s + 38");
      }
    }
    boolean text = column.type() == ColumnType.STRING || column.type() == ColumnType.BYTES;
    if (column.maxLength() != null && (!text || column.maxLength() <= 0)) {
      throw invalid(
          "has the column '" + path + "' " + column.sqlType(),
          "a length above 0, of a STRING or BYTES");
    }
  }

  private IngestException invalid(String what, String expected) {
    return new IngestException(
        ErrorCode.INVALID_OPTION,
        "Table " + destination + " " + what + " (expected: " + expected + ")");
  }
}
