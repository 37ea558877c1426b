package dev.penstock.core.publish;

import dev.penstock.core.model.SqlText;
import dev.penstock.core.model.TableSpec;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a plan for people: what stands there now, the steps with their statements, and why. */
final class PlanText {
  private final StringBuilder out = new StringBuilder();

  private PlanText() {}

  static String of(PublishPlan plan) {
    PlanText text = new PlanText();
    text.head(plan.request());
    text.line("Steps");
    for (int i = 0; i < plan.steps().size(); i++) {
      text.step(i + 1, plan.steps().get(i));
    }
    text.section("Why", plan.reasons(), "");
    text.section(
        "What the target loses", plan.losses(), plan.request().live() == null ? "" : "nothing");
    text.section("Warnings", plan.warnings(), "");
    return text.out.toString();
  }

  private void head(PublishRequest request) {
    line("Plan of " + request.strategy().word() + " into " + request.target());
    line("");
    ExistingTable live = request.live();
    if (live == null) {
      line("The target does not exist.");
    } else {
      line("The target exists:");
      spec(live.spec());
    }
    line("");
  }

  private void step(int number, Step step) {
    out.append("  ").append(number).append(". ");
    line(title(step));
    if (step instanceof Step.CreateTable create) {
      spec(create.spec());
    } else if (step instanceof Step.CheckRows check) {
      check.sql().lines().forEach(this::item);
    } else if (step instanceof Step.AddColumns add) {
      add.columns().forEach(column -> item(column.path() + " " + column.column().sqlType()));
    } else if (step instanceof Step.RelaxColumns relax) {
      relax.columns().forEach(this::item);
    } else if (step instanceof Step.RunQuery query) {
      query.sql().lines().forEach(this::item);
    }
  }

  private static String title(Step step) {
    if (step instanceof Step.CreateTable create) {
      return create.staging()
          ? "create the staging table " + create.table() + ", which lives a day at most:"
          : "create the target:";
    } else if (step instanceof Step.LoadRows load) {
      return load(load);
    } else if (step instanceof Step.CheckRows) {
      return "count them; unless they are as many as were loaded, the run ends here:";
    } else if (step instanceof Step.CheckRowCount) {
      return "compare how many rows it says it has with how many were loaded; unless equal, the run"
          + " ends here";
    } else if (step instanceof Step.AddColumns) {
      return "add columns to the target:";
    } else if (step instanceof Step.RelaxColumns) {
      return "make REQUIRED columns of the target NULLABLE:";
    } else if (step instanceof Step.CopyTable copy) {
      return "publish: copy " + copy.from() + " over " + copy.table();
    } else if (step instanceof Step.ReleaseTable) {
      return "take the labels and the lifetime of the staging table off the target, if it got them";
    } else if (step instanceof Step.RunQuery) {
      return "publish by one statement:";
    } else if (step instanceof Step.DropTable drop) {
      return "drop " + drop.table();
    }
    throw new AssertionError(step);
  }

  private static String load(Step.LoadRows load) {
    return "load the rows into "
        + load.table()
        + " by "
        + (load.method() == LoadMethod.LOAD_JOB ? "one load job" : "write streams, committed once")
        + (load.sequenced() ? ", each with its number in " + PublishPlan.SEQUENCE_COLUMN : "");
  }

  private void spec(TableSpec spec) {
    spec.schema().columns().forEach(column -> item(column.sqlDefinition()));
    if (!spec.primaryKey().isEmpty()) {
      item("PRIMARY KEY " + names(spec.primaryKey()));
    }
    if (spec.partition() != null) {
      item("partitioned by " + spec.partition());
    }
    if (!spec.clusterBy().isEmpty()) {
      item("clustered by " + names(spec.clusterBy()));
    }
  }

  private static String names(List<String> names) {
    return names.stream().map(SqlText::identifier).collect(Collectors.joining(", ", "(", ")"));
  }

  private void item(String text) {
    line("       " + text);
  }

  private void section(String title, List<String> lines, String none) {
    if (lines.isEmpty() && none.isEmpty()) {
      return;
    }
    line("");
    line(title);
    (lines.isEmpty() ? List.of(none) : lines).forEach(text -> line("  - " + text));
  }

  private void line(String text) {
    out.append(text).append('\n');
  }
}
