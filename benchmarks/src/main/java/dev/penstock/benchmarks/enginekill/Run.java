package dev.penstock.benchmarks.enginekill;

import dev.penstock.core.publish.LoadMethod;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of a load, as it is handed to a process. Immutable.
 *
 * @param rows the file with the rows
 * @param journals the directory of runs
 * @param table the target, which is also the id of the run
 * @param point where the run tells that it is there; null for nowhere
 * @param stops whether it stays there until it is killed
 */
record Run(
    String rest,
    String grpc,
    Path rows,
    Path journals,
    String table,
    LoadMethod method,
    @Nullable Point point,
    boolean stops) {
  private static final String NOWHERE = "-";

  static Run of(String[] arguments) {
    return new Run(
        arguments[0],
        arguments[1],
        Path.of(arguments[2]),
        Path.of(arguments[3]),
        arguments[4],
        LoadMethod.valueOf(arguments[5]),
        arguments[6].equals(NOWHERE) ? null : Point.valueOf(arguments[6]),
        Boolean.parseBoolean(arguments[7]));
  }

  List<String> arguments() {
    return List.of(
        rest,
        grpc,
        rows.toString(),
        journals.toString(),
        table,
        method.name(),
        point == null ? NOWHERE : point.name(),
        Boolean.toString(stops));
  }

  /** The same run with a moment at which it tells that it is there. */
  Run at(Point moment, boolean stays) {
    return new Run(rest, grpc, rows, journals, table, method, moment, stays);
  }
}
