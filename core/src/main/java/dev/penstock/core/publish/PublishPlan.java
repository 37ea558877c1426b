package dev.penstock.core.publish;

import java.util.List;

/**
 * What a run will do, step by step, and why. Immutable.
 *
 * @param reasons why each way was chosen, in the order of the choices
 * @param losses what the target has and will not have afterwards
 * @param warnings what a user should know before running it
 */
public record PublishPlan(
    PublishRequest request,
    List<Step> steps,
    List<String> reasons,
    List<String> losses,
    List<String> warnings) {
  /** The column of a staging table that numbers the rows of the source. */
  public static final String SEQUENCE_COLUMN = "__penstock_seq";

  /** Copies the lists. */
  public PublishPlan {
    steps = List.copyOf(steps);
    reasons = List.copyOf(reasons);
    losses = List.copyOf(losses);
    warnings = List.copyOf(warnings);
  }

  /** The plan as text, for people; ends with a line end. */
  public String text() {
    return PlanText.of(this);
  }
}
