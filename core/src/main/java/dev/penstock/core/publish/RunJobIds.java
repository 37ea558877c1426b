package dev.penstock.core.publish;

import dev.penstock.core.job.JobEnd;
import dev.penstock.core.job.Jobs;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ids of the jobs of one run. One owner thread. */
final class RunJobIds {
  private final PublishPlan plan;
  private final Jobs jobs;
  private final @Nullable String location;
  private int repetition;

  RunJobIds(PublishPlan plan, Jobs jobs, @Nullable String location) {
    this.plan = plan;
    this.jobs = jobs;
    this.location = location;
  }

  /** Where the jobs run; null lets the service decide. */
  @Nullable String location() {
    return location;
  }

  /**
   * The id of a step's job. It follows from the run and from the place among its jobs, which does
   * not depend on whether the target had to be made or extended first: so a repeated append finds
   * that its rows are there.
   *
   * <p>A staged run that is repeated has a new staging table. Nothing that was loaded, counted or
   * published from the one before is adopted: its jobs get ids with the number of the repetition.
   */
  String of(int index, Step step) {
    if (!RunTally.hasJobId(step)) {
      return id(index, step);
    }
    if (repetition == 0) {
      repetition = unusedRepetition();
    }
    return repeated(id(index, step), repetition);
  }

  private String id(int index, Step step) {
    long place = plan.steps().subList(0, index).stream().filter(RunTally::hasJobId).count() + 1;
    return "penstock_" + plan.request().runId() + "_" + place + "_" + RunTally.word(step);
  }

  private static String repeated(String id, int repetition) {
    return repetition == 1 ? id : id + "_" + repetition;
  }

  private int unusedRepetition() {
    List<String> staged = new ArrayList<>();
    for (int i = 0; i < plan.steps().size(); i++) {
      Step step = plan.steps().get(i);
      boolean fills = step instanceof Step.LoadRows && step.isJob();
      if ((fills || step instanceof Step.CheckRows)
          && !step.table().equals(plan.request().target())) {
        staged.add(id(i, step));
      }
    }
    int candidate = 1;
    while (isUsed(staged, candidate)) {
      candidate++;
    }
    return candidate;
  }

  private boolean isUsed(List<String> ids, int candidate) {
    return ids.stream()
        .anyMatch(
            id ->
                jobs.settle(repeated(id, candidate), location, StepRunner.JOB_BOUND)
                    != JobEnd.ABSENT);
  }
}
