package dev.penstock.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.model.Destination;
import dev.penstock.core.time.FakeTime;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class MicrometerWriteMetricsTest {
  private static final Destination ORDERS = new Destination("p", "d", "orders");
  private static final Destination ITEMS = new Destination("p", "d", "items");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final FakeTime time = new FakeTime();
  private final MicrometerWriteMetrics metrics =
      new MicrometerWriteMetrics(registry, "sink-0", false, time);

  private double counter(String name, String... tags) {
    return registry.get(name).tags(tags).counter().count();
  }

  private double gauge(String name) {
    return registry.get(name).tags("writer", "sink-0").gauge().value();
  }

  @Test
  void countsForTheTask() {
    metrics.acknowledged(ORDERS, 10, 1000);
    metrics.acknowledged(ITEMS, 5, 300);

    assertThat(counter("penstock.rows", "writer", "sink-0")).isEqualTo(15);
    assertThat(counter("penstock.bytes", "writer", "sink-0")).isEqualTo(1300);
  }

  @Test
  void countsForEachDestinationWhenAsked() {
    try (MicrometerWriteMetrics split =
        new MicrometerWriteMetrics(registry, "sink-1", true, time)) {
      split.acknowledged(ORDERS, 10, 1000);
      split.acknowledged(ITEMS, 5, 300);

      assertThat(counter("penstock.rows", "destination", "p.d.orders")).isEqualTo(10);
      assertThat(counter("penstock.bytes", "destination", "p.d.items")).isEqualTo(300);

      split.forgotten(ORDERS);
      assertThat(registry.find("penstock.rows").tag("destination", "p.d.orders").meter()).isNull();
      assertThat(counter("penstock.bytes", "destination", "p.d.items")).isEqualTo(300);
    }
  }

  @Test
  void timesAppendsAndCountsWhatMayBeThereTwice() {
    metrics.latency(ORDERS, 8_000_000);
    metrics.latency(ITEMS, 4_000_000);
    metrics.possiblyRepeated(ITEMS, 7);

    Timer appends = registry.get("penstock.append").timer();
    assertThat(appends.count()).isEqualTo(2);
    assertThat(appends.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(12);
    assertThat(counter("penstock.possibly.repeated.rows", "writer", "sink-0")).isEqualTo(7);
  }

  @Test
  void tellsWhy() {
    metrics.rejected(ORDERS, ErrorCode.ROW_INVALID);
    metrics.rejected(ORDERS, ErrorCode.ROW_TOO_LARGE);
    metrics.rejected(ITEMS, ErrorCode.ROW_INVALID);
    metrics.retried(ORDERS, ErrorCode.UNAVAILABLE);
    metrics.failed(ORDERS, ErrorCode.QUOTA_EXCEEDED, "Wait.");

    assertThat(counter("penstock.rejected.rows", "code", "ROW_INVALID")).isEqualTo(2);
    assertThat(counter("penstock.rejected.rows", "code", "ROW_TOO_LARGE")).isEqualTo(1);
    assertThat(counter("penstock.retries", "code", "UNAVAILABLE")).isEqualTo(1);
    assertThat(counter("penstock.failures", "code", "QUOTA_EXCEEDED")).isEqualTo(1);
  }

  @Test
  void showsWhatIsInFlight() {
    metrics.inFlight(3, 4096);

    assertThat(gauge("penstock.in.flight.requests")).isEqualTo(3);
    assertThat(gauge("penstock.in.flight.bytes")).isEqualTo(4096);
  }

  @Test
  void letsTheAgeGrowWhileNobodyReports() {
    assertThat(gauge("penstock.oldest.unacknowledged.ms")).isZero();

    metrics.oldestUnacknowledged(200);
    time.advance(Duration.ofSeconds(1));
    assertThat(gauge("penstock.oldest.unacknowledged.ms")).isEqualTo(1200);

    metrics.oldestUnacknowledged(0);
    assertThat(gauge("penstock.oldest.unacknowledged.ms")).isZero();
  }

  @Test
  void isRetryingUntilRowsAreAcknowledgedAgain() {
    metrics.retried(ORDERS, ErrorCode.UNAVAILABLE);
    assertThat(gauge("penstock.retrying")).isEqualTo(1);

    metrics.acknowledged(ORDERS, 1, 1);
    assertThat(gauge("penstock.retrying")).isZero();
  }

  @Test
  void describesEveryMeter() {
    metrics.acknowledged(ORDERS, 1, 1);
    metrics.rejected(ORDERS, ErrorCode.ROW_INVALID);
    metrics.retried(ORDERS, ErrorCode.UNAVAILABLE);
    metrics.failed(ORDERS, ErrorCode.UNAVAILABLE, "Wait.");

    assertThat(registry.getMeters())
        .extracting(meter -> meter.getId().getName())
        .containsExactlyInAnyOrderElementsOf(MicrometerWriteMetrics.METERS.keySet());
    assertThat(registry.getMeters())
        .extracting(Meter::getId)
        .allSatisfy(id -> assertThat(id.getDescription()).isNotBlank());
  }

  @Test
  void leavesNoMeterBehind() {
    metrics.acknowledged(ORDERS, 1, 1);
    metrics.retried(ORDERS, ErrorCode.UNAVAILABLE);

    metrics.close();
    metrics.close();

    assertThat(registry.getMeters()).isEmpty();
  }

  @Test
  void replacesTheGaugesOfATaskThatWasNotClosed() {
    metrics.inFlight(3, 4096);

    try (MicrometerWriteMetrics restarted =
        new MicrometerWriteMetrics(registry, "sink-0", false, time)) {
      restarted.inFlight(1, 10);

      assertThat(gauge("penstock.in.flight.requests")).isEqualTo(1);
    }
  }
}
