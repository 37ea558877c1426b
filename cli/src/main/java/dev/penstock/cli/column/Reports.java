package dev.penstock.cli.column;

import dev.penstock.cli.column.SettledColumns.Settled;
import dev.penstock.core.model.Column;

/** Says what a column is after all its values were seen. */
public final class Reports {
  private Reports() {}

  /** A column whose type was settled before. */
  public static ColumnReport settled(String source, Settled settled, Evidence seen) {
    return new ColumnReport(
        source, settled.column(), settled.why(), seen.nulls(), seen.longest(), null, null);
  }

  /** A column whose type follows from its values. */
  public static ColumnReport inferred(String source, String name, Evidence seen) {
    Inference inference = Inference.of(seen);
    return new ColumnReport(
        source,
        Column.nullable(name, inference.type()),
        inference.why(),
        seen.nulls(),
        seen.longest(),
        inference.counterExample(),
        inference.remark());
  }
}
