package dev.penstock.cli.destination;

import dev.penstock.cli.report.CommandException;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.connection.Endpoint.CredentialSource;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.time.Time;
import dev.penstock.local.LocalBigQuery;
import dev.penstock.local.LocalOptionException;
import dev.penstock.local.LocalOptions;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A connection to the BigQuery that a URI names. For the one of this machine, that is the running
 * {@code penstock serve} of the data directory, else one inside this process until it is closed.
 * One owner thread.
 */
public final class OpenBigQuery implements AutoCloseable {
  private static final String USER_AGENT = "penstock-cli";

  /** Whoever has the directory may be a server that does not listen yet, or a command that ends. */
  private static final Duration STARTING = Duration.ofSeconds(10);

  private static final long PAUSE_MS = 200;

  private final BigQueryConnection connection;
  private final @Nullable LocalBigQuery embedded;
  private final String place;

  private OpenBigQuery(
      BigQueryConnection connection, @Nullable LocalBigQuery embedded, String place) {
    this.connection = connection;
    this.embedded = embedded;
    this.place = place;
  }

  /**
   * Connects.
   *
   * @param environment names the local data directory, or an emulator in place of the service
   * @throws CommandException when the local data directory cannot be had
   */
  public static OpenBigQuery open(BigQueryUri uri, Map<String, String> environment) {
    return open(uri, environment, STARTING);
  }

  static OpenBigQuery open(BigQueryUri uri, Map<String, String> environment, Duration patience) {
    if (!uri.isLocal()) {
      Endpoint endpoint =
          Endpoint.fromEnvironment(environment)
              .orElseGet(() -> new Endpoint.Service(uri.credentials()));
      String place =
          endpoint instanceof Endpoint.Emulator emulator ? emulator.rest().toString() : "";
      return new OpenBigQuery(connect(endpoint, uri), null, place);
    }
    if (!(uri.credentials() instanceof CredentialSource.ApplicationDefault)) {
      throw CommandException.badArgument(
          "credentials: given for " + uri + " (expected: none; nobody has to be let in there)");
    }
    Path directory = LocalDirectory.of(environment);
    long begin = Time.SYSTEM.nanos();
    while (true) {
      Optional<Endpoint.Emulator> running = RunningServer.find(directory);
      if (running.isPresent()) {
        return new OpenBigQuery(
            connect(running.get(), uri),
            null,
            "the server at " + running.get().rest() + ", which serves " + shown(directory));
      }
      try {
        return embedded(LocalBigQuery.start(LocalOptions.in(directory)), uri, directory);
      } catch (LocalOptionException e) {
        if (!e.isDirectoryInUse() || Time.SYSTEM.nanos() - begin > patience.toNanos()) {
          throw unavailable(e);
        }
      } catch (UncheckedIOException e) {
        throw new CommandException(String.valueOf(e.getMessage()), e);
      }
      pause();
    }
  }

  private static OpenBigQuery embedded(LocalBigQuery embedded, BigQueryUri uri, Path directory) {
    try {
      Endpoint endpoint =
          new Endpoint.Emulator(URI.create(embedded.restUrl()), embedded.grpcTarget());
      return new OpenBigQuery(
          connect(endpoint, uri),
          embedded,
          shown(directory)
              + ", where no server runs; "
              + LocalDirectory.VARIABLE
              + " names another directory");
    } catch (RuntimeException e) {
      embedded.close();
      throw e;
    }
  }

  private static String shown(Path directory) {
    return directory.toAbsolutePath().normalize().toString();
  }

  private static BigQueryConnection connect(Endpoint endpoint, BigQueryUri uri) {
    try {
      return BigQueryConnection.open(endpoint, uri.project(), USER_AGENT);
    } catch (IngestException e) {
      if (uri.credentials() instanceof CredentialSource.KeyFile file) {
        throw new IngestException(
            e.code(), "credentials_path " + file.path() + ": " + e.getMessage(), e);
      }
      throw e;
    }
  }

  private static CommandException unavailable(LocalOptionException cause) {
    return new CommandException(
        "Local BigQuery cannot be opened: "
            + cause.problem()
            + ". Several commands at a time need a running `penstock serve`; "
            + LocalDirectory.VARIABLE
            + " names another directory.",
        cause);
  }

  private static void pause() {
    try {
      Time.SYSTEM.sleep(PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException("Waiting for Local BigQuery to start was interrupted.", e);
    }
  }

  /** The clients. */
  public BigQueryConnection connection() {
    return connection;
  }

  /** Where it asks, for messages; empty for the service, whose errors name the project. */
  public String place() {
    return place;
  }

  @Override
  public void close() {
    connection.close();
    if (embedded != null) {
      embedded.close();
    }
  }
}
