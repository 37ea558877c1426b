package dev.penstock.cli.command;

import dev.penstock.cli.destination.LocalDirectory;
import dev.penstock.cli.report.CommandException;
import dev.penstock.cli.report.ExitCode;
import dev.penstock.local.LocalBigQuery;
import dev.penstock.local.LocalOptionException;
import dev.penstock.local.LocalOptions;
import dev.penstock.local.service.WriteOptions;
import dev.penstock.local.service.WriteOptions.NewColumns;
import dev.penstock.local.service.WriteOptions.NewTables;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs local BigQuery until it is interrupted. One owner thread. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "Runs local BigQuery until Ctrl-C: REST v2, the Storage Write and Read API, without an"
          + " account.",
      "The load, plan and query commands of this user find it by themselves; with --data-dir they"
          + " do with PENSTOCK_LOCAL_DIR=DIRECTORY in their environment."
    })
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
      description =
          "Where rows survive, a crash included. Default: what $PENSTOCK_LOCAL_DIR names,"
              + " else ~/.penstock/local")
  private @Nullable Path dataDirectory;

  @Option(names = "--in-memory", description = "Keep nothing; no other command finds the server.")
  private boolean inMemory;

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
      names = "--ack-only",
      description = "Acknowledge appends without storing rows, to measure clients.")
  private boolean ackOnly;

  @Option(
      names = "--enforce-quotas",
      description = "Refuse calls above the service's limits; they are counted in any case.")
  private boolean enforceQuotas;

  @Option(
      names = "--late-tables",
      paramLabel = "SEED",
      description =
          "Let some calls miss a new table for up to a minute, as measured on the service."
              + " The seed decides which.")
  private @Nullable Integer lateTables;

  @Option(
      names = "--late-columns",
      paramLabel = "SEED",
      description =
          "Let appends miss new columns for 35 seconds, some for two hours, as measured on the"
              + " service. The seed decides which.")
  private @Nullable Integer lateColumns;

  @Option(
      names = "--change-history-mb",
      paramLabel = "N",
      defaultValue = "16",
      description =
          "How much of the changes is remembered to tell the story of a row, in MiB; 0 for none."
              + " Default: ${DEFAULT-VALUE}")
  private long changeHistoryMb;

  @Option(
      names = "--snippets",
      description = "Print how clients in Java, Python and Node.js reach it, ready to be copied.")
  private boolean snippets;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "The address to listen on. Default: ${DEFAULT-VALUE}")
  private String host;

  @Option(
      names = {"--port", "--rest-port"},
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

  private final Map<String, String> environment;

  /** Reads the variables of an environment. */
  public ServeCommand(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  @Override
  public Integer call() {
    try (LocalBigQuery server = start()) {
      server.announce();
      print(server);
      server.warmUpSql();
      new CountDownLatch(1).await();
      return ExitCode.DONE.code();
    } catch (InterruptedException e) {
      // The wanted end: Ctrl-C.
      return ExitCode.DONE.code();
    }
  }

  private void print(LocalBigQuery server) {
    PrintWriter out = spec.commandLine().getOut();
    out.println("REST  " + server.restUrl() + "  (a page for browsers, too)");
    out.println("gRPC  " + server.grpcTarget());
    out.println(
        "Cloud Storage is on the REST port. Clients take all of it from their environment:");
    out.println("  export BIGQUERY_EMULATOR_HOST=" + server.restUrl());
    out.println("  export BIGQUERY_STORAGE_EMULATOR_HOST=" + server.grpcTarget());
    out.println("  export STORAGE_EMULATOR_HOST=" + server.restUrl());
    out.println(
        inMemory
            ? "Rows are kept in memory; penstock load, plan and query do not find this server."
            : kept(dataDirectory(), LocalDirectory.of(environment)));
    if (snippets) {
      out.println();
      out.println(ClientSnippets.of(server.restUrl(), server.grpcTarget()));
    }
    out.println("Ctrl-C ends it.");
    out.flush();
  }

  /**
   * Where rows are kept, and what the other commands need to find it.
   *
   * @param searched the directory whose server they find by themselves
   */
  static String kept(Path directory, Path searched) {
    Path rows = directory.toAbsolutePath().normalize();
    String kept = "Rows are kept in " + rows + ".";
    if (rows.equals(searched.toAbsolutePath().normalize())) {
      return kept;
    }
    String plain = rows.toString();
    String value = plain.matches("[\\w./-]+") ? plain : "'" + plain.replace("'", "'\\''") + "'";
    return kept
        + " penstock load, plan and query find this server there by:"
        + System.lineSeparator()
        + "  export "
        + LocalDirectory.VARIABLE
        + "="
        + value;
  }

  private String written(String option) {
    OptionSpec known = spec.findOption(option);
    return known == null
        ? option
        : WrittenName.of(known, spec.commandLine().getParseResult().originalArgs());
  }

  private Path dataDirectory() {
    return dataDirectory != null ? dataDirectory : LocalDirectory.of(environment);
  }

  private LocalOptions options() {
    if (changeHistoryMb < 0 || changeHistoryMb > Long.MAX_VALUE >> 20) {
      throw CommandException.badArgument(
          "--change-history-mb: "
              + changeHistoryMb
              + " (expected: 0.."
              + (Long.MAX_VALUE >> 20)
              + ")");
    }
    LocalOptions options =
        LocalOptions.inMemory()
            .withHost(host)
            .withPorts(restPort, grpcPort)
            .withMemoryLimitMb(memoryLimitMb)
            .withChangeHistoryBytes(changeHistoryMb << 20)
            .withWrites(writes());
    if (!inMemory) {
      options = options.withDataDirectory(dataDirectory());
    }
    if (ackOnly) {
      options = options.withAckOnly();
    }
    return enforceQuotas ? options.withEnforcedQuotas() : options;
  }

  private WriteOptions writes() {
    WriteOptions writes = WriteOptions.defaults();
    if (lenientDeletes) {
      writes = writes.withLenientDeletes();
    }
    if (lateTables != null) {
      writes = writes.withNewTables(NewTables.asMeasured(lateTables));
    }
    return lateColumns == null ? writes : writes.withNewColumns(NewColumns.asMeasured(lateColumns));
  }

  private LocalBigQuery start() {
    if (inMemory && dataDirectory != null) {
      throw CommandException.badArgument("--in-memory and --data-dir: both given (expected: one)");
    }
    try {
      return LocalBigQuery.start(options());
    } catch (LocalOptionException e) {
      throw CommandException.badArgument(
          written(OPTIONS.getOrDefault(e.option(), e.option())) + ": " + e.problem());
    } catch (UncheckedIOException e) {
      throw new CommandException(String.valueOf(e.getMessage()), e);
    }
  }
}
