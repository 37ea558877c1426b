package dev.penstock.cli.destination;

import dev.penstock.cli.report.CommandException;
import java.util.Arrays;

/** How rows shall reach a table. Immutable. */
public enum LoadChoice {
  /** The command chooses and the plan says why. */
  AUTO("auto", "auto"),
  /** One load job from one upload. */
  LOAD_JOB("load-job", "load_job"),
  /** Pending streams and one commit. */
  STREAMS("streams", "storage_write");

  private final String word;
  private final String olderWord;

  LoadChoice(String word, String olderWord) {
    this.word = word;
    this.olderWord = olderWord;
  }

  /**
   * Reads a choice by its name, or by its name in the URIs of older tools.
   *
   * @param option what the user wrote it for
   */
  public static LoadChoice parse(String option, String text) {
    return Arrays.stream(values())
        .filter(choice -> text.equals(choice.word) || text.equals(choice.olderWord))
        .findFirst()
        .orElseThrow(
            () ->
                CommandException.badArgument(
                    option + ": " + text + " (expected: auto, load-job or streams)"));
  }

  @Override
  public String toString() {
    return word;
  }
}
