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

  /** The index of the step that changes the rows of the target. */
  int publishingStep() {
    for (int i = steps.size() - 1; i >= 0; i--) {
      Step step = steps.get(i);
      boolean writes =
          step instanceof Step.CopyTable
              || step instanceof Step.RunQuery
              || step instanceof Step.LoadRows;
      if (writes && step.table().equals(request.target())) {
        return i;
      }
    }
    throw new AssertionError(this);
  }

  /** Whether the target is made before it has rows. */
  boolean createsTarget() {
    return steps.stream()
        .anyMatch(step -> step instanceof Step.CreateTable create && !create.staging());
  }

  /** The plan as text, for people; ends with a line end. */
  public String text() {
    return PlanText.of(this);
  }
}
