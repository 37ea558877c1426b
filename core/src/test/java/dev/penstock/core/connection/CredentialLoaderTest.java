package dev.penstock.core.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.auth.oauth2.GoogleCredentials;
import com.google.auth.oauth2.IdentityPoolCredentials;
import com.google.auth.oauth2.ImpersonatedCredentials;
import com.google.auth.oauth2.ServiceAccountCredentials;
import dev.penstock.core.connection.Endpoint.CredentialSource;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.error.Secret;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CredentialLoaderTest {
  private static final String BIGQUERY = "https://www.googleapis.com/auth/bigquery";
  private static final String STORAGE = "https://www.googleapis.com/auth/devstorage.read_write";

  @TempDir Path directory;

  private static void assertRefused(CredentialSource source, String message, String secret) {
    assertThatThrownBy(() -> CredentialLoader.load(new Endpoint.Service(source)))
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

  private static Endpoint.Service account(String more) throws GeneralSecurityException {
    KeyPairGenerator keys = KeyPairGenerator.getInstance("RSA");
    keys.initialize(2048);
    String encoded =
        Base64.getEncoder().encodeToString(keys.generateKeyPair().getPrivate().getEncoded());
    String json =
        """
        {"type": "service_account", "client_id": "1", "client_email": "a@p.iam",
         "private_key_id": "k", "project_id": "p", %s
         "private_key": "-----BEGIN PRIVATE KEY-----\\n%s\\n-----END PRIVATE KEY-----\\n"}
        """
            .formatted(more, encoded);
    return new Endpoint.Service(new CredentialSource.KeyJson(Secret.of(json)));
  }

  private static Endpoint.Service token() {
    return new Endpoint.Service(new CredentialSource.AccessToken(Secret.of("ya29.hunter2")));
  }

  private static Map<String, List<String>> headers(GoogleCredentials credentials)
      throws IOException {
    return credentials.getRequestMetadata(URI.create("https://bigquery.googleapis.com/"));
  }

  @Test
  void loadsAServiceAccountWithTheScopeOfBigQuery() throws GeneralSecurityException {
    assertThat(CredentialLoader.load(account("")))
        .isInstanceOfSatisfying(
            ServiceAccountCredentials.class,
            loaded -> {
              assertThat(loaded.getClientEmail()).isEqualTo("a@p.iam");
              assertThat(loaded.getScopes()).containsExactly(BIGQUERY, STORAGE);
              assertThat(loaded.getQuotaProjectId()).isNull();
            });
  }

  @Test
  void sendsAnAccessTokenAsItIs() throws IOException {
    GoogleCredentials loaded = CredentialLoader.load(token());

    assertThat(headers(loaded)).containsEntry("Authorization", List.of("Bearer ya29.hunter2"));
  }

  @Test
  void anAccessTokenStaysWhenItIsRenewedAndIsNotShown() throws IOException {
    GoogleCredentials loaded = CredentialLoader.load(token().withQuotaProject("q"));

    loaded.refresh();

    assertThat(headers(loaded)).containsEntry("Authorization", List.of("Bearer ya29.hunter2"));
    assertThat(loaded).hasToString("FixedToken[hidden]");
    assertThat(token().toString()).doesNotContain("hunter2");
  }

  @Test
  void refusesAnEmptyAccessToken() {
    assertRefused(
        new CredentialSource.AccessToken(Secret.of(" ")),
        "The access token is empty. Give the token itself.",
        "  ");
  }

  @Test
  void countsCallsForTheQuotaProject() throws IOException, GeneralSecurityException {
    assertThat(headers(CredentialLoader.load(token().withQuotaProject("billing-1"))))
        .containsEntry("x-goog-user-project", List.of("billing-1"))
        .containsEntry("Authorization", List.of("Bearer ya29.hunter2"));
    assertThat(CredentialLoader.load(account("").withQuotaProject("billing-1")).getQuotaProjectId())
        .isEqualTo("billing-1");
  }

  @Test
  void impersonatesTheLastAccountOfAChain() throws GeneralSecurityException {
    GoogleCredentials loaded =
        CredentialLoader.load(
            account("").withImpersonation(List.of("b@p.iam", "c@p.iam", "d@p.iam")));

    assertThat(loaded)
        .isInstanceOfSatisfying(
            ImpersonatedCredentials.class,
            impersonated -> {
              ImpersonatedCredentials.Builder made = impersonated.toBuilder();
              assertThat(made.getTargetPrincipal()).isEqualTo("d@p.iam");
              assertThat(made.getDelegates()).containsExactly("b@p.iam", "c@p.iam");
              assertThat(made.getScopes()).containsExactly(BIGQUERY, STORAGE);
              assertThat(made.getSourceCredentials())
                  .isInstanceOfSatisfying(
                      ServiceAccountCredentials.class,
                      own ->
                          assertThat(own.getScopes())
                              .containsExactly("https://www.googleapis.com/auth/cloud-platform"));
            });
  }

  @Test
  void livesInTheUniverseOfTheKey() throws GeneralSecurityException {
    Endpoint.Service elsewhere = account("\"universe_domain\": \"example.goog\",");

    assertThat(CredentialLoader.universeOf(CredentialLoader.load(elsewhere)))
        .isEqualTo("example.goog");
    assertThat(CredentialLoader.universeOf(CredentialLoader.load(account(""))))
        .isEqualTo("googleapis.com");
    assertThat(
            CredentialLoader.universeOf(
                CredentialLoader.load(token().withUniverseDomain("example.goog"))))
        .isEqualTo("example.goog");
  }

  @Test
  void refusesAKeyOfAnotherUniverse() throws GeneralSecurityException {
    Endpoint.Service mixed = account("").withUniverseDomain("example.goog");

    assertThatThrownBy(() -> CredentialLoader.load(mixed))
        .isInstanceOf(IngestException.class)
        .hasMessage(
            "universeDomain: example.goog (expected: googleapis.com, where the credentials come"
                + " from). Use credentials of that universe, or leave the domain out.");
  }

  @Test
  void takesTheTokenOfAWorkloadIdentityFromItsFile() throws IOException {
    Path subject = Files.writeString(directory.resolve("subject"), "subject-token");
    String json =
        """
        {"type": "external_account", "audience": "//iam.googleapis.com/pools/a/providers/b",
         "subject_token_type": "urn:ietf:params:oauth:token-type:jwt",
         "token_url": "https://sts.googleapis.com/v1/token", "quota_project_id": "q",
         "credential_source": {"file": "%s"}}
        """
            .formatted(subject);
    Path file = Files.writeString(directory.resolve("workload.json"), json);

    for (CredentialSource source :
        List.of(
            new CredentialSource.KeyFile(file), new CredentialSource.KeyJson(Secret.of(json)))) {
      GoogleCredentials loaded = CredentialLoader.load(new Endpoint.Service(source));

      assertThat(loaded).isInstanceOf(IdentityPoolCredentials.class);
      IdentityPoolCredentials identity = (IdentityPoolCredentials) loaded;
      assertThat(identity.retrieveSubjectToken()).isEqualTo("subject-token");
      assertThat(identity.getQuotaProjectId()).isEqualTo("q");
      assertThat(identity.getScopes())
          .containsExactly("https://www.googleapis.com/auth/cloud-platform");
    }
  }

  @Test
  void tellsNothingOfAWorkloadIdentityWithoutAToken() {
    assertRefused(
        new CredentialSource.KeyJson(
            Secret.of("{\"type\": \"external_account\", \"client_secret\": \"hunter2\"}")),
        "The key text is not a Google credential in JSON. Create a key for a service account, or a"
            + " credential configuration for workload identity, and use it unchanged.",
        "hunter2");
  }
}
