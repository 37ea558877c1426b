package dev.penstock.core.connection;

import dev.penstock.core.error.Secret;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Where BigQuery is and how to be let in. Immutable. */
public sealed interface Endpoint {

  /** The real service. */
  record Service(CredentialSource credentials) implements Endpoint {}

  /**
   * A stand-in on plaintext without credentials.
   *
   * @param rest the base of REST v2, for example {@code http://127.0.0.1:9050}
   * @param grpc {@code host:port} of the Storage APIs
   */
  record Emulator(URI rest, String grpc) implements Endpoint {}

  /** Where credentials come from. */
  sealed interface CredentialSource {
    /** Application Default Credentials. */
    record ApplicationDefault() implements CredentialSource {}

    /** A key file on this machine. */
    record KeyFile(Path path) implements CredentialSource {}

    /** The JSON text of a key. */
    record KeyJson(Secret json) implements CredentialSource {}
  }

  /**
   * The emulator that the environment names: {@code BIGQUERY_EMULATOR_HOST} for REST and {@code
   * BIGQUERY_STORAGE_EMULATOR_HOST} for gRPC. Empty when neither is set.
   *
   * @throws dev.penstock.core.error.IngestException INVALID_OPTION when only one of the two is set
   */
  static Optional<Endpoint> fromEnvironment(Map<String, String> environment) {
    throw new UnsupportedOperationException();
  }
}
