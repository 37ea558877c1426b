package dev.penstock.cli.report;

import dev.penstock.core.publish.PublishPlan;
import java.io.PrintWriter;
import java.util.Map;

/** Chooses how a run is shown. Immutable. */
public final class RunViews {
  /** What the launcher sets when standard error is a terminal. */
  private static final String TERMINAL = "penstock.terminal";

  private RunViews() {}

  /** Events for programs. */
  public static RunView json(PrintWriter out) {
    return new JsonView(out);
  }

  /**
   * Text for people: a bar on a terminal, else a line every few seconds.
   *
   * @param environment {@code NO_COLOR}, when not empty, asks for no colours, and {@code TERM=dumb}
   *     for no bar
   */
  public static RunView text(PrintWriter out, PrintWriter err, Map<String, String> environment) {
    boolean terminal =
        Boolean.getBoolean(TERMINAL) && !environment.getOrDefault("TERM", "dumb").equals("dumb");
    boolean colours = environment.getOrDefault("NO_COLOR", "").isEmpty();
    return new TextView(out, terminal ? new TerminalLine(err, colours) : new LogLines(err));
  }

  /** A plan as one JSON line. */
  public static String json(PublishPlan plan) {
    return JsonView.planEvent(plan).toString();
  }
}
