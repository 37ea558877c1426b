package dev.penstock.core.publish;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.Names;
import dev.penstock.core.model.PartitionSpec;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.model.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Plans rows that lie in a staging table first and are published from there. */
final class StagedPlan {
  /** A copy keeps the table and replaces its columns. */
  private static final Set<String> LOST_BY_COPY =
      Set.of("column descriptions", "column policy tags", "column defaults");

  private final PublishRequest request;
  private final PlanDraft draft;
  private final List<String> key;
  private final Statements statements;

  private StagedPlan(PublishRequest request, PlanDraft draft, TableSchema rows, List<String> key) {
    this.request = request;
    this.draft = draft;
    this.key = key;
    this.statements =
        new Statements(
            request.target(),
            request.staging(),
            PlanDraft.resolve(draft.names().newestBy(), request.newestBy(), rows));
  }

  /** The rows take the place of all that the target holds. */
  static void replace(PublishRequest request, PlanDraft draft, List<String> key) {
    TableSchema schema = AppendPlan.keyed(request.desired().schema(), key);
    StagedPlan plan = new StagedPlan(request, draft, schema, key);
    Layout layout = new LayoutRules(request, draft).choose(key, schema);
    draft.because(
        "staged first: the target stays as it is until every row is loaded and"
            + " counted, and then changes in one step");
    if (plan.needOfStatement() == null) {
      plan.byCopy(schema, layout);
    } else {
      plan.byStatement(schema, layout, true);
    }
  }

  /** There is nothing to merge with: the rows become the table, in one step. */
  static void create(PublishRequest request, PlanDraft draft, List<String> key) {
    TableSchema schema = AppendPlan.keyed(request.desired().schema(), key);
    StagedPlan plan = new StagedPlan(request, draft, schema, key);
    Layout layout = new LayoutRules(request, draft).choose(key, schema);
    draft.because(
        "the target does not exist, so there is nothing to merge with: it is made from the rows"
            + " in one step");
    plan.byStatement(schema, layout, false);
  }

  private void byCopy(TableSchema schema, Layout layout) {
    draft.because(
        "published by a copy job: there is no key, so no row is left out, and a copy sees all rows"
            + " of a load job; it is free"
            + (request.live() == null ? "" : ", and the target keeps its description and labels"));
    compare(schema);
    if (request.live() != null) {
      lose("PRIMARY KEY " + request.live().spec().primaryKey(), isKeyLost(request.live(), layout));
      request.live().extras().stream().filter(LOST_BY_COPY::contains).forEach(draft::loses);
      draft.loses("row access policies, if it has any: they cannot be seen from here");
      if (layout.partition() instanceof PartitionSpec.ByTime time && time.column() == null) {
        draft.warn("all rows come into the partition of the time at which they are loaded");
      }
    }
    // A copy takes the layout of its source and refuses that of another target.
    stage(schema, layout.partition(), layout.clusterBy(), false, false);
    draft.step(new Step.CopyTable(request.staging(), request.target()));
    if (request.live() == null) {
      draft.step(new Step.ReleaseTable(request.staging(), request.target()));
    }
    draft.step(new Step.DropTable(request.staging()));
  }

  /** Why no copy job can publish the rows; null when one can. */
  private @Nullable String needOfStatement() {
    if (!key.isEmpty()) {
      return "of rows with one key " + key + " " + winner();
    }
    if (request.method() == LoadMethod.STREAMS) {
      return "rows of write streams lie in a buffer at first, which a copy job does not see";
    }
    // WA-210.
    return request.live() != null && request.live().streamed()
        ? "rows of write streams lie in the buffer of the target, which a copy job would keep"
        : null;
  }

  private void byStatement(TableSchema schema, Layout layout, boolean replaces) {
    String need = needOfStatement();
    if (layout.partition() instanceof PartitionSpec.ByTime time && time.column() == null) {
      throw new IngestException(
          ErrorCode.NOT_SUPPORTED,
          "Table "
              + request.target()
              + " is to be partitioned by the time a row came in, which no CREATE TABLE … AS SELECT"
              + " can make, and one is needed: "
              + need
              + ". Nothing was loaded. Partition by a column, or have no key, use a load job, and"
              + " wait until the target has no streaming buffer.");
    }
    draft.because("published by a statement: " + need);
    if (replaces) {
      compare(schema);
    }
    if (request.live() != null) {
      lose("PRIMARY KEY " + request.live().spec().primaryKey(), isKeyLost(request.live(), layout));
      request.live().extras().forEach(draft::loses);
      draft.loses(
          "row access policies and materialized views, if it has any: they cannot be seen from"
              + " here");
    }
    stage(schema, null, List.of(), !key.isEmpty(), false);
    draft.step(new Step.RunQuery(request.target(), statements.create(schema, layout, replaces)));
    draft.step(new Step.DropTable(request.staging()));
  }

  private String winner() {
    return statements.newestBy() == null
        ? "the last one of the source wins"
        : "the one with the greatest '"
            + statements.newestBy()
            + "' wins (NULL is least), among equals the last one of the source";
  }

  /** The rows of keys that the target has take the place of its rows. */
  static void merge(
      PublishRequest request, PlanDraft draft, ExistingTable live, List<String> named) {
    if (live.filterRequired()) {
      throw new IngestException(
          ErrorCode.TABLE_UNSUITABLE,
          "Table "
              + request.target()
              + " answers only queries that name partitions (require_partition_filter), and a merge"
              + " must look for its keys in all. Nothing was loaded. Switch the option off for the"
              + " run, or replace the table.");
    }
    SchemaFit fit = SchemaFit.of(request, live, named);
    List<String> key = PlanDraft.resolve(draft.names().primaryKey(), named, fit.rows());
    StagedPlan plan = new StagedPlan(request, draft, fit.rows(), key);
    Layout unused = new LayoutRules(request, draft).choose(key, live.spec().schema());
    plan.mergeInto(live, fit);
  }

  private void mergeInto(ExistingTable live, SchemaFit fit) {
    draft.because(
        "staged first: the target's rows stay as they are until every row is loaded"
            + " and counted, and then change in one statement");
    draft.because("matched on " + key + "; of rows with one key " + winner());
    draft.because(
        "rows that are equal already are left alone, so that the same run again changes nothing");
    if (request.method() == LoadMethod.STREAMS) {
      draft.because(
          "one statement outside any transaction: inside one, rows of write streams could not be"
              + " changed for half an hour");
    }
    if (!live.spec().primaryKey().isEmpty()
        && !Names.fold(live.spec().primaryKey()).equals(Names.fold(key))) {
      draft.warn(
          "the target declares PRIMARY KEY "
              + live.spec().primaryKey()
              + " and rows are matched on "
              + key
              + ": BigQuery takes a declared key for unique, so queries may go wrong where it is"
              + " not");
    }
    List<String> nullable = nullableKey(live, fit);
    if (!nullable.isEmpty()) {
      draft.warn(
          "key columns "
              + nullable
              + " may be NULL in rows and target, and NULL meets NULL: such a merge reads the whole"
              + " target; make them REQUIRED to spare that");
    }
    stage(fit.rows(), null, List.of(), true, true);
    AppendPlan.evolve(request, draft, fit);
    draft.step(
        new Step.RunQuery(
            request.target(), statements.merge(fit.rows(), live.spec().schema(), key)));
    draft.step(new Step.DropTable(request.staging()));
  }

  private List<String> nullableKey(ExistingTable live, SchemaFit fit) {
    return key.stream()
        .filter(name -> isNullable(fit.rows(), name) && isNullable(live.spec().schema(), name))
        .toList();
  }

  private static boolean isNullable(TableSchema schema, String name) {
    return schema.find(name).filter(c -> c.mode() == ColumnMode.REQUIRED).isEmpty();
  }

  private void stage(
      TableSchema schema,
      @Nullable PartitionSpec partition,
      List<String> clusterBy,
      boolean sequenced,
      boolean merges) {
    List<Column> columns = new ArrayList<>(schema.columns());
    if (sequenced) {
      columns.add(Column.of(PublishPlan.SEQUENCE_COLUMN, ColumnType.INT64, ColumnMode.REQUIRED));
    }
    draft.step(
        new Step.CreateTable(
            request.staging(),
            new TableSpec(new TableSchema(columns), List.of(), partition, clusterBy),
            PlanDraft.labels(request.runId()),
            true));
    draft.step(new Step.LoadRows(request.staging(), request.method(), sequenced));
    // The rows of streams lie in a buffer, and only a query tells keys apart.
    boolean counted = merges || request.method() == LoadMethod.STREAMS;
    draft.step(
        counted
            ? new Step.CheckRows(request.staging(), key, statements.count(key))
            : new Step.CheckRowCount(request.staging()));
  }

  /** Tells what a replacement changes in the columns. */
  private void compare(TableSchema schema) {
    if (request.live() == null) {
      return;
    }
    TableSchema before = request.live().spec().schema();
    List<String> changes = new ArrayList<>();
    for (Column column : schema.columns()) {
      Column old = before.find(column.name()).orElse(null);
      if (old == null) {
        changes.add("new " + column.sqlDefinition());
      } else if (!old.withName(column.name()).sqlDefinition().equals(column.sqlDefinition())) {
        changes.add(old.sqlDefinition() + " becomes " + column.sqlDefinition());
      }
    }
    if (!changes.isEmpty()) {
      draft.because("the columns become those of the rows: " + String.join("; ", changes));
    }
    before.columns().stream()
        .filter(column -> schema.find(column.name()).isEmpty())
        .forEach(column -> draft.loses("column " + column.sqlDefinition()));
  }

  private static boolean isKeyLost(ExistingTable live, Layout layout) {
    return !live.spec().primaryKey().isEmpty()
        && !Names.fold(live.spec().primaryKey()).equals(Names.fold(layout.constraint()));
  }

  private void lose(String what, boolean lost) {
    if (lost) {
      draft.loses(what);
    }
  }
}
