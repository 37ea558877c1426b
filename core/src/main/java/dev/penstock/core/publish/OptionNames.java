package dev.penstock.core.publish;

/**
 * What a front end calls the options of a run, so that a refusal names the one to correct.
 * Immutable.
 */
public record OptionNames(
    String primaryKey, String newestBy, String partitioning, String clustering) {
  /** The words of this room. */
  public static final OptionNames PLAIN =
      new OptionNames("primary key", "newest by", "partitioning", "clustering");
}
