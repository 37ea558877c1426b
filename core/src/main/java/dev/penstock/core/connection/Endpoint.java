package dev.penstock.core.connection;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.error.Secret;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where BigQuery is and how to be let in. Immutable. */
public sealed interface Endpoint {

  /**
   * The real service.
   *
   * @param impersonation e-mail addresses of service accounts, each of which may create tokens for
   *     the next: calls are made as the last one. Empty: as the credentials' own account
   * @param quotaProject the project that quota and billing of API calls count for; null: the one
   *     that the credentials name, if any
   * @param universeDomain where the service lives; null: where the credentials come from, {@code
   *     googleapis.com} for most
   */
  record Service(
      CredentialSource credentials,
      List<String> impersonation,
      @Nullable String quotaProject,
      @Nullable String universeDomain)
      implements Endpoint {
    private static final Pattern EMAIL = Pattern.compile("[^@\\s/]+@[^@\\s/]+");
    private static final Pattern DOMAIN =
        Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+");

    /**
     * Checks the names.
     *
     * @throws dev.penstock.core.error.IngestException INVALID_OPTION when one cannot be what it
     *     should
     */
    public Service {
      impersonation = List.copyOf(impersonation);
      for (String account : impersonation) {
        if (!EMAIL.matcher(account).matches()) {
          throw invalid("impersonation: " + account + " (expected: the e-mail of an account)");
        }
      }
      if (quotaProject != null && quotaProject.isBlank()) {
        throw invalid("quotaProject: '" + quotaProject + "' (expected: a project id)");
      }
      if (universeDomain != null && !DOMAIN.matcher(universeDomain).matches()) {
        throw invalid(
            "universeDomain: " + universeDomain + " (expected: a domain such as googleapis.com)");
      }
    }

    /** The service as the credentials say. */
    public Service(CredentialSource credentials) {
      this(credentials, List.of(), null, null);
    }

    /** The same, called as the last of these service accounts. */
    public Service withImpersonation(List<String> accounts) {
      return new Service(credentials, accounts, quotaProject, universeDomain);
    }

    /** The same, with calls that count for this project. */
    public Service withQuotaProject(String project) {
      return new Service(credentials, impersonation, project, universeDomain);
    }

    /** The same in this universe. */
    public Service withUniverseDomain(String domain) {
      return new Service(credentials, impersonation, quotaProject, domain);
    }

    private static IngestException invalid(String message) {
      return new IngestException(ErrorCode.INVALID_OPTION, message);
    }
  }

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

    /** A key file on this machine, or a file that configures workload identity. */
    record KeyFile(Path path) implements CredentialSource {}

    /** The JSON text of a key, or of a configuration for workload identity. */
    record KeyJson(Secret json) implements CredentialSource {}

    /** An OAuth 2 access token. It is never renewed, so it serves work that ends before it does. */
    record AccessToken(Secret token) implements CredentialSource {}
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
