package dev.penstock.cli.column;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.Names;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Columns whose type does not follow from values: those that the user gives, then those of the
 * table that exists. Names are matched without regard to case. Immutable.
 */
public final class SettledColumns {
  private final List<Column> given;
  private final Map<String, Column> givenByName = new HashMap<>();
  private final Map<String, Column> liveByName = new HashMap<>();

  /**
   * Columns that are settled.
   *
   * @param given by the user
   * @param live of the table
   */
  public SettledColumns(List<Column> given, List<Column> live) {
    this.given = List.copyOf(given);
    given.forEach(column -> givenByName.putIfAbsent(Names.fold(column.name()), column));
    live.forEach(column -> liveByName.putIfAbsent(Names.fold(column.name()), column));
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
    Column user = givenByName.get(Names.fold(column));
    if (user == null) {
      Column spelled = givenByName.get(Names.fold(source));
      user = spelled != null && spelled.name().equals(source) ? spelled : null;
    }
    if (user != null) {
      return Optional.of(new Settled(optional(user.withName(column)), "given by --columns"));
    }
    return Optional.ofNullable(liveByName.get(Names.fold(column)))
        .map(found -> new Settled(optional(found), "the type of the table's column"));
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
    Set<String> names = new HashSet<>();
    columns.forEach(name -> names.add(Names.fold(name)));
    Set<String> spelled = Set.copyOf(sources);
    List<String> unknown = new ArrayList<>();
    for (Column column : given) {
      if (!names.contains(Names.fold(column.name())) && !spelled.contains(column.name())) {
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
