package dev.penstock.core.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.core.append.Reply;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** How the size of batches follows the time that the service takes for them. */
class BatchTargetTest {
  private static final String TEN_KILOBYTES = "x".repeat(10_000);
  private static final long MIB = 1 << 20;

  /** The KiB of requests, each sent when its batch is full and answered before the next begins. */
  private static List<Long> kibibytes(
      int requests, Duration answer, UnaryOperator<WriterOptions.Builder> options) {
    WriterOptions.Builder builder = WriterOptions.builder(true, "penstock:test");
    try (WriterFixture fixture = new WriterFixture(d -> options.apply(builder).build())) {
      fixture.server.script(
          request -> {
            fixture.time.advance(answer);
            return Reply.ack();
          });
      TableWriter writer = fixture.writer("t");
      long ticket = 0;
      for (int request = 1; request <= requests; request++) {
        do {
          fixture.append(writer, ++ticket, TEN_KILOBYTES);
        } while (fixture.writers.nextWakeMillis() == Long.MAX_VALUE);
        int answered = request;
        fixture.await(() -> fixture.completions.runs.size() == answered);
      }
      return fixture.server.requests().stream()
          .map(request -> request.message().getSerializedSize() / 1_024L)
          .toList();
    }
  }

  private static void assertAbout(List<Long> kibibytes, long... expected) {
    assertThat(kibibytes).hasSize(expected.length);
    for (int i = 0; i < expected.length; i++) {
      // The row that fills a batch has 10 KiB.
      assertThat(kibibytes.get(i)).isBetween(expected[i], expected[i] + 10);
    }
  }

  @Test
  void doublesWhileAnswersComeSoon() {
    assertAbout(
        kibibytes(4, Duration.ofMillis(49), options -> options), 1_024, 2_048, 4_096, 8_192);
  }

  @Test
  void staysAtAQuarterOfTheBytesInFlight() {
    assertAbout(
        kibibytes(3, Duration.ZERO, options -> options.maxInFlightBytes(8 * MIB)),
        1_024,
        2_048,
        2_048);
  }

  @Test
  void staysWithinTheLargestRequest() {
    List<Long> sizes = kibibytes(3, Duration.ZERO, options -> options.maxRequestBytes(1_500_000));

    assertThat(sizes).allMatch(size -> size * 1_024 <= 1_500_000);
    assertThat(sizes.get(2)).isBetween(1_440L, 1_465L);
  }

  @Test
  void keepsItsSizeBetween() {
    assertAbout(kibibytes(3, Duration.ofMillis(50), options -> options), 1_024, 1_024, 1_024);
    assertAbout(kibibytes(3, Duration.ofMillis(499), options -> options), 1_024, 1_024, 1_024);
  }

  @Test
  void halvesDownTo64KibibytesWhileTheServiceIsBusyForLong() {
    assertAbout(
        kibibytes(6, Duration.ofMillis(500), options -> options), 1_024, 512, 256, 128, 64, 64);
  }

  @Test
  void keepsAFixedSizeWhateverAppendsTake() {
    assertAbout(
        kibibytes(3, Duration.ZERO, options -> options.maxBatchBytes(100 << 10)), 100, 100, 100);
    assertAbout(
        kibibytes(3, Duration.ofSeconds(1), options -> options.maxBatchBytes(100 << 10)),
        100,
        100,
        100);
  }
}
