package dev.penstock.cli.command;

import dev.penstock.cli.report.CommandException;
import dev.penstock.core.model.PartitionSpec;
import dev.penstock.core.model.PartitionSpec.Granularity;
import java.util.Locale;

/** Partitioning as an option: {@code COLUMN[:hour|day|month|year]}. Immutable. */
final class PartitionOption {
  private PartitionOption() {}

  static PartitionSpec parse(String option, String text) {
    int colon = text.lastIndexOf(':');
    String column = colon < 0 ? text : text.substring(0, colon);
    String word = colon < 0 ? "day" : text.substring(colon + 1);
    for (Granularity granularity : Granularity.values()) {
      if (granularity.name().toLowerCase(Locale.ROOT).equals(word) && !column.isBlank()) {
        return new PartitionSpec.ByTime(granularity, column);
      }
    }
    throw CommandException.badArgument(
        option + ": " + text + " (expected: COLUMN, or COLUMN:hour, :day, :month or :year)");
  }
}
