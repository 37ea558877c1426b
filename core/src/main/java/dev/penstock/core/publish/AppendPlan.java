package dev.penstock.core.publish;

import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.PartitionSpec;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.model.TableSpec;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Plans rows that go straight into the target. */
final class AppendPlan {
  private AppendPlan() {}

  static void write(PublishRequest request, PlanDraft draft, List<String> key) {
    ExistingTable live = request.live();
    if (live == null) {
      TableSchema schema = keyed(request.desired().schema(), key);
      Layout layout = new LayoutRules(request, draft).choose(key, schema);
      draft.step(
          new Step.CreateTable(
              request.target(),
              new TableSpec(schema, layout.constraint(), layout.partition(), layout.clusterBy()),
              Map.of(),
              false));
      warnOfRange(request, draft, layout.partition());
    } else {
      SchemaFit fit = SchemaFit.of(request, live, key);
      Layout layout = new LayoutRules(request, draft).choose(key, live.spec().schema());
      evolve(request, draft, fit);
      warnOfRange(request, draft, layout.partition());
    }
    draft.because(
        "straight into the target: "
            + (request.method() == LoadMethod.LOAD_JOB
                ? "one load job adds all rows at once or none"
                : "one commit makes all rows readable at once or none"));
    if (!key.isEmpty()) {
      draft.warn(
          "append keeps every row: rows of one key " + key + " stand side by side; merge does not");
    }
    draft.step(new Step.LoadRows(request.target(), request.method(), false));
  }

  /** What an existing table must get before its rows. */
  static void evolve(PublishRequest request, PlanDraft draft, SchemaFit fit) {
    if (!fit.additions().isEmpty()) {
      draft.because(
          "the rows have columns that the target lacks: they are added as NULLABLE, and stay even if a"
              + " later step fails");
      draft.step(new Step.AddColumns(request.target(), fit.additions()));
    }
    if (!fit.relaxations().isEmpty()) {
      draft.because(
          "the rows lack "
              + fit.relaxations()
              + " or may hold NULL there, and the target's columns are REQUIRED: they become"
              + " NULLABLE, for good");
      draft.step(new Step.RelaxColumns(request.target(), fit.relaxations()));
    }
    if (!fit.conversions().isEmpty()) {
      draft.because(
          "values become the target's type while they are loaded, and one that does not fit ends"
              + " the load: "
              + String.join("; ", fit.conversions()));
    }
  }

  /** The key columns of a new table are REQUIRED: a row without its key is refused. */
  static TableSchema keyed(TableSchema schema, List<String> key) {
    return new TableSchema(
        schema.columns().stream()
            .map(
                column ->
                    key.contains(column.name()) ? column.withMode(ColumnMode.REQUIRED) : column)
            .toList());
  }

  /** WA-206. */
  private static void warnOfRange(
      PublishRequest request, PlanDraft draft, @Nullable PartitionSpec partition) {
    if (request.method() == LoadMethod.STREAMS
        && partition instanceof PartitionSpec.ByTime
        && partition.column() != null) {
      draft.warn(
          "write streams take values of the partitioning column '"
              + partition.column()
              + "' from ten years ago to one year ahead; a load job takes all");
    }
  }
}
