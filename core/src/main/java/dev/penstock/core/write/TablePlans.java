package dev.penstock.core.write;

import dev.penstock.core.append.WriterSchema;
import dev.penstock.core.encode.CreationTypes;
import dev.penstock.core.encode.EncodedRows;
import dev.penstock.core.encode.RowDescriptor;
import dev.penstock.core.encode.RowPlan;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.metrics.WriteMetrics;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.table.ChangeProvisioning;
import dev.penstock.core.table.LiveTable;
import dev.penstock.core.table.NewColumn;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.table.TablePolicy;
import java.time.Duration;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The table as one writer sees it, and the row plans made for it. Makes the table ready on first
 * use and lets it grow with the rows. One owner thread; waits for table metadata only.
 */
final class TablePlans {
  private static final Logger LOG = LoggerFactory.getLogger(TablePlans.class);

  /** An edge reuses its schemas; one that does not must not fill the memory. */
  private static final int MAX_SCHEMAS = 1_000;

  private final Destination destination;
  private final TablePolicy policy;
  private final boolean change;
  private final TableAdmin tables;
  private final WriteMetrics metrics;
  private final IdentityHashMap<SourceSchema, Map<ChangeType, Ready>> cache =
      new IdentityHashMap<>();
  private @Nullable LiveTable live;
  private @Nullable RowDescriptor descriptor;
  private @Nullable WriterSchema writerSchema;
  private final IdentityHashMap<EncodedRows, Verbatim> verbatim = new IdentityHashMap<>();
  private boolean ready;
  private boolean stalenessDue;
  private @Nullable TableSchema told;
  private boolean outdated;

  TablePlans(
      Destination destination,
      TablePolicy policy,
      boolean change,
      TableAdmin tables,
      WriteMetrics metrics) {
    this.destination = destination;
    this.policy = policy;
    this.change = change;
    this.tables = tables;
    this.metrics = metrics;
  }

  /**
   * A plan and what requests with its rows must say.
   *
   * @param defaulted columns that the source lacks and that have a default expression
   */
  record Ready(RowPlan plan, List<String> defaulted) {}

  /** The same for rows that the caller encodes. */
  record Verbatim(WriterSchema schema, List<String> defaulted) {}

  /** The key columns of the table; empty when it has none or does not exist yet. */
  List<String> primaryKey() {
    LiveTable found = look();
    return found == null ? List.of() : found.primaryKey();
  }

  /** The labels of the table; empty when it has none or does not exist yet. */
  Map<String, String> labels() {
    LiveTable found = look();
    return found == null ? Map.of() : found.labels();
  }

  private @Nullable LiveTable look() {
    if (live == null) {
      live = tables.find(destination).orElse(null);
    }
    return live;
  }

  /** The table; only after a plan was made. */
  LiveTable table() {
    return required(live);
  }

  /** The schema that the latest rows are encoded by; only after a plan was made. */
  WriterSchema writerSchema() {
    return required(writerSchema);
  }

  private static <T> T required(@Nullable T value) {
    if (value == null) {
      throw new IllegalStateException("no row was planned yet");
    }
    return value;
  }

  /** The plan for rows of a schema; the first makes the table ready. */
  Ready planFor(SourceSchema source, ChangeType type) {
    refresh();
    Map<ChangeType, Ready> plans = cache.get(source);
    Ready known = plans == null ? null : plans.get(type);
    return known != null ? known : compile(source, type);
  }

  private Ready compile(SourceSchema source, ChangeType type) {
    if (!ready) {
      prepare(source.fields().stream().map(CreationTypes::columnFor).toList());
    }
    List<Column> rows = CreationTypes.columnsOf(source);
    if (!table().isLooseFor(rows, policy)) {
      live = tables.loosen(destination, rows, policy);
      grow(table());
    }
    RowPlan.Outcome outcome = outcome(source, type);
    if (outcome instanceof RowPlan.Outcome.Refused && policy.widenTypes()) {
      start(tables.widen(destination, rows, policy));
      outcome = outcome(source, type);
    }
    if (outcome instanceof RowPlan.Outcome.MissingColumns missing) {
      extend(missing.columns().stream().map(TablePlans::column).toList());
      outcome = outcome(source, type);
    }
    if (outcome instanceof RowPlan.Outcome.Ready planned) {
      Ready result =
          new Ready(
              planned.plan(), defaulted(source.fields().stream().map(SourceField::name).toList()));
      remember(source, type, result);
      return result;
    }
    if (outcome instanceof RowPlan.Outcome.MissingColumns missing) {
      throw lacks(missing.columns().stream().map(TablePlans::path).toList());
    }
    if (outcome instanceof RowPlan.Outcome.Refused refused) {
      throw new IngestException(
          ErrorCode.UNSUPPORTED_TYPE,
          "Rows do not fit table " + destination + ": " + String.join(" ", refused.reasons()));
    }
    throw new AssertionError(outcome);
  }

  /** Notes the schema that the service told with an answer: the next plan is made for it. */
  void schemaTold(TableSchema schema) {
    if (ready && !schema.equals(told)) {
      told = schema;
      outdated = outdated || isNews(schema);
    }
  }

  private boolean isNews(TableSchema schema) {
    try {
      return required(descriptor).grow(schema) != descriptor;
    } catch (IngestException e) {
      // Another type: whoever reads the table says so.
      return true;
    }
  }

  /** Whether plans are made anew before the next row. */
  boolean isOutdated() {
    return outdated;
  }

  /** Reads the table, since answers do not tell its keys and defaults. */
  private void refresh() {
    if (outdated) {
      outdated = false;
      live = tables.find(destination).orElseGet(this::table);
      grow(table());
      cache.clear();
      verbatim.clear();
    }
  }

  private IngestException lacks(List<String> paths) {
    return new IngestException(
        ErrorCode.SCHEMA_MISMATCH,
        "Rows for "
            + destination
            + " carry columns that the table lacks: "
            + paths
            + ". Add the columns, allow new columns to be added, or leave the fields out.");
  }

  /** The plan for rows that the caller encodes; the first makes the table ready. */
  Verbatim planFor(EncodedRows rows) {
    refresh();
    Verbatim known = verbatim.get(rows);
    return known != null ? known : fit(rows);
  }

  private Verbatim fit(EncodedRows rows) {
    if (!ready) {
      prepare(rows.columns().columns());
    }
    if (!table().holds(rows.columns())) {
      live = unite(rows.columns());
      grow(table());
    }
    List<NewColumn> missing = NewColumn.missing(table().schema(), rows.columns());
    if (!missing.isEmpty()) {
      throw lacks(missing.stream().map(NewColumn::path).toList());
    }
    if (verbatim.size() >= MAX_SCHEMAS) {
      verbatim.clear();
    }
    List<String> names = rows.columns().columns().stream().map(Column::name).toList();
    Verbatim result = new Verbatim(WriterSchema.of(rows), defaulted(names));
    verbatim.put(rows, result);
    return result;
  }

  private void remember(SourceSchema source, ChangeType type, Ready result) {
    if (cache.size() >= MAX_SCHEMAS) {
      cache.clear();
    }
    cache.computeIfAbsent(source, key -> new EnumMap<>(ChangeType.class)).put(type, result);
  }

  private RowPlan.Outcome outcome(SourceSchema source, ChangeType type) {
    return RowPlan.compile(
        source, required(descriptor), type, table().primaryKey(), table().defaultedColumns());
  }

  private void prepare(List<Column> columns) {
    LiveTable table = tables.ensure(destination, policy, columns, change);
    stalenessDue =
        change
            && policy.maxStaleness() != null
            && policy.provisioning() == ChangeProvisioning.BEST_EFFORT;
    start(table);
    ready = true;
  }

  /** Encodes rows by the columns of a table, whatever they were. */
  private void start(LiveTable table) {
    live = table;
    descriptor = RowDescriptor.of(table.schema(), change);
    writerSchema = WriterSchema.of(descriptor);
    cache.clear();
    verbatim.clear();
  }

  private LiveTable unite(TableSchema rows) {
    return policy.mayChangeColumns()
        ? tables.unite(destination, rows, policy)
        // Somebody may have changed them since the table was read.
        : tables.find(destination).orElseGet(this::table);
  }

  private void extend(List<NewColumn> missing) {
    LiveTable table;
    if (policy.addColumns()) {
      table = tables.addColumns(destination, missing);
    } else {
      // Somebody may have added them since the table was read.
      table = tables.find(destination).orElseGet(this::table);
    }
    live = table;
    grow(table);
  }

  private void grow(LiveTable table) {
    RowDescriptor grown = required(descriptor).grow(table.schema());
    if (grown != descriptor) {
      descriptor = grown;
      writerSchema = WriterSchema.of(grown);
      LOG.debug("Rows for {} are encoded by a larger schema from now on", destination);
    }
  }

  private List<String> defaulted(List<String> carried) {
    return table().defaultedColumns().stream()
        .filter(name -> carried.stream().noneMatch(name::equalsIgnoreCase))
        .toList();
  }

  private static NewColumn column(RowPlan.MissingColumn missing) {
    return new NewColumn(missing.parentPath(), CreationTypes.addedColumnFor(missing.field()));
  }

  private static String path(RowPlan.MissingColumn missing) {
    SourceField field = missing.field();
    return missing.parentPath().isEmpty()
        ? field.name()
        : String.join(".", missing.parentPath()) + "." + field.name();
  }

  /** Whether {@link #setMaxStaleness} has something to do. */
  boolean isStalenessDue() {
    return stalenessDue;
  }

  /** Sets max_staleness. Rows flow with any value, so this waits until rows are on their way. */
  void setMaxStaleness() {
    stalenessDue = false;
    Duration wanted = policy.maxStaleness();
    if (wanted != null) {
      IngestException failure = tables.setMaxStaleness(table(), wanted);
      if (failure != null) {
        metrics.failed(destination, failure.code(), String.valueOf(failure.getMessage()));
      }
    }
  }

  /** Reads the table anew. Empty when it is gone. */
  Optional<LiveTable> reread() {
    return tables.find(destination);
  }

  /** Makes a table that disappeared again, with the columns it had. */
  void recreate() {
    live = tables.ensure(destination, policy, required(descriptor).schema().columns(), change);
    grow(table());
  }

  /** Adds the columns of rows that the table lost. */
  void addColumnsOf(TableSchema rows) {
    LiveTable seen = reread().orElseGet(this::table);
    extend(NewColumn.missing(seen.schema(), rows));
  }

  boolean mayAddColumns() {
    return policy.addColumns();
  }

  boolean maySetUpTable() {
    return policy.createTable();
  }

  Destination destination() {
    return destination;
  }

  boolean isChange() {
    return change;
  }
}
