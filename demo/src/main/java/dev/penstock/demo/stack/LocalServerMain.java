package dev.penstock.demo.stack;

import dev.penstock.local.LocalBigQuery;
import dev.penstock.local.LocalOptions;
import java.nio.file.Path;

/**
 * The child JVM that runs local BigQuery. Its arguments are the data directory, the REST port and
 * the gRPC port.
 */
final class LocalServerMain {
  private LocalServerMain() {}

  public static void main(String[] arguments) {
    ParentWatch.start(() -> Runtime.getRuntime().halt(0));
    LocalBigQuery.start(
        LocalOptions.in(Path.of(arguments[0]))
            .withPorts(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2])));
  }
}
