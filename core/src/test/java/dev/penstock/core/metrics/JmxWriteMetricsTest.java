package dev.penstock.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.model.Destination;
import dev.penstock.core.time.FakeTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

final class JmxWriteMetricsTest {
  private static final Destination ORDERS = new Destination("p", "d", "orders");
  private static final Destination ITEMS = new Destination("p", "d", "items");

  private final MBeanServer server = MBeanServerFactory.newMBeanServer();
  private final FakeTime time = new FakeTime();
  private final JmxWriteMetrics metrics = new JmxWriteMetrics("sink-0", time, server);

  private Object task(String attribute) throws JMException {
    return server.getAttribute(
        new ObjectName("dev.penstock:type=writer,name=\"sink-0\""), attribute);
  }

  private Object destination(String table, String attribute) throws JMException {
    return server.getAttribute(
        new ObjectName(
            "dev.penstock:type=writer,name=\"sink-0\",destination=\"p.d." + table + "\""),
        attribute);
  }

  private Set<ObjectName> registered() throws JMException {
    return server.queryNames(new ObjectName("dev.penstock:*"), null);
  }

  @Test
  void tellsHowLongAppendsTakeAndWhatMayBeThereTwice() throws JMException {
    metrics.latency(ORDERS, 8_000_000);
    metrics.latency(ITEMS, 1_000_000_000);
    metrics.possiblyRepeated(ITEMS, 7);

    assertThat((Double) task(MetricNames.APPEND_P50_MS)).isBetween(8.0, 9.0);
    assertThat((Double) task(MetricNames.APPEND_MAX_MS)).isBetween(1000.0, 1125.0);
    assertThat((Double) destination("orders", MetricNames.APPEND_P99_MS)).isBetween(8.0, 9.0);
    assertThat(task(MetricNames.POSSIBLY_REPEATED_ROWS)).isEqualTo(7L);
    assertThat(destination("orders", MetricNames.POSSIBLY_REPEATED_ROWS)).isEqualTo(0L);
  }

  @Test
  void forgetsDestinations() throws JMException {
    metrics.acknowledged(ORDERS, 10, 1000);
    metrics.acknowledged(ITEMS, 5, 300);
    int before = registered().size();

    metrics.forgotten(ORDERS);
    metrics.forgotten(ORDERS);

    assertThat(registered()).hasSize(before - 1);
    assertThat(destination("items", MetricNames.ROWS)).isEqualTo(5L);
    assertThat(task(MetricNames.ROWS)).isEqualTo(15L);
  }

  @Test
  void countsForTheTaskAndForEachDestination() throws JMException {
    metrics.acknowledged(ORDERS, 10, 1000);
    metrics.acknowledged(ITEMS, 5, 300);
    metrics.rejected(ITEMS, ErrorCode.ROW_INVALID);

    assertThat(task(MetricNames.ROWS)).isEqualTo(15L);
    assertThat(task(MetricNames.BYTES)).isEqualTo(1300L);
    assertThat(task(MetricNames.REJECTED_ROWS)).isEqualTo(1L);
    assertThat(destination("orders", MetricNames.ROWS)).isEqualTo(10L);
    assertThat(destination("orders", MetricNames.REJECTED_ROWS)).isEqualTo(0L);
    assertThat(destination("items", MetricNames.BYTES)).isEqualTo(300L);
  }

  @Test
  void showsWhatIsInFlight() throws JMException {
    metrics.inFlight(3, 4096);

    assertThat(task(MetricNames.IN_FLIGHT_REQUESTS)).isEqualTo(3L);
    assertThat(task(MetricNames.IN_FLIGHT_BYTES)).isEqualTo(4096L);
  }

  @Test
  void letsTheAgeGrowWhileNobodyReports() throws JMException {
    assertThat(task(MetricNames.OLDEST_UNACKNOWLEDGED_MS)).isEqualTo(0L);

    metrics.oldestUnacknowledged(200);
    time.advance(Duration.ofSeconds(1));
    assertThat(task(MetricNames.OLDEST_UNACKNOWLEDGED_MS)).isEqualTo(1200L);

    metrics.oldestUnacknowledged(0);
    time.advance(Duration.ofSeconds(1));
    assertThat(task(MetricNames.OLDEST_UNACKNOWLEDGED_MS)).isEqualTo(0L);
  }

  @Test
  void isRetryingUntilRowsAreAcknowledgedAgain() throws JMException {
    assertThat(task(MetricNames.STATE)).isEqualTo("RUNNING");
    assertThat(task(MetricNames.LAST_ERROR)).isEqualTo("");

    metrics.retried(ORDERS, ErrorCode.UNAVAILABLE);
    metrics.failed(ORDERS, ErrorCode.UNAVAILABLE, "Wait.");

    assertThat(task(MetricNames.RETRIES)).isEqualTo(1L);
    assertThat(task(MetricNames.STATE)).isEqualTo("RETRYING");
    assertThat(task(MetricNames.LAST_ERROR)).isEqualTo("UNAVAILABLE p.d.orders: Wait.");

    metrics.acknowledged(ORDERS, 1, 1);
    assertThat(task(MetricNames.STATE)).isEqualTo("RUNNING");
  }

  @Test
  void describesEveryMetricOfTheTask() throws JMException {
    MBeanAttributeInfo[] attributes =
        server
            .getMBeanInfo(new ObjectName("dev.penstock:type=writer,name=\"sink-0\""))
            .getAttributes();

    assertThat(Arrays.stream(attributes).map(MBeanAttributeInfo::getName))
        .containsExactlyInAnyOrderElementsOf(MetricNames.MEANINGS.keySet());
    assertThat(attributes).allMatch(a -> a.isReadable() && !a.isWritable());
  }

  @Test
  void leavesNoBeanBehind() throws JMException {
    metrics.acknowledged(ORDERS, 1, 1);
    assertThat(registered()).hasSize(2);

    metrics.close();
    metrics.close();

    assertThat(registered()).isEmpty();
  }

  @Test
  void replacesTheBeanOfATaskThatWasNotClosed() throws JMException {
    metrics.acknowledged(ORDERS, 1, 1);

    try (JmxWriteMetrics restarted = new JmxWriteMetrics("sink-0", time, server)) {
      restarted.acknowledged(ORDERS, 7, 1);

      assertThat(task(MetricNames.ROWS)).isEqualTo(7L);
    }
  }
}
