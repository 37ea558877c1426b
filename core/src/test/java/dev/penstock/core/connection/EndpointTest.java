package dev.penstock.core.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.connection.Endpoint.CredentialSource;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointTest {
  @Test
  void isAbsentWithoutVariables() {
    assertThat(Endpoint.fromEnvironment(Map.of("PATH", "/bin"))).isEmpty();
    assertThat(Endpoint.fromEnvironment(Map.of("BIGQUERY_EMULATOR_HOST", " "))).isEmpty();
    assertThat(Endpoint.fromEnvironment(Map.of("STORAGE_EMULATOR_HOST", "localhost:1"))).isEmpty();
  }

  @Test
  void readsAddressesWithAndWithoutScheme() {
    assertThat(
            Endpoint.fromEnvironment(
                Map.of(
                    "BIGQUERY_EMULATOR_HOST", "http://127.0.0.1:9050",
                    "BIGQUERY_STORAGE_EMULATOR_HOST", "127.0.0.1:9060")))
        .contains(new Endpoint.Emulator(URI.create("http://127.0.0.1:9050"), "127.0.0.1:9060"));
    assertThat(
            Endpoint.fromEnvironment(
                Map.of(
                    "BIGQUERY_EMULATOR_HOST", "localhost:9050",
                    "BIGQUERY_STORAGE_EMULATOR_HOST", "http://localhost:9060",
                    "STORAGE_EMULATOR_HOST", "http://localhost:4443")))
        .contains(
            new Endpoint.Emulator(
                URI.create("http://localhost:9050"),
                "localhost:9060",
                URI.create("http://localhost:4443")));
  }

  @ParameterizedTest
  @CsvSource({
    "BIGQUERY_EMULATOR_HOST, BIGQUERY_STORAGE_EMULATOR_HOST",
    "BIGQUERY_STORAGE_EMULATOR_HOST, BIGQUERY_EMULATOR_HOST"
  })
  void refusesOneWithoutTheOther(String set, String missing) {
    assertThatThrownBy(() -> Endpoint.fromEnvironment(Map.of(set, "localhost:1")))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_OPTION))
        .hasMessage(
            missing
                + ": not set (expected: an address, since "
                + set
                + " is set; an emulator needs both)");
  }

  @Test
  void refusesWhatIsNoAddress() {
    Map<String, String> noPort =
        Map.of("BIGQUERY_EMULATOR_HOST", "a:1", "BIGQUERY_STORAGE_EMULATOR_HOST", "localhost");
    assertThatThrownBy(() -> Endpoint.fromEnvironment(noPort))
        .hasMessage(
            "BIGQUERY_STORAGE_EMULATOR_HOST: localhost (expected: host:port, for example"
                + " 127.0.0.1:9050)");
  }

  @Test
  void refusesNamesThatCannotBe() {
    Endpoint.Service service = new Endpoint.Service(new CredentialSource.ApplicationDefault());

    assertThatThrownBy(() -> service.withImpersonation(List.of("a@p.iam", "b")))
        .hasMessage("impersonation: b (expected: the e-mail of an account)");
    assertThatThrownBy(() -> service.withQuotaProject(""))
        .hasMessage("quotaProject: '' (expected: a project id)");
    assertThatThrownBy(() -> service.withUniverseDomain("https://example.goog"))
        .hasMessage(
            "universeDomain: https://example.goog (expected: a domain such as googleapis.com)");
  }
}
