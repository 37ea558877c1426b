package dev.penstock.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceAccessTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "host", "host:", "host:x", "http://host:1", "host:1/path", "a b:1"})
  void refusesAnAddressThatIsNotHostAndPort(String address) {
    assertThatThrownBy(() -> ServiceAccess.DEFAULT.withEmulator(address))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("emulatorEndpoint: '" + address + "' (expected: host:port)");
  }

  @Test
  void takesTheRestAddressAsAUrlToo() {
    assertThat(ServiceAccess.DEFAULT.withEmulatorRest("http://host:1"))
        .isEqualTo(ServiceAccess.DEFAULT.withEmulatorRest("host:1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "host", "https://host:1", "http://host", "http://host:1/path"})
  void refusesARestAddressThatIsNone(String address) {
    assertThatThrownBy(() -> ServiceAccess.DEFAULT.withEmulatorRest(address))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "emulatorRestEndpoint: '" + address + "' (expected: host:port or http://host:port)");
  }

  @Test
  void saysOnWhichMachineAKeyIsMissingButNotWhere() {
    ServiceAccess access = ServiceAccess.DEFAULT.withKeyFile("/secret-place/key.json");

    assertThatThrownBy(() -> access.open("p"))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CREDENTIALS))
        .hasMessage(
            "The key file could not be read. Check that it exists and that this process may read"
                + " it. The credentials are looked for on the task manager.")
        .hasNoCause();
    assertThatThrownBy(() -> access.openOnJobManager("p"))
        .hasMessageEndingWith("The credentials are looked for on the job manager.");
  }

  @Test
  void refusesABlankKeyPath() {
    assertThatThrownBy(() -> ServiceAccess.DEFAULT.withKeyFile(" "))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("serviceAccountKeyFile: '' (expected: a path)");
  }

  @Test
  void refusesAKeyForAStandIn() {
    ServiceAccess access = ServiceAccess.DEFAULT.withKeyFile("/key.json").withEmulator("h:1");
    assertThatThrownBy(access::validate)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("serviceAccountKeyFile and an emulator endpoint are both set");
  }

  @Test
  void refusesRestWithoutGrpc() {
    ServiceAccess access = ServiceAccess.DEFAULT.withEmulatorRest("h:1");
    assertThatThrownBy(access::validate)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("emulatorRestEndpoint is set without emulatorEndpoint");
  }
}
