package dev.penstock.cli.load;

import dev.penstock.cli.destination.LoadChoice;
import dev.penstock.core.encode.AvroSchema;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.publish.LoadMethod;
import dev.penstock.core.publish.PublishPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * How rows travel, and why. Immutable.
 *
 * @param reason a line for the plan
 */
record MethodChoice(LoadMethod method, String reason) {
  /**
   * The way that the options name; else a load job, which is free and atomic at any size, unless a
   * column has a type or name that no load job takes.
   */
  static MethodChoice of(LoadRequest request, SourceSchema source, TableSchema table) {
    LoadChoice choice =
        request.method() == LoadChoice.AUTO ? request.to().method() : request.method();
    return switch (choice) {
      case LOAD_JOB -> new MethodChoice(LoadMethod.LOAD_JOB, "rows go by a load job, as asked for");
      case STREAMS ->
          new MethodChoice(LoadMethod.STREAMS, "rows go by write streams, as asked for");
      case AUTO -> byColumns(AvroSchema.of(source, table).refusals());
    };
  }

  private static MethodChoice byColumns(List<String> refusals) {
    if (refusals.isEmpty()) {
      return new MethodChoice(
          LoadMethod.LOAD_JOB, "rows go by a load job: it is free, and one job at any size");
    }
    String first = refusals.get(0);
    return new MethodChoice(
        LoadMethod.STREAMS,
        "rows go by write streams, since a load job cannot take them: "
            + first.substring(0, first.indexOf(". ")));
  }

  /** The plan with the reason of this choice before the others. */
  PublishPlan explain(PublishPlan plan) {
    List<String> reasons = new ArrayList<>();
    reasons.add(reason);
    reasons.addAll(plan.reasons());
    return new PublishPlan(plan.request(), plan.steps(), reasons, plan.losses(), plan.warnings());
  }
}
