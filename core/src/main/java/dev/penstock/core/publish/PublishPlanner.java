package dev.penstock.core.publish;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.TableSchema;
import java.util.List;

/** Chooses the steps of a run. Pure: the same request gives the same plan. Immutable. */
public final class PublishPlanner {
  private PublishPlanner() {}

  /**
   * Plans a run; refusals call options by the words of this room.
   *
   * @throws IngestException as the other one
   */
  public static PublishPlan plan(PublishRequest request) {
    return plan(request, OptionNames.PLAIN);
  }

  /**
   * Plans a run.
   *
   * @param names what refusals call the options
   * @throws IngestException INVALID_OPTION when the request names columns that are not there;
   *     SCHEMA_MISMATCH when the rows do not fit the target; TABLE_UNSUITABLE when the target is of
   *     a kind that the strategy cannot write; NOT_SUPPORTED when the partitioning or clustering
   *     would have to change
   */
  public static PublishPlan plan(PublishRequest request, OptionNames names) {
    PlanDraft draft = new PlanDraft(request, names);
    checkColumns(request.desired().schema());
    List<String> key =
        PlanDraft.resolve(
            names.primaryKey(), request.desired().primaryKey(), request.desired().schema());
    checkKey(names, key, request.desired().schema());
    checkNewest(names, request, key);
    if (request.strategy() instanceof Strategy.Append) {
      AppendPlan.write(request, draft, key);
    } else if (request.strategy() instanceof Strategy.Replace) {
      StagedPlan.replace(request, draft, key);
    } else {
      planMerge(request, draft, key);
    }
    return draft.plan();
  }

  private static void planMerge(PublishRequest request, PlanDraft draft, List<String> configured) {
    ExistingTable live = request.live();
    List<String> key = configured;
    if (key.isEmpty() && live != null) {
      key =
          PlanDraft.resolve(
              draft.names().primaryKey() + ", which the target declares",
              live.spec().primaryKey(),
              request.desired().schema());
    }
    if (key.isEmpty()) {
      throw LayoutRules.invalid(
          draft.names().primaryKey(),
          "none",
          "the columns that tell rows apart, which merge needs");
    }
    checkKey(draft.names(), key, request.desired().schema());
    if (live == null) {
      StagedPlan.create(request, draft, key);
    } else {
      StagedPlan.merge(request, draft, live, key);
    }
  }

  private static void checkColumns(TableSchema schema) {
    if (schema.columns().isEmpty()) {
      throw new IngestException(
          ErrorCode.SCHEMA_MISMATCH,
          "The source has no columns, and BigQuery has no table without. Give it one.");
    }
    if (schema.find(PublishPlan.SEQUENCE_COLUMN).isPresent()) {
      throw new IngestException(
          ErrorCode.SCHEMA_MISMATCH,
          "The source has a column '"
              + PublishPlan.SEQUENCE_COLUMN
              + "', which numbers rows while they are loaded. Give it another name.");
    }
  }

  private static void checkKey(OptionNames names, List<String> key, TableSchema schema) {
    for (String name : key) {
      Column column = schema.find(name).orElseThrow();
      if (!SqlTypes.isKey(column)) {
        throw LayoutRules.invalid(
            names.primaryKey(),
            name,
            "a column by which BigQuery can tell rows apart, not " + column.sqlType());
      }
    }
  }

  private static void checkNewest(OptionNames names, PublishRequest request, List<String> key) {
    String newestBy =
        PlanDraft.resolve(names.newestBy(), request.newestBy(), request.desired().schema());
    if (newestBy == null) {
      return;
    }
    Column column = request.desired().schema().find(newestBy).orElseThrow();
    if (!SqlTypes.isOrdered(column)) {
      throw LayoutRules.invalid(
          names.newestBy(), newestBy, "a column that has an order, not " + column.sqlType());
    }
    if (request.strategy() instanceof Strategy.Append) {
      throw LayoutRules.invalid(
          names.newestBy(), newestBy, "none with append, which keeps every row");
    }
    if (request.strategy() instanceof Strategy.Replace && key.isEmpty()) {
      throw LayoutRules.invalid(
          names.newestBy(),
          newestBy,
          names.primaryKey() + " too, for without a key every row is kept");
    }
  }
}
