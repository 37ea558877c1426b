package dev.penstock.core.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.auth.oauth2.GoogleCredentials;
import com.google.auth.oauth2.ServiceAccountCredentials;
import dev.penstock.core.connection.Endpoint.CredentialSource;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.error.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CredentialLoaderTest {
  @TempDir Path directory;

  private static void assertRefused(CredentialSource source, String message, String secret) {
    assertThatThrownBy(() -> CredentialLoader.load(source))
        .isInstanceOfSatisfying(
            IngestException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.CREDENTIALS);
              assertThat(e.getCause()).isNull();
              assertThat(e.getSuppressed()).isEmpty();
              assertThat(e.toString()).doesNotContain(secret);
            })
        .hasMessage(message);
  }

  @Test
  void tellsNeitherPathNorCauseOfAMissingFile() {
    assertRefused(
        new CredentialSource.KeyFile(directory.resolve("top-secret-name.json")),
        "The key file could not be read. Check that it exists and that this process may read it.",
        "top-secret-name");
  }

  @Test
  void tellsNothingOfWhatAFileHolds() throws IOException {
    Path file = directory.resolve("key.json");
    Files.writeString(file, "{\"type\":\"service_account\",\"private_key\":\"hunter2\"}");
    assertRefused(
        new CredentialSource.KeyFile(file),
        "The key file is not a Google credential in JSON. Create a key for a service account, or a"
            + " credential configuration for workload identity, and use it unchanged.",
        "hunter2");
  }

  @Test
  void tellsNothingOfAKeyText() {
    assertRefused(
        new CredentialSource.KeyJson(Secret.of("hunter2 is not JSON")),
        "The key text is not a Google credential in JSON. Create a key for a service account, or a"
            + " credential configuration for workload identity, and use it unchanged.",
        "hunter2");
  }

  @Test
  void loadsAServiceAccountWithTheScopeOfBigQuery() throws GeneralSecurityException {
    KeyPairGenerator keys = KeyPairGenerator.getInstance("RSA");
    keys.initialize(2048);
    String encoded =
        Base64.getEncoder().encodeToString(keys.generateKeyPair().getPrivate().getEncoded());
    String json =
        """
        {"type": "service_account", "client_id": "1", "client_email": "a@p.iam",
         "private_key_id": "k", "project_id": "p",
         "private_key": "-----BEGIN PRIVATE KEY-----\\n%s\\n-----END PRIVATE KEY-----\\n"}
        """
            .formatted(encoded);

    GoogleCredentials loaded = CredentialLoader.load(new CredentialSource.KeyJson(Secret.of(json)));

    assertThat(loaded)
        .isInstanceOfSatisfying(
            ServiceAccountCredentials.class,
            account -> {
              assertThat(account.getClientEmail()).isEqualTo("a@p.iam");
              assertThat(account.getScopes())
                  .containsExactly("https://www.googleapis.com/auth/bigquery");
            });
  }
}
