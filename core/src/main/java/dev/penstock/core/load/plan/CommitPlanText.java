package dev.penstock.core.load.plan;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Writes a plan for people: of many jobs alike the first and the last ones. */
final class CommitPlanText {
  private static final int SHOWN_FIRST = 2;

  private final StringBuilder out = new StringBuilder();

  private CommitPlanText() {}

  static String of(CommitPlan plan) {
    CommitPlanText text = new CommitPlanText();
    text.head(plan);
    text.list("", plan.destinations(), text::destination);
    text.line("");
    text.line("Waves, each submitted whole before it is waited for");
    text.list("  ", plan.waves(), text::wave);
    return text.out.toString();
  }

  private void head(CommitPlan plan) {
    line(
        String.format(
            Locale.ROOT,
            "Commit %s by %s into %s",
            plan.request().commitId(),
            plan.request().disposition().word(),
            count(plan.destinations().size(), "table")));
    line(
        count(plan.loads(), "load job")
            + ", "
            + count(plan.copies(), "copy job")
            + ", "
            + count(plan.queries(), "query job"));
  }

  private void destination(DestinationPlan plan) {
    line("");
    line(
        plan.destination()
            + (plan.detour() == null
                ? ", directly"
                : ", through temporary tables: " + plan.detour()));
    list("  ", plan.loads(), this::load);
    for (List<PlannedJob.Copy> level : plan.levels()) {
      list("  ", level, this::copy);
    }
    if (plan.union() != null) {
      copy(plan.union());
    }
    if (plan.query() != null) {
      line("  query " + plan.query().jobId() + target(plan.query()) + " by " + plan.query().sql());
    }
    if (plan.detour() != null) {
      line("  drop " + count(plan.temporaryTables().size(), "temporary table"));
    }
  }

  private void load(PlannedJob.Load load) {
    line(
        String.format(Locale.ROOT, "  load %s of %s", load.jobId(), load.group().format())
            + String.format(
                Locale.ROOT,
                " files %,d to %,d, %,d bytes",
                load.from() + 1,
                load.to(),
                load.bytes())
            + target(load));
  }

  private void copy(PlannedJob.Copy copy) {
    List<String> tables = copy.sources().stream().map(table -> table.table()).toList();
    String last = tables.size() == 1 ? "" : " to " + tables.get(tables.size() - 1);
    line(
        String.format(Locale.ROOT, "  copy %s of %,d tables ", copy.jobId(), tables.size())
            + tables.get(0)
            + last
            + target(copy));
  }

  private static String target(PlannedJob job) {
    return " into " + job.target() + " (" + job.disposition().word() + ")";
  }

  private void wave(Wave wave) {
    line("  " + wave.title() + ": " + count(wave.jobs().size(), "job"));
  }

  private <T> void list(String indent, List<T> items, Consumer<T> writer) {
    if (items.size() <= SHOWN_FIRST + 2) {
      items.forEach(writer);
      return;
    }
    items.subList(0, SHOWN_FIRST).forEach(writer);
    line(indent + String.format(Locale.ROOT, "… %,d more", items.size() - SHOWN_FIRST - 1));
    writer.accept(items.get(items.size() - 1));
  }

  private static String count(long count, String what) {
    return String.format(Locale.ROOT, "%,d ", count) + what + (count == 1 ? "" : "s");
  }

  private void line(String text) {
    out.append(text).append('\n');
  }
}
