package dev.penstock.cli.command;

import dev.penstock.local.LocalBigQuery;
import dev.penstock.local.LocalOptionException;
import dev.penstock.local.LocalOptions;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs local BigQuery until it is interrupted. One owner thread. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = "Runs local BigQuery: REST v2 and the Storage Write API, without an account.")
public final class ServeCommand implements Callable<Integer> {
  /** The options of this command by the server's own names of them. */
  private static final Map<String, String> OPTIONS =
      Map.of(
          "host", "--host",
          "restPort", "--rest-port",
          "grpcPort", "--grpc-port",
          "dataDirectory", "--data-dir",
          "memoryLimitMb", "--memory-mb");

  @Option(
      names = "--data-dir",
      paramLabel = "DIRECTORY",
      description = "Rows survive here, a crash included. Default: in memory")
  private @Nullable Path dataDirectory;

  @Option(
      names = "--memory-mb",
      paramLabel = "N",
      defaultValue = "1024",
      description = "What the database may use, in MiB; 64 or more. Default: ${DEFAULT-VALUE}")
  private int memoryLimitMb;

  @Option(
      names = "--lenient-deletes",
      description = "Take a DELETE row without a value for a REQUIRED column outside the key.")
  private boolean lenientDeletes;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "The address to listen on. Default: ${DEFAULT-VALUE}")
  private String host;

  @Option(
      names = "--rest-port",
      paramLabel = "N",
      defaultValue = "0",
      description = "The REST port; 0 takes a free one. Default: ${DEFAULT-VALUE}")
  private int restPort;

  @Option(
      names = "--grpc-port",
      paramLabel = "N",
      defaultValue = "0",
      description = "The gRPC port; 0 takes a free one. Default: ${DEFAULT-VALUE}")
  private int grpcPort;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    LocalBigQuery server = start();
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "close-server"));
    PrintWriter out = spec.commandLine().getOut();
    out.println("REST  " + server.restUrl());
    out.println("gRPC  " + server.grpcTarget());
    out.println("Clients take both from their environment:");
    out.println("  export BIGQUERY_EMULATOR_HOST=" + server.restUrl());
    out.println("  export BIGQUERY_STORAGE_EMULATOR_HOST=" + server.grpcTarget());
    out.println("Ctrl-C ends it.");
    out.flush();
    new CountDownLatch(1).await();
    return 0;
  }

  private LocalBigQuery start() {
    try {
      LocalOptions options =
          LocalOptions.inMemory()
              .withHost(host)
              .withPorts(restPort, grpcPort)
              .withMemoryLimitMb(memoryLimitMb);
      if (dataDirectory != null) {
        options = options.withDataDirectory(dataDirectory);
      }
      return LocalBigQuery.start(lenientDeletes ? options.withLenientDeletes() : options);
    } catch (LocalOptionException e) {
      throw CommandException.badArgument(
          OPTIONS.getOrDefault(e.option(), e.option()) + ": " + e.problem());
    } catch (UncheckedIOException e) {
      throw new CommandException(String.valueOf(e.getMessage()), e);
    }
  }
}
