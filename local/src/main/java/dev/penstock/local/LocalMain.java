package dev.penstock.local;

import dev.penstock.local.service.WriteOptions.NewColumns;
import dev.penstock.local.service.WriteOptions.NewTables;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A local BigQuery in a process of its own. Prints one line with both ports when it is ready, and
 * runs until it is killed, or with {@code --exit-with-parent} until its standard input ends. SQL
 * loads after that line, or with {@code --sql-on-demand} when the first statement comes.
 */
public final class LocalMain {
  private static final String USAGE =
      "usage: [--host ADDRESS] [--rest-port N] [--grpc-port N] [--data-dir DIRECTORY]"
          + " [--memory-mb N] [--ack-only] [--lenient-deletes] [--sql-on-demand]"
          + " [--late-tables SEED] [--late-columns SEED] [--enforce-quotas] [--exit-with-parent]";

  private record Arguments(LocalOptions options, boolean sqlOnDemand, boolean exitWithParent) {}

  private LocalMain() {}

  /** Starts a server; exits with 2 for arguments that do not do. */
  public static void main(String[] args) throws InterruptedException, IOException {
    // The JDK's HTTP server waits 40 ms before each answer without it.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    // Seconds until a request whose sender stopped in the middle is given up.
    System.setProperty("sun.net.httpserver.maxReqTime", "600");
    Arguments arguments;
    LocalBigQuery local;
    try {
      arguments = parse(new ArrayDeque<>(List.of(args)));
      local = LocalBigQuery.start(arguments.options());
      local.announce();
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.err.println(USAGE);
      System.exit(2);
      return;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(local::close, "penstock-close"));
    System.out.printf("penstock local: REST %s gRPC %s%n", local.restUrl(), local.grpcTarget());
    System.out.flush();
    if (!arguments.sqlOnDemand()) {
      local.warmUpSql();
    }
    if (arguments.exitWithParent()) {
      awaitEnd(System.in);
      System.exit(0);
    }
    new CountDownLatch(1).await();
  }

  private static void awaitEnd(InputStream in) throws IOException {
    while (in.read() >= 0) {
      // What the parent writes does not matter, only that it is there.
    }
  }

  private static Arguments parse(Deque<String> args) {
    LocalOptions options = LocalOptions.inMemory();
    boolean sqlOnDemand = false;
    boolean exitWithParent = false;
    while (!args.isEmpty()) {
      String flag = args.pop();
      switch (flag) {
        case "--host" -> options = options.withHost(value(flag, args));
        case "--rest-port" -> options = options.withPorts(number(flag, args), options.grpcPort());
        case "--grpc-port" -> options = options.withPorts(options.restPort(), number(flag, args));
        case "--data-dir" -> options = options.withDataDirectory(Path.of(value(flag, args)));
        case "--memory-mb" -> options = options.withMemoryLimitMb(number(flag, args));
        case "--ack-only" -> options = options.withAckOnly();
        case "--lenient-deletes" -> options = options.withLenientDeletes();
        case "--sql-on-demand" -> sqlOnDemand = true;
        case "--late-tables" ->
            options =
                options.withWrites(
                    options.writes().withNewTables(NewTables.asMeasured(number(flag, args))));
        case "--late-columns" ->
            options =
                options.withWrites(
                    options.writes().withNewColumns(NewColumns.asMeasured(number(flag, args))));
        case "--enforce-quotas" -> options = options.withEnforcedQuotas();
        case "--exit-with-parent" -> exitWithParent = true;
        default -> throw new IllegalArgumentException("Unknown argument: " + flag);
      }
    }
    return new Arguments(options, sqlOnDemand, exitWithParent);
  }

  private static String value(String flag, Deque<String> args) {
    if (args.isEmpty()) {
      throw new IllegalArgumentException(flag + " needs a value");
    }
    return args.pop();
  }

  private static int number(String flag, Deque<String> args) {
    String text = value(flag, args);
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(flag + ": " + text + " (expected: a number)", e);
    }
  }
}
