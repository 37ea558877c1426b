package dev.penstock.core.publish;

import dev.penstock.core.model.Column;
import dev.penstock.core.model.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A plan in the making. One owner thread. */
final class PlanDraft {
  private final PublishRequest request;
  private final OptionNames names;
  private final List<Step> steps = new ArrayList<>();
  private final List<String> reasons = new ArrayList<>();
  private final List<String> losses = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  PlanDraft(PublishRequest request, OptionNames names) {
    this.request = request;
    this.names = names;
  }

  /** What refusals call the options. */
  OptionNames names() {
    return names;
  }

  void step(Step step) {
    steps.add(step);
  }

  void because(String reason) {
    reasons.add(reason);
  }

  void loses(String what) {
    losses.add(what);
  }

  void warn(String warning) {
    warnings.add(warning);
  }

  PublishPlan plan() {
    return new PublishPlan(request, steps, reasons, losses, warnings);
  }

  /** What tells the processes apart that use one run id. */
  static final String ATTEMPT_LABEL = "attempt";

  /** The labels of tables and jobs, by which a later run knows them. */
  static Map<String, String> labels(String runId) {
    return Map.of("managed_by", "penstock", "run_id", runId);
  }

  /** Names as a schema spells them. */
  static List<String> resolve(String what, List<String> names, TableSchema schema) {
    List<String> resolved = new ArrayList<>();
    for (String name : names) {
      String spelled = schema.find(name).map(Column::name).orElse(null);
      if (spelled == null) {
        throw LayoutRules.invalid(
            what,
            name,
            "a column of the rows, which have "
                + schema.columns().stream().map(Column::name).toList());
      }
      if (resolved.contains(spelled)) {
        throw LayoutRules.invalid(what, names, "each column once");
      }
      resolved.add(spelled);
    }
    return resolved;
  }

  static @Nullable String resolve(String what, @Nullable String name, TableSchema schema) {
    return name == null ? null : resolve(what, List.of(name), schema).get(0);
  }
}
