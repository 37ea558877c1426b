package dev.penstock.cli.column;

import dev.penstock.core.model.Column;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a column of a source is, and why. Immutable.
 *
 * @param sourceName the name as the source spells it
 * @param column the column that a table made for it gets
 * @param why one sentence: what its type follows from
 * @param nulls how many of its values are NULL; {@link #UNKNOWN} when the source was not read whole
 * @param longestText characters of its longest value; {@link #UNKNOWN} likewise
 * @param counterExample what kept the column from a narrower type; null when nothing did
 * @param remark what the user may want to change; null when there is nothing
 */
public record ColumnReport(
    String sourceName,
    Column column,
    String why,
    long nulls,
    long longestText,
    @Nullable CounterExample counterExample,
    @Nullable String remark) {
  /** A count that only reading the whole source would tell. */
  public static final long UNKNOWN = -1;

  /** Checks that what is always there is there. */
  public ColumnReport {
    Objects.requireNonNull(sourceName, "sourceName");
    Objects.requireNonNull(column, "column");
    Objects.requireNonNull(why, "why");
  }

  /** A column whose type the source itself declares. */
  public static ColumnReport declared(String sourceName, Column column, String why) {
    return new ColumnReport(sourceName, column, why, UNKNOWN, UNKNOWN, null, null);
  }

  /**
   * The first value that is not of a narrower type. Immutable.
   *
   * @param type the type that the column nearly has
   * @param position where the value stands: {@code line 17}
   */
  public record CounterExample(String type, String position) {}
}
