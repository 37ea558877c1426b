package dev.penstock.core.connection;

import com.google.auth.oauth2.GoogleCredentials;
import dev.penstock.core.connection.Endpoint.CredentialSource;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Loads credentials. A failure names neither the path nor what a parser says about the content, in
 * message or cause: both may show parts of a key.
 */
final class CredentialLoader {
  /** Enough for REST v2 and for the Storage Write API (WA-002). */
  private static final String SCOPE = "https://www.googleapis.com/auth/bigquery";

  private CredentialLoader() {}

  static GoogleCredentials load(CredentialSource source) {
    GoogleCredentials credentials = read(source);
    return credentials.createScopedRequired() ? credentials.createScoped(SCOPE) : credentials;
  }

  private static GoogleCredentials read(CredentialSource source) {
    if (source instanceof CredentialSource.ApplicationDefault) {
      return applicationDefault();
    }
    if (source instanceof CredentialSource.KeyFile file) {
      return parse(content(file.path()), "The key file");
    }
    if (source instanceof CredentialSource.KeyJson key) {
      return parse(key.json().reveal().getBytes(StandardCharsets.UTF_8), "The key text");
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
