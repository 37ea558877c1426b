package dev.penstock.demo.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PortsTest {
  @Test
  void noOutgoingConnectionIsGivenAPortOfTheStack() {
    assertThat(Ports.free(100)).allSatisfy(port -> assertThat(port).isBetween(20_000, 32_767));
  }

  @Test
  void aPortIsGivenOnce() {
    List<Integer> first = Ports.free(50);
    List<Integer> second = Ports.free(50);

    assertThat(new HashSet<>(first)).hasSize(50).doesNotContainAnyElementsOf(second);
  }
}
