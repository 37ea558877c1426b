package dev.penstock.cli.command;

import dev.penstock.cli.report.CommandException;
import java.util.regex.Pattern;

/** The name of a table as an option. Immutable. */
final class TargetName {
  /** What every BigQuery takes without quotes; the staging name needs room behind it. */
  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{M}\\p{N}_-]{1,900}");

  private TargetName() {}

  static String parse(String option, String text) {
    if (!NAME.matcher(text).matches()) {
      throw CommandException.badArgument(
          option
              + ": "
              + text
              + " (expected: a table name of letters, digits, underscores and dashes; the dataset"
              + " stands in --to)");
    }
    return text;
  }
}
