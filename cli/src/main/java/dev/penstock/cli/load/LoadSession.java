package dev.penstock.cli.load;

import dev.penstock.cli.destination.BigQueryUri;
import dev.penstock.cli.destination.LocalDirectory;
import dev.penstock.cli.destination.OpenBigQuery;
import dev.penstock.cli.report.CommandException;
import dev.penstock.cli.report.RunView;
import dev.penstock.cli.source.Fingerprint;
import dev.penstock.cli.source.Source;
import dev.penstock.cli.source.SourceTable;
import dev.penstock.cli.source.Sources;
import dev.penstock.cli.source.Wanted;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.encode.RowCursor;
import dev.penstock.core.job.Jobs;
import dev.penstock.core.job.RestCalls;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.TableSpec;
import dev.penstock.core.publish.ExistingTable;
import dev.penstock.core.publish.OptionNames;
import dev.penstock.core.publish.PublishPlan;
import dev.penstock.core.publish.PublishPlanner;
import dev.penstock.core.publish.PublishReport;
import dev.penstock.core.publish.PublishRequest;
import dev.penstock.core.publish.PublishRun;
import dev.penstock.core.publish.RecoveredRun;
import dev.penstock.core.publish.RunJournals;
import dev.penstock.core.publish.RunListener;
import dev.penstock.core.publish.RunSource;
import dev.penstock.core.table.DatasetAdmin;
import dev.penstock.core.table.LiveTable;
import dev.penstock.core.table.TableAdmin;
import dev.penstock.core.time.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Source and destination of one run, opened. One owner thread. */
public final class LoadSession implements AutoCloseable {
  /** Names the directory of journals. */
  public static final String RUNS_VARIABLE = "PENSTOCK_RUNS_DIR";

  private static final OptionNames OPTIONS =
      new OptionNames("--primary-key", "--order-by", "--partition-by", "--cluster-by");

  private static final Duration CALL_BOUND = Duration.ofSeconds(60);

  private final LoadRequest request;
  private final Map<String, String> environment;
  private final RunView view;
  private final Source source;
  private final OpenBigQuery bigQuery;
  private final TableAdmin tables;
  private final Jobs jobs;
  private final RunJournals journals;
  private final RowRoads roads;

  private @Nullable SourceTable inspected;

  private LoadSession(
      LoadRequest request, Map<String, String> environment, RunView view, OpenBigQuery bigQuery) {
    this.request = request;
    this.environment = environment;
    this.view = view;
    this.source = Sources.open(request.from(), request.sourceTable());
    this.bigQuery = bigQuery;
    BigQueryConnection connection = bigQuery.connection();
    this.tables = new TableAdmin(connection, Time.SYSTEM);
    this.jobs =
        new Jobs(
            connection, new RestCalls(connection.rest(), Time.SYSTEM, CALL_BOUND), Time.SYSTEM);
    this.journals =
        new RunJournals(runs(environment), place(request.to(), environment), Time.SYSTEM);
    this.roads = new RowRoads(connection, request.to());
  }

  /** Connects to both. */
  public static LoadSession open(
      LoadRequest request, Map<String, String> environment, RunView view) {
    OpenBigQuery bigQuery = OpenBigQuery.open(request.to(), environment);
    try {
      return new LoadSession(request, environment, view, bigQuery);
    } catch (RuntimeException e) {
      bigQuery.close();
      throw e;
    }
  }

  private static Path runs(Map<String, String> environment) {
    String named = environment.getOrDefault(RUNS_VARIABLE, "");
    return named.isBlank()
        ? Path.of(System.getProperty("user.home"), ".penstock", "runs")
        : Path.of(named);
  }

  private static String place(BigQueryUri to, Map<String, String> environment) {
    return to.isLocal()
        ? "local " + LocalDirectory.of(environment).toAbsolutePath().normalize()
        : "project " + to.project();
  }

  /** Cleans up after runs that died, and makes sure that there is a dataset. */
  public void prepare() {
    for (RecoveredRun run : journals.recover(tables, jobs, roads.committer())) {
      view.note("Cleaned up after run " + run.runId() + " into " + run.target() + ": " + told(run));
    }
    if (requireDataset().isEmpty()) {
      new DatasetAdmin(bigQuery.connection(), Time.SYSTEM)
          .create(request.to().project(), request.dataset(), request.to().location());
      view.note("Created dataset " + request.to().project() + "." + request.dataset() + ".");
    }
  }

  private static String told(RecoveredRun run) {
    return switch (run.end()) {
      case NOT_PUBLISHED -> "its target is as before.";
      case PUBLISHED -> "its rows had been published.";
      case PREPARED ->
          "its rows were not published yet. --run-id "
              + run.runId()
              + " with the same load publishes them within a day; else its target is as before.";
      case UNKNOWN -> "whether its rows were published is unknown; compare the target.";
    };
  }

  /** The location of the dataset; empty when it does not exist and may be created. */
  private Optional<String> requireDataset() {
    BigQueryUri to = request.to();
    Optional<String> location =
        new DatasetAdmin(bigQuery.connection(), Time.SYSTEM)
            .findLocation(to.project(), request.dataset());
    String name = to.project() + "." + request.dataset();
    if (location.isEmpty() && !to.isLocal() && !request.createDataset()) {
      throw new CommandException(
          "Dataset "
              + name
              + " does not exist, or the credentials may not see it. Create it, correct its name,"
              + " or add --create-dataset.");
    }
    if (location.isPresent()
        && to.location() != null
        && !to.location().equalsIgnoreCase(location.get())) {
      throw CommandException.badArgument(
          "--to location: "
              + to.location()
              + " (expected: "
              + location.get()
              + ", where dataset "
              + name
              + " lies)");
    }
    return location;
  }

  /** Reads what there is on both sides, and plans the run. Changes nothing. */
  public PublishPlan plan() {
    boolean datasetExists = requireDataset().isPresent();
    String table = request.into() == null ? source.tableName() : request.into();
    Destination target = new Destination(request.to().project(), request.dataset(), table);
    Optional<LiveTable> live = datasetExists ? tables.find(target) : Optional.empty();
    List<Column> liveColumns = live.map(t -> t.schema().columns()).orElse(List.of());
    SourceTable rows = source.inspect(new Wanted(request.columns(), liveColumns, view::reading));
    inspected = rows;
    RunTables names = new RunTables(rows);
    TableSpec desired = names.desired(request, rows.primaryKey());
    MethodChoice method = MethodChoice.of(request, rows.schema(), desired.schema());
    PublishPlan plan =
        PublishPlanner.plan(
            new PublishRequest(
                target,
                request.strategy(),
                desired,
                live.map(ExistingTable::of).orElse(null),
                method.method(),
                request.relax(),
                request.newestBy() == null ? null : names.column("--order-by", request.newestBy()),
                request.runId()),
            OPTIONS);
    return datasetExists ? method.explain(plan) : withDataset(method.explain(plan));
  }

  private PublishPlan withDataset(PublishPlan plan) {
    List<String> warnings = new ArrayList<>(plan.warnings());
    warnings.add(
        "dataset "
            + request.to().project()
            + "."
            + request.dataset()
            + " does not exist: the load creates it first. Check its name");
    return new PublishPlan(plan.request(), plan.steps(), plan.reasons(), plan.losses(), warnings);
  }

  /** Carries out a plan of this session. */
  public PublishReport run(PublishPlan plan) {
    if (inspected == null) {
      throw new IllegalStateException("there is no plan of this session yet");
    }
    view.planned(plan, inspected.rowCount());
    RunListener listener = new EndWhenInterrupted(StopAt.named(environment, view));
    PublishRun run =
        new PublishRun(tables, jobs, roads, roads.committer(), journals, listener, Time.SYSTEM);
    try (RowCursor rows = inspected.rows()) {
      return run.run(plan, new RunSource(fingerprint(plan, inspected), request.runIdGiven(), rows));
    }
  }

  /** Of the rows, what they become, and where they go: an append under its id is only that one. */
  private String fingerprint(PublishPlan plan, SourceTable rows) {
    return Fingerprint.of(
        List.of(plan.request().target().toString(), request.columns().toString(), rows.identity()));
  }

  @Override
  public void close() {
    bigQuery.close();
  }
}
