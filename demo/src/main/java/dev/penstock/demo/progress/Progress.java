package dev.penstock.demo.progress;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The story of one run. Thread-safe; every note also goes to the console. */
public final class Progress {
  private static final int KEPT_SAMPLES = 600;
  private static final int KEPT_NOTES = 200;

  private final Consumer<String> console;
  private final long startNanos = System.nanoTime();
  private final Map<Phase, PhaseView> phases = new EnumMap<>(Phase.class);
  private final Deque<Sample> samples = new ArrayDeque<>();
  private final Deque<String> notes = new ArrayDeque<>();
  private final List<OperationView> operations = new ArrayList<>();
  private List<TableView> tables = List.of();
  private @Nullable Phase current;
  private double currentSince;
  private Outcome outcome = new Outcome(false, "");

  /**
   * A phase as the page shows it.
   *
   * @param state waiting, running, done or failed
   */
  public record PhaseView(String title, String state, double seconds) {}

  /** An operation as the page shows it. */
  public record OperationView(int number, String title, boolean ok) {}

  /**
   * How the run ended.
   *
   * @param identical false as long as it has not ended
   * @param line empty as long as it has not ended; what differs follows on further lines
   */
  public record Outcome(boolean identical, String line) {}

  /** Everything at one moment. */
  public record Snapshot(
      double seconds,
      List<PhaseView> phases,
      List<Sample> samples,
      List<TableView> tables,
      List<OperationView> operations,
      List<String> notes,
      Outcome outcome) {}

  /** Writes notes to the console as well. */
  public Progress(Consumer<String> console) {
    this.console = console;
    for (Phase phase : Phase.values()) {
      phases.put(phase, new PhaseView(phase.title(), "waiting", 0));
    }
  }

  /** Seconds since the run began. */
  public double seconds() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  /** Ends the current phase and begins another. */
  public void begin(Phase phase) {
    synchronized (this) {
      endPhase("done");
      current = phase;
      currentSince = seconds();
      phases.put(phase, new PhaseView(phase.title(), "running", 0));
    }
    note(phase.title());
  }

  /** Ends the current phase and the run. */
  public synchronized void end(boolean identical, String line) {
    endPhase(identical ? "done" : "failed");
    outcome = new Outcome(identical, line);
  }

  private void endPhase(String state) {
    Phase ended = current;
    if (ended != null) {
      phases.put(ended, new PhaseView(ended.title(), state, seconds() - currentSince));
      current = null;
    }
  }

  /** The phase that runs now. */
  public synchronized @Nullable Phase current() {
    return current;
  }

  /** Tells people what happens. */
  public void note(String text) {
    String line = String.format("%6.1f s  %s", seconds(), text);
    synchronized (this) {
      notes.add(line);
      if (notes.size() > KEPT_NOTES) {
        notes.remove();
      }
    }
    console.accept(line);
  }

  /** Adds a sample. */
  public synchronized void add(Sample sample) {
    samples.add(sample);
    if (samples.size() > KEPT_SAMPLES) {
      samples.remove();
    }
  }

  /** Adds the result of an operation. */
  public synchronized void add(OperationView operation) {
    operations.add(operation);
  }

  /** Replaces the tables. */
  public synchronized void show(List<TableView> newTables) {
    tables = List.copyOf(newTables);
  }

  /** A copy of everything. */
  public synchronized Snapshot snapshot() {
    Map<Phase, PhaseView> views = new EnumMap<>(phases);
    Phase running = current;
    if (running != null) {
      views.put(running, new PhaseView(running.title(), "running", seconds() - currentSince));
    }
    return new Snapshot(
        seconds(),
        List.copyOf(views.values()),
        List.copyOf(samples),
        tables,
        List.copyOf(operations),
        List.copyOf(notes),
        outcome);
  }
}
