package dev.penstock.core.table;

import com.google.api.client.util.Data;
import com.google.api.services.bigquery.Bigquery;
import com.google.api.services.bigquery.model.Dataset;
import com.google.api.services.bigquery.model.Table;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.job.Jobs;
import dev.penstock.core.job.RestCalls;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.TableSchema;
import dev.penstock.core.model.TableSpec;
import dev.penstock.core.recovery.RecoveryTable;
import dev.penstock.core.recovery.Step;
import dev.penstock.core.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes tables fit for rows: finds, creates, checks, extends. Many tasks may do so at once: a lost
 * race is read back and checked again. Thread-safe; calls wait, at most about a minute each.
 */
public final class TableAdmin {
  private static final Logger LOG = LoggerFactory.getLogger(TableAdmin.class);
  private static final Duration BOUND = Duration.ofSeconds(60);

  private final Bigquery rest;
  private final RestCalls calls;
  private final Time time;
  private final MaxStaleness staleness;
  private final ColumnTypes types;

  /** The tables that a connection reaches. */
  public TableAdmin(BigQueryConnection connection, Time time) {
    this.rest = connection.rest();
    this.calls = new RestCalls(rest, time, BOUND);
    this.time = time;
    Jobs jobs = new Jobs(connection, calls, time);
    this.staleness = new MaxStaleness(jobs);
    this.types = new ColumnTypes(jobs);
  }

  /**
   * Reads a table. Empty when it does not exist.
   *
   * @throws IngestException when the answer is neither yes nor no
   */
  public Optional<LiveTable> find(Destination destination) {
    try {
      Table table =
          calls.run(
              "Reading table " + destination,
              () ->
                  rest.tables()
                      .get(destination.project(), destination.dataset(), destination.table())
                      .execute());
      return Optional.of(new LiveTable(destination, table));
    } catch (IngestException e) {
      if (e.code() == ErrorCode.TABLE_NOT_FOUND || e.code() == ErrorCode.DATASET_NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * Creates a table. One of that name that has these columns and labels is taken for it: a request
   * that was answered late is sent again.
   *
   * @throws IngestException ALREADY_EXISTS when another table has the name; INVALID_OPTION, before
   *     any call, when the service would refuse the table
   */
  public LiveTable create(Destination destination, TableSpec spec) {
    Table planned = NewTable.of(destination, spec, time.currentMillis());
    try {
      return new LiveTable(destination, insert(destination, planned));
    } catch (IngestException e) {
      if (!RecoveryTable.isDone(Step.CREATE, e.code())) {
        throw e;
      }
      LiveTable found = load(destination);
      if (!SchemaUnion.differences(found, spec.schema()).isEmpty()
          || !found.labels().entrySet().containsAll(spec.attributes().labels().entrySet())) {
        throw e;
      }
      return found;
    }
  }

  private Table insert(Destination destination, Table planned) {
    return calls.run(
        Step.CREATE,
        "Creating table " + destination,
        () ->
            rest.tables().insert(destination.project(), destination.dataset(), planned).execute());
  }

  /** Takes labels off a table, and lets it live for ever. */
  public LiveTable release(Destination destination, Set<String> labels) {
    Map<String, String> without = new HashMap<>();
    labels.forEach(label -> without.put(label, Data.NULL_STRING));
    Table change = new Table().setLabels(without).setExpirationTime(Data.NULL_LONG);
    return updateWithEtag(
        destination,
        live ->
            live.expirationMillis() == 0 && Collections.disjoint(live.labels().keySet(), labels)
                ? null
                : change,
        "lifetime");
  }

  /** Lets a table live so long from now on. */
  public LiveTable prolong(Destination destination, Duration lifetime) {
    long end = time.currentMillis() + lifetime.toMillis();
    Table change = new Table().setExpirationTime(end);
    return updateWithEtag(
        destination, live -> live.expirationMillis() >= end ? null : change, "lifetime");
  }

  /** Removes a table; one that does not exist is no failure. */
  public void drop(Destination destination) {
    try {
      calls.run(
          "Dropping table " + destination,
          () ->
              rest.tables()
                  .delete(destination.project(), destination.dataset(), destination.table())
                  .execute());
    } catch (IngestException e) {
      if (e.code() != ErrorCode.TABLE_NOT_FOUND) {
        throw e;
      }
    }
  }

  /**
   * Where the data of a dataset lies, for example {@code US}.
   *
   * @throws IngestException DATASET_NOT_FOUND when it does not exist
   */
  public String location(Destination destination) {
    try {
      Dataset dataset =
          calls.run(
              "Reading dataset " + destination.project() + "." + destination.dataset(),
              () -> rest.datasets().get(destination.project(), destination.dataset()).execute());
      return dataset.getLocation() == null ? "" : dataset.getLocation();
    } catch (IngestException e) {
      // The answer for a dataset does not always name it, so its code can be that of tables.
      if (e.code() != ErrorCode.TABLE_NOT_FOUND) {
        throw e;
      }
      throw new IngestException(
          ErrorCode.DATASET_NOT_FOUND,
          "Dataset "
              + destination.project()
              + "."
              + destination.dataset()
              + " does not exist, or the credentials may not see it. Create it, or correct its"
              + " name.",
          e);
    }
  }

  /**
   * Makes sure that a table exists and can take rows: creates it, or checks what is there.
   *
   * @param columns the columns that the rows need, for a new table
   * @param change whether the rows are changes
   */
  public LiveTable ensure(
      Destination destination, TablePolicy policy, List<Column> columns, boolean change) {
    if (change && policy.provisioning() != ChangeProvisioning.BEST_EFFORT) {
      ChangeTableSteps steps = new ServiceTableSteps(this, staleness, destination, policy, columns);
      return fit(new ChangeTableSetup(destination, policy, steps, time).run(), policy, true);
    }
    Optional<LiveTable> found = find(destination);
    if (found.isPresent()) {
      requireLocation(found.get(), policy);
      return fit(found.get(), policy, change);
    }
    if (!policy.createTable()) {
      throw absent(destination);
    }
    TableSpec spec = NewTable.plan(destination, policy, columns, change);
    try {
      return insert(destination, policy, spec);
    } catch (IngestException e) {
      if (!RecoveryTable.isDone(Step.CREATE, e.code())) {
        throw e;
      }
      return fit(lostRace(destination, spec), policy, change);
    }
  }

  static IngestException absent(Destination destination) {
    return new IngestException(
        ErrorCode.TABLE_NOT_FOUND,
        "Table "
            + destination
            + " does not exist, or the credentials may not see it. Create it, or allow table"
            + " creation.");
  }

  /**
   * Creates a table where the policy wants it to lie.
   *
   * @throws IngestException ALREADY_EXISTS when another has the name
   */
  LiveTable insert(Destination destination, TablePolicy policy, TableSpec spec) {
    if (policy.location() != null) {
      requireLocation("the dataset of", destination, locationOfDataset(destination), policy);
    }
    Table created = insert(destination, NewTable.of(destination, spec, time.currentMillis()));
    LOG.info(
        "Created table {} with {} columns and key {}",
        destination,
        spec.schema().columns().size(),
        spec.primaryKey());
    return new LiveTable(destination, created);
  }

  private LiveTable lostRace(Destination destination, TableSpec spec) {
    LiveTable made = load(destination);
    List<String> differences = SchemaUnion.differences(made, spec.schema());
    if (!differences.isEmpty()) {
      LOG.warn(
          "Table {} was created by another task meanwhile, and differently: {}",
          destination,
          differences);
    }
    return made;
  }

  /**
   * Sets a label, on condition that nobody changed the table since it was seen.
   *
   * @throws IngestException CONFLICT when somebody did
   */
  LiveTable label(LiveTable seen, String key, String value) {
    Map<String, String> labels = new HashMap<>(seen.labels());
    labels.put(key, value);
    Table updated =
        calls.run(
            "Changing the labels of table " + seen.destination(),
            () -> patch(seen.destination(), new Table().setLabels(labels), seen.etag()));
    return new LiveTable(seen.destination(), updated);
  }

  private String locationOfDataset(Destination destination) {
    Dataset dataset =
        calls.run(
            "Reading the dataset of " + destination,
            () -> rest.datasets().get(destination.project(), destination.dataset()).execute());
    return dataset.getLocation() == null ? "" : dataset.getLocation();
  }

  static void requireLocation(LiveTable table, TablePolicy policy) {
    requireLocation("table", table.destination(), table.location(), policy);
  }

  private static void requireLocation(
      String what, Destination destination, String found, TablePolicy policy) {
    String wanted = policy.location();
    if (wanted != null && !found.isEmpty() && !wanted.equalsIgnoreCase(found)) {
      throw new IngestException(
          ErrorCode.INVALID_OPTION,
          "location: "
              + wanted
              + " (expected: "
              + found
              + ", where "
              + what
              + " "
              + destination
              + " lies)");
    }
  }

  private LiveTable load(Destination destination) {
    return find(destination)
        .orElseThrow(
            () ->
                new IngestException(
                    ErrorCode.TABLE_NOT_FOUND,
                    "Table "
                        + destination
                        + " disappeared while it was made ready. Find out who drops it."));
  }

  private LiveTable fit(LiveTable live, TablePolicy policy, boolean change) {
    live.requireTable();
    if (!change) {
      return live;
    }
    ChangeTableRules.checkColumns(live.destination(), live.schema());
    LiveTable keyed = live.primaryKey().isEmpty() ? withKey(live, policy) : live;
    ChangeTableRules.checkSameKey(keyed, policy.primaryKey());
    ChangeTableRules.checkKey(keyed.destination(), keyed.schema(), keyed.primaryKey());
    LiveTable relaxed =
        policy.relaxRequired() ? update(keyed.destination(), SchemaDiff::relaxations) : keyed;
    for (String caution : ChangeTableRules.cautions(relaxed)) {
      LOG.warn("Table {}: {}", relaxed.destination(), caution);
    }
    return relaxed;
  }

  private LiveTable withKey(LiveTable live, TablePolicy policy) {
    Destination destination = live.destination();
    if (!policy.addPrimaryKey() || policy.primaryKey().isEmpty()) {
      throw ChangeTableRules.unsuitable(
          destination,
          "it has no primary key",
          "Give it one: " + ChangeTableRules.addKeyStatement(destination, policy.primaryKey()));
    }
    ChangeTableRules.checkKey(destination, live.schema(), policy.primaryKey());
    Table change = new Table().setTableConstraints(NewTable.primaryKey(policy.primaryKey()));
    return updateWithEtag(
        destination, current -> current.primaryKey().isEmpty() ? change : null, "key");
  }

  /**
   * Adds columns at the end of the table or of its STRUCTs. Columns that are there already are left
   * alone.
   */
  public LiveTable addColumns(Destination destination, List<NewColumn> columns) {
    return update(destination, live -> SchemaDiff.additions(live, columns));
  }

  /** Makes REQUIRED columns NULLABLE. Columns that are NULLABLE already are left alone. */
  public LiveTable relaxColumns(Destination destination, List<String> columns) {
    return update(destination, live -> SchemaDiff.relaxations(live, columns));
  }

  /**
   * Makes a table hold rows of these columns and types, as far as the policy lets it be changed;
   * columns that may not be added stay missing.
   *
   * @throws IngestException SCHEMA_MISMATCH when a column has another type there
   */
  public LiveTable unite(Destination destination, TableSchema rows, TablePolicy policy) {
    return change(destination, live -> SchemaUnion.plan(live, rows.columns(), policy));
  }

  /**
   * Makes room in a table, as far as the policy lets it be changed, for rows that are converted to
   * its types: REQUIRED goes where they may be NULL, and lengths and precisions grow.
   */
  public LiveTable loosen(Destination destination, List<Column> rows, TablePolicy policy) {
    return update(destination, live -> SchemaUnion.loosened(live, rows, policy));
  }

  /** The same, and gives columns wider types, which nobody may write to meanwhile. */
  public LiveTable widen(Destination destination, List<Column> rows, TablePolicy policy) {
    return change(destination, live -> SchemaUnion.loosened(live, rows, policy));
  }

  private LiveTable change(Destination destination, Function<LiveTable, SchemaPlan> planner) {
    LiveTable live = update(destination, planner);
    List<SchemaPlan.Step.Retype> statements = planner.apply(live).bySql();
    if (statements.isEmpty()) {
      return live;
    }
    for (SchemaPlan.Step.Retype step : statements) {
      types.change(live, step);
    }
    return load(destination);
  }

  private LiveTable update(Destination destination, Function<LiveTable, SchemaPlan> planner) {
    return updateWithEtag(
        destination,
        live -> {
          SchemaPlan plan = planner.apply(live).byRest();
          if (plan.isEmpty()) {
            return null;
          }
          ColumnRules.checkAdded(destination, live.schema(), plan.added());
          LOG.info("Changing the schema of table {}: {}", destination, plan);
          return new Table().setSchema(plan.applyTo(live.restSchema()));
        },
        "schema");
  }

  /**
   * Reads, plans, and writes on condition that nobody wrote in between; else reads again.
   *
   * @param planner the fields to change; null when nothing is left to do
   */
  private LiveTable updateWithEtag(
      Destination destination, Function<LiveTable, @Nullable Table> planner, String what) {
    return calls.run(
        Step.CHANGE,
        "Changing the " + what + " of table " + destination,
        () -> {
          LiveTable live = load(destination);
          Table change = planner.apply(live);
          return change == null
              ? live
              : new LiveTable(destination, patch(destination, change, live.etag()));
        });
  }

  private Table patch(Destination destination, Table change, String etag) throws IOException {
    Bigquery.Tables.Patch patch =
        rest.tables()
            .patch(destination.project(), destination.dataset(), destination.table(), change);
    patch.getRequestHeaders().setIfMatch(etag);
    return patch.execute();
  }

  /**
   * Sets max_staleness where it differs, and checks that it took. Rows flow with any value, so a
   * failure is only told.
   *
   * @return why it is not set; null when it is
   */
  public @Nullable IngestException setMaxStaleness(LiveTable table, Duration maxStaleness) {
    return staleness.set(table, maxStaleness);
  }
}
