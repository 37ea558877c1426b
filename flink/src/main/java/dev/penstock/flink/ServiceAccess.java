package dev.penstock.flink;

import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.connection.Endpoint.CredentialSource;
import dev.penstock.core.error.IngestException;
import java.io.Serial;
import java.io.Serializable;
import java.net.URI;
import java.nio.file.Path;
import org.apache.flink.annotation.Internal;
import org.jspecify.annotations.Nullable;

/**
 * How to reach BigQuery, as texts that travel in the job graph. Nothing is read or resolved before
 * {@link #open}. Immutable.
 *
 * @param serviceAccountKeyFile where a key lies on the machine that opens; null: Application
 *     Default Credentials
 * @param emulatorEndpoint {@code host:port} of a stand-in's gRPC; null: the service
 * @param emulatorRestEndpoint {@code host:port} of a stand-in's REST v2; null: as for gRPC
 */
@Internal
public record ServiceAccess(
    @Nullable String serviceAccountKeyFile,
    @Nullable String emulatorEndpoint,
    @Nullable String emulatorRestEndpoint)
    implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  private static final String HTTP = "http://";

  /** The service with Application Default Credentials. */
  public static final ServiceAccess DEFAULT = new ServiceAccess(null, null, null);

  /**
   * The same with a key file.
   *
   * @throws IllegalArgumentException when the path is blank
   */
  public ServiceAccess withKeyFile(String path) {
    if (path.isBlank()) {
      throw new IllegalArgumentException("serviceAccountKeyFile: '' (expected: a path)");
    }
    return new ServiceAccess(path, emulatorEndpoint, emulatorRestEndpoint);
  }

  /**
   * The same on a stand-in's gRPC address.
   *
   * @throws IllegalArgumentException unless it is {@code host:port}
   */
  public ServiceAccess withEmulator(String hostAndPort) {
    if (!isHostAndPort(hostAndPort)) {
      throw new IllegalArgumentException(
          "emulatorEndpoint: '" + hostAndPort + "' (expected: host:port)");
    }
    return new ServiceAccess(serviceAccountKeyFile, hostAndPort, emulatorRestEndpoint);
  }

  /**
   * The same on a stand-in's REST address.
   *
   * @throws IllegalArgumentException unless it is {@code host:port} or {@code http://host:port}
   */
  public ServiceAccess withEmulatorRest(String address) {
    String hostAndPort = address.startsWith(HTTP) ? address.substring(HTTP.length()) : address;
    if (!isHostAndPort(hostAndPort)) {
      throw new IllegalArgumentException(
          "emulatorRestEndpoint: '" + address + "' (expected: host:port or http://host:port)");
    }
    return new ServiceAccess(serviceAccountKeyFile, emulatorEndpoint, hostAndPort);
  }

  private static boolean isHostAndPort(String value) {
    URI uri = parse(value);
    return uri != null
        && uri.getHost() != null
        && uri.getPort() >= 0
        && value.equals(uri.getHost() + ":" + uri.getPort());
  }

  private static @Nullable URI parse(String value) {
    try {
      return URI.create(HTTP + value);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /**
   * Refuses what does not go together.
   *
   * @throws IllegalStateException when a key file meets a stand-in
   */
  public void validate() {
    if (serviceAccountKeyFile != null
        && (emulatorEndpoint != null || emulatorRestEndpoint != null)) {
      throw new IllegalStateException(
          "serviceAccountKeyFile and an emulator endpoint are both set; a stand-in takes no"
              + " credentials. Remove one of them.");
    }
    if (emulatorRestEndpoint != null && emulatorEndpoint == null) {
      throw new IllegalStateException(
          "emulatorRestEndpoint is set without emulatorEndpoint. Set emulatorEndpoint to the"
              + " stand-in's gRPC host:port too.");
    }
  }

  /** Whether a stand-in is set by its gRPC address alone. */
  public boolean isEmulatorWithoutRest() {
    return emulatorEndpoint != null && emulatorRestEndpoint == null;
  }

  /**
   * Makes clients on a task manager; a key is read here.
   *
   * @param project the project that jobs run in
   * @throws IngestException when a key cannot be read
   */
  public BigQueryConnection open(String project) {
    return open(project, "task manager");
  }

  /** Makes clients on a job manager, as {@link #open} does on a task manager. */
  public BigQueryConnection openOnJobManager(String project) {
    return open(project, "job manager");
  }

  private BigQueryConnection open(String project, String machine) {
    try {
      return BigQueryConnection.open(
          endpoint(), project, "penstock-flink/" + ConnectorVersion.VALUE);
    } catch (IngestException e) {
      // The cause is dropped: it may show parts of a key.
      throw new IngestException(
          e.code(), e.getMessage() + " The credentials are looked for on the " + machine + ".");
    }
  }

  private Endpoint endpoint() {
    if (emulatorEndpoint != null) {
      String rest = emulatorRestEndpoint == null ? emulatorEndpoint : emulatorRestEndpoint;
      return new Endpoint.Emulator(URI.create(HTTP + rest), emulatorEndpoint);
    }
    return new Endpoint.Service(
        serviceAccountKeyFile == null
            ? new CredentialSource.ApplicationDefault()
            : new CredentialSource.KeyFile(Path.of(serviceAccountKeyFile)));
  }
}
