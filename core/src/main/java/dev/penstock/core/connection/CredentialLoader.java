package dev.penstock.core.connection;

import com.google.auth.oauth2.GoogleCredentials;
import com.google.auth.oauth2.ImpersonatedCredentials;
import dev.penstock.core.connection.Endpoint.CredentialSource;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Loads credentials. A failure names neither the path nor what a parser says about the content, in
 * message or cause: both may show parts of a key.
 */
final class CredentialLoader {
  /**
   * Enough for REST v2 and for the Storage Write API (WA-002), and for the objects of files that
   * are loaded.
   */
  private static final List<String> SCOPES =
      List.of(
          "https://www.googleapis.com/auth/bigquery",
          "https://www.googleapis.com/auth/devstorage.read_write");

  /** What creating tokens for another account needs. */
  private static final String IAM_SCOPE = "https://www.googleapis.com/auth/cloud-platform";

  /** Tokens of impersonation last an hour unless an organisation allows more; they are renewed. */
  private static final int IMPERSONATION_SECONDS = 3600;

  private static final String DEFAULT_UNIVERSE = "googleapis.com";

  private CredentialLoader() {}

  static GoogleCredentials load(Endpoint.Service service) {
    GoogleCredentials own = read(service.credentials(), service.universeDomain());
    String universe = universeOf(own);
    if (service.universeDomain() != null && !service.universeDomain().equals(universe)) {
      throw refused(
          "universeDomain: "
              + service.universeDomain()
              + " (expected: "
              + universe
              + ", where the credentials come from). Use credentials of that universe, or leave the"
              + " domain out.");
    }
    GoogleCredentials credentials =
        service.impersonation().isEmpty()
            ? scoped(own, SCOPES)
            : impersonated(scoped(own, List.of(IAM_SCOPE)), service.impersonation());
    return service.quotaProject() == null
        ? credentials
        : credentials.createWithQuotaProject(service.quotaProject());
  }

  /** Where credentials come from. On a virtual machine this may ask its metadata server. */
  static String universeOf(GoogleCredentials credentials) {
    try {
      return credentials.getUniverseDomain();
    } catch (IOException e) {
      throw refused(
          "The universe that the credentials belong to could not be found out. Check that the"
              + " metadata server of this machine can be reached, or configure a key.");
    }
  }

  private static GoogleCredentials scoped(GoogleCredentials credentials, List<String> scopes) {
    return credentials.createScopedRequired() ? credentials.createScoped(scopes) : credentials;
  }

  private static GoogleCredentials impersonated(GoogleCredentials own, List<String> accounts) {
    int last = accounts.size() - 1;
    return ImpersonatedCredentials.create(
        own, accounts.get(last), accounts.subList(0, last), SCOPES, IMPERSONATION_SECONDS);
  }

  private static GoogleCredentials read(CredentialSource source, @Nullable String universeDomain) {
    if (source instanceof CredentialSource.ApplicationDefault) {
      return applicationDefault();
    }
    if (source instanceof CredentialSource.KeyFile file) {
      return parse(content(file.path()), "The key file");
    }
    if (source instanceof CredentialSource.KeyJson key) {
      return parse(key.json().reveal().getBytes(StandardCharsets.UTF_8), "The key text");
    }
    if (source instanceof CredentialSource.AccessToken given) {
      if (given.token().reveal().isBlank()) {
        throw refused("The access token is empty. Give the token itself.");
      }
      return FixedToken.of(
          given.token(), universeDomain == null ? DEFAULT_UNIVERSE : universeDomain);
    }
    throw new AssertionError(source);
  }

  private static GoogleCredentials applicationDefault() {
    try {
      return GoogleCredentials.getApplicationDefault();
    } catch (IOException e) {
      throw refused(
          "No Application Default Credentials were found. Run 'gcloud auth application-default"
              + " login', set GOOGLE_APPLICATION_CREDENTIALS, or configure a key.");
    }
  }

  private static byte[] content(Path path) {
    try {
      return Files.readAllBytes(path);
    } catch (IOException e) {
      throw refused(
          "The key file could not be read. Check that it exists and that this process may read"
              + " it.");
    }
  }

  private static GoogleCredentials parse(byte[] json, String what) {
    try {
      return GoogleCredentials.fromStream(new ByteArrayInputStream(json));
    } catch (IOException | RuntimeException e) {
      throw refused(
          what
              + " is not a Google credential in JSON. Create a key for a service account, or a"
              + " credential configuration for workload identity, and use it unchanged.");
    }
  }

  private static IngestException refused(String message) {
    return new IngestException(ErrorCode.CREDENTIALS, message);
  }
}
