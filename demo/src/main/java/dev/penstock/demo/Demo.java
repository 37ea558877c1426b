package dev.penstock.demo;

import dev.penstock.demo.compare.LocalTable;
import dev.penstock.demo.load.LoadTable;
import dev.penstock.demo.operations.OperationResult;
import dev.penstock.demo.operations.OperationsRun;
import dev.penstock.demo.operations.ResultsFile;
import dev.penstock.demo.progress.Phase;
import dev.penstock.demo.progress.Progress;
import dev.penstock.demo.progress.Sampler;
import dev.penstock.demo.stack.Backlog;
import dev.penstock.demo.stack.Sink;
import dev.penstock.demo.stack.Source;
import dev.penstock.demo.stack.Stack;
import dev.penstock.testkit.history.ChangeHistory;
import dev.penstock.testkit.history.HistoryTable;
import java.util.ArrayList;
import java.util.List;

/** One run from an empty database to the verdict. One owner thread. */
public final class Demo {
  private static final LoadTable BY_OFFSET = new LoadTable("orders_by_offset");
  private static final LoadTable BY_VERSION = new LoadTable("orders_by_version");
  private static final List<LoadTable> LOAD_TABLES = List.of(BY_OFFSET, BY_VERSION);

  private static final int SHOWN_FAULTS = 10;

  private final Stack stack;
  private final Progress progress;
  private final DemoOptions options;
  private final ChangeHistory history = ChangeHistory.load("customers-32");
  private final List<String> faults = new ArrayList<>();

  /** The stack must not have started; the caller closes it. */
  public Demo(Stack stack, Progress progress, DemoOptions options) {
    this.stack = stack;
    this.progress = progress;
    this.options = options;
  }

  /** Runs all phases. */
  public Verdict run() {
    progress.begin(Phase.START);
    stack.start();
    createTables();
    Sink byOffset = stack.sink("bigquery-by-offset", offsetTables(), new Sink.Sequencing.Offset());
    Sink byVersion =
        stack.sink(
            "bigquery-by-version",
            List.of(BY_VERSION.name()),
            new Sink.Sequencing.Column(LoadTable.VERSION));
    List<Sink> sinks = List.of(byOffset, byVersion);
    stack.source().start(allTables());
    sinks.forEach(Sink::start);
    TableCounts counts =
        new TableCounts(stack, progress, offsetTables(), List.of(BY_VERSION.name()));
    try (Sampler sampler = new Sampler(progress, () -> backlog(sinks), counts::refresh)) {
      sampler.start();
      progress.begin(Phase.OPERATIONS);
      runOperations(byOffset);
      requireCleanSchemas();
      progress.begin(Phase.LOAD);
      new LoadPhase(stack, progress, options).run(LOAD_TABLES, sinks);
      progress.begin(Phase.CATCH_UP);
      stack.source().awaitCaughtUp();
      sinks.forEach(Sink::awaitCaughtUp);
      sampler.sample();
      requireCleanSchemas();
      progress.begin(Phase.COMPARE);
      progress.note("every row of " + String.join(", ", allTables()));
      return conclude(Verdict.of(stack.postgres(), stack.local().rest(), allTables()));
    }
  }

  private Verdict conclude(Verdict compared) {
    List<String> all = new ArrayList<>(faults);
    all.addAll(compared.faults());
    Verdict verdict = new Verdict(compared.rows(), compared.identicalRows(), all);
    List<String> shown = new ArrayList<>(List.of(verdict.line()));
    all.stream().limit(SHOWN_FAULTS).forEach(shown::add);
    progress.end(verdict.isIdentical(), String.join("\n", shown));
    return verdict;
  }

  private void createTables() {
    history.fixture().forEach(stack.postgres()::execute);
    history
        .variants()
        .getOrDefault(history.profile("F").variant(), List.of())
        .forEach(stack.postgres()::execute);
    LOAD_TABLES.forEach(table -> table.create(stack.postgres()));
    stack.broker().createTopics(allTables().stream().map(Source::topic).toList(), Sink.TASKS);
  }

  private List<String> offsetTables() {
    List<String> tables =
        new ArrayList<>(history.tables().stream().map(HistoryTable::name).toList());
    tables.add(BY_OFFSET.name());
    return tables;
  }

  private List<String> allTables() {
    List<String> tables = offsetTables();
    tables.add(BY_VERSION.name());
    return tables;
  }

  private static Backlog backlog(List<Sink> sinks) {
    return sinks.stream().map(Sink::backlog).reduce(new Backlog(0, 0), Backlog::plus);
  }

  private void runOperations(Sink sink) {
    List<OperationResult> results =
        new OperationsRun(stack, sink, history).run(this::noteOperation);
    ResultsFile file = options.json();
    if (file != null) {
      file.write(results);
    }
  }

  private void noteOperation(OperationResult result) {
    progress.add(new Progress.OperationView(result.number(), result.title(), result.ok()));
    progress.note(
        String.format(
            "%2d  %s  %s", result.number(), result.ok() ? "ok    " : "WRONG ", result.title()));
    if (!result.ok()) {
      faults.add(
          "operation "
              + result.number()
              + " ("
              + result.title()
              + "): expected "
              + result.expected()
              + " but BigQuery has "
              + result.actual());
    }
  }

  private void requireCleanSchemas() {
    for (String table : allTables()) {
      for (String column : new LocalTable(stack.local().rest(), table).forbiddenColumns()) {
        faults.add(table + ": column " + column + " is visible in BigQuery");
      }
    }
  }
}
