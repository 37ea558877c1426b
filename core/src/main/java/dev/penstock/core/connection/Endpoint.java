package dev.penstock.core.connection;

import dev.penstock.core.error.Secret;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
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
   * @param storage the base of Cloud Storage
   */
  record Emulator(URI rest, String grpc, URI storage) implements Endpoint {
    /** Checks that all addresses are present. */
    public Emulator {
      Objects.requireNonNull(rest, "rest");
      Objects.requireNonNull(grpc, "grpc");
      Objects.requireNonNull(storage, "storage");
    }

    /** A stand-in that serves Cloud Storage on its REST address. */
    public Emulator(URI rest, String grpc) {
      this(rest, grpc, rest);
    }
  }

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
   * The emulator that the environment names: {@code BIGQUERY_EMULATOR_HOST} for REST, {@code
   * BIGQUERY_STORAGE_EMULATOR_HOST} for gRPC, and, when Cloud Storage has an address of its own,
   * {@code STORAGE_EMULATOR_HOST}. Empty when neither of the first two is set.
   *
   * @throws dev.penstock.core.error.IngestException INVALID_OPTION when only one of the first two
   *     is set, or when one is not an address
   */
  static Optional<Endpoint> fromEnvironment(Map<String, String> environment) {
    return EmulatorEnvironment.read(environment);
  }
}
