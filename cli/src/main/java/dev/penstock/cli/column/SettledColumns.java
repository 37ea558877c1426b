package dev.penstock.cli.column;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Columns whose type does not follow from values: those that the user gives, then those of the
 * table that exists. Names are matched without regard to case. Immutable.
 *
 * @param given by the user
 * @param live of the table
 */
public record SettledColumns(List<Column> given, List<Column> live) {
  /** Copies the columns. */
  public SettledColumns {
    given = List.copyOf(given);
    live = List.copyOf(live);
  }

  /** A settled column and who settled it. */
  public record Settled(Column column, String why) {}

  /**
   * Finds the settled column of a field.
   *
   * @param column its column name
   * @param source its name in the source, which the user may have given it under
   */
  public Optional<Settled> find(String column, String source) {
    Optional<Settled> byUser =
        given.stream()
            .filter(c -> c.name().equalsIgnoreCase(column) || c.name().equals(source))
            .findFirst()
            .map(c -> new Settled(optional(c.withName(column)), "given by --columns"));
    return byUser.isPresent()
        ? byUser
        : live.stream()
            .filter(c -> c.name().equalsIgnoreCase(column))
            .findFirst()
            .map(c -> new Settled(optional(c), "the type of the table's column"));
  }

  /** Whether a NULL may go there is for the table to say, not for the source. */
  private static Column optional(Column column) {
    return column.mode() == ColumnMode.REQUIRED ? column.withMode(ColumnMode.NULLABLE) : column;
  }

  /**
   * Refuses a given column that the source does not have.
   *
   * @param columns the column names of the source
   * @param sources the same names as the source spells them
   * @throws IngestException INVALID_OPTION
   */
  public void checkGiven(List<String> columns, List<String> sources) {
    List<String> unknown = new ArrayList<>();
    for (Column column : given) {
      if (columns.stream().noneMatch(column.name()::equalsIgnoreCase)
          && !sources.contains(column.name())) {
        unknown.add(column.name());
      }
    }
    if (!unknown.isEmpty()) {
      throw new IngestException(
          ErrorCode.INVALID_OPTION,
          "--columns: "
              + String.join(", ", unknown)
              + " (expected: columns of the source: "
              + String.join(", ", columns)
              + ")");
    }
  }
}
