package dev.penstock.flink;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
