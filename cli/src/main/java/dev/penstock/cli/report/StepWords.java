package dev.penstock.cli.report;

import dev.penstock.core.publish.Step;

/** What a step does, in a few words. Immutable. */
final class StepWords {
  private StepWords() {}

  /** For a line of progress. */
  static String of(Step step) {
    if (step instanceof Step.CreateTable create) {
      return create.staging() ? "creating the staging table" : "creating the table";
    }
    if (step instanceof Step.AddColumns) {
      return "adding columns";
    }
    if (step instanceof Step.RelaxColumns) {
      return "relaxing columns";
    }
    if (step instanceof Step.LoadRows) {
      return "loading rows";
    }
    if (step instanceof Step.CheckRows || step instanceof Step.CheckRowCount) {
      return "counting rows";
    }
    if (step instanceof Step.CopyTable || step instanceof Step.RunQuery) {
      return "publishing";
    }
    if (step instanceof Step.ReleaseTable) {
      return "taking the labels of the staging table off the table";
    }
    if (step instanceof Step.DropTable) {
      return "dropping the staging table";
    }
    throw new AssertionError(step);
  }

  /** For a program: the name of the step's kind in lower case with underscores. */
  static String kind(Step step) {
    return step.getClass()
        .getSimpleName()
        .replaceAll("(?<=[a-z])(?=[A-Z])", "_")
        .toLowerCase(java.util.Locale.ROOT);
  }
}
