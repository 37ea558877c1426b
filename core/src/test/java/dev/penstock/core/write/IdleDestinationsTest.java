package dev.penstock.core.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What destinations cost on which nothing is open. */
class IdleDestinationsTest {
  /** How often one turn of the owner reads the clock while one of so many destinations is busy. */
  private static long readingsOfATurn(int destinations) {
    try (WriterFixture fixture = WriterFixture.withDefaults()) {
      for (int number = 1; number <= destinations; number++) {
        fixture.append(fixture.writer("t" + number), number, number);
      }
      fixture.drainUntilAcknowledged(destinations);
      fixture.append(fixture.writer("t1"), 1_000, "busy");
      long before = fixture.time.readings();

      fixture.writers.drain(fixture.completions);
      long unusedMillis = fixture.writers.nextWakeMillis();

      return fixture.time.readings() - before;
    }
  }

  @Test
  void costNothingWhenAnswersAreLookedAt() {
    assertThat(readingsOfATurn(40)).isPositive().isEqualTo(readingsOfATurn(1));
  }

  @Test
  void takeRowsAgain() {
    try (WriterFixture fixture = WriterFixture.withDefaults()) {
      TableWriter writer = fixture.writer("t");
      fixture.append(writer, 1, 1);
      fixture.drainUntilAcknowledged(1);
      assertThat(fixture.writers.nextWakeMillis()).isEqualTo(Long.MAX_VALUE);
      assertThat(fixture.writers.oldestUnacknowledgedMillis()).isZero();

      fixture.append(writer, 2, "two");
      fixture.time.advance(Duration.ofMillis(7));

      assertThat(fixture.writers.oldestUnacknowledgedMillis()).isEqualTo(7);
      fixture.writers.flush();
      fixture.drainUntilAcknowledged(2);
    }
  }
}
