package dev.penstock.flink;

import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.connection.Endpoint.CredentialSource;
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
    return new ServiceAccess(
        serviceAccountKeyFile,
        requireHostAndPort("emulatorEndpoint", hostAndPort),
        emulatorRestEndpoint);
  }

  /**
   * The same on a stand-in's REST address.
   *
   * @throws IllegalArgumentException unless it is {@code host:port}
   */
  public ServiceAccess withEmulatorRest(String hostAndPort) {
    return new ServiceAccess(
        serviceAccountKeyFile,
        emulatorEndpoint,
        requireHostAndPort("emulatorRestEndpoint", hostAndPort));
  }

  private static String requireHostAndPort(String name, String value) {
    URI uri = parse(value);
    if (uri == null
        || uri.getHost() == null
        || uri.getPort() < 0
        || !value.equals(uri.getHost() + ":" + uri.getPort())) {
      throw new IllegalArgumentException(name + ": '" + value + "' (expected: host:port)");
    }
    return value;
  }

  private static @Nullable URI parse(String value) {
    try {
      return URI.create("http://" + value);
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
   * Makes clients; a key is read here.
   *
   * @param project the project that jobs run in
   * @throws dev.penstock.core.error.IngestException when a key cannot be read
   */
  public BigQueryConnection open(String project) {
    return BigQueryConnection.open(endpoint(), project, "penstock-flink/" + ConnectorVersion.VALUE);
  }

  private Endpoint endpoint() {
    if (emulatorEndpoint != null) {
      String rest = emulatorRestEndpoint == null ? emulatorEndpoint : emulatorRestEndpoint;
      return new Endpoint.Emulator(URI.create("http://" + rest), emulatorEndpoint);
    }
    return new Endpoint.Service(
        serviceAccountKeyFile == null
            ? new CredentialSource.ApplicationDefault()
            : new CredentialSource.KeyFile(Path.of(serviceAccountKeyFile)));
  }
}
