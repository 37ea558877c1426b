package dev.penstock.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.model.Destination;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.testutils.MetricListener;
import org.apache.flink.runtime.metrics.groups.MetricsGroupTestUtils;
import org.junit.jupiter.api.Test;

class SinkMetricsTest {
  private static final Destination TABLE = new Destination("p", "d", "t");

  private final MetricListener listener = new MetricListener();
  private final SinkMetrics metrics =
      new SinkMetrics(MetricsGroupTestUtils.mockWriterMetricGroup(listener.getMetricGroup()));

  private long count(String... name) {
    return listener.getCounter(name).map(Counter::getCount).orElseThrow();
  }

  private int gauge(String name) {
    return listener.<Number>getGauge(name).orElseThrow().getValue().intValue();
  }

  @Test
  void countsWhatBecomesOfRecords() {
    metrics.skipped();
    metrics.failed();
    metrics.retried(TABLE, ErrorCode.UNAVAILABLE);
    metrics.rejected(TABLE, ErrorCode.ROW_INVALID);
    metrics.inFlight(3, 100);
    metrics.open(2);

    assertThat(count("recordsSkipped")).isEqualTo(1);
    assertThat(count("appendRetries")).isEqualTo(1);
    assertThat(count("errorClass", "UNAVAILABLE", "errors")).isEqualTo(1);
    assertThat(count("errorClass", "ROW_INVALID", "errors")).isEqualTo(1);
    assertThat(gauge("inFlightAppends")).isEqualTo(3);
    assertThat(gauge("openDestinations")).isEqualTo(2);
  }

  @Test
  void gaugesFallToZeroAtTheEnd() {
    metrics.inFlight(3, 100);
    metrics.open(2);

    metrics.closed();

    assertThat(gauge("inFlightAppends")).isZero();
    assertThat(gauge("openDestinations")).isZero();
  }

  @Test
  void standInTheReference() throws IOException {
    Matcher row =
        Pattern.compile("(?m)^\\| `([^`]+)` \\|")
            .matcher(Files.readString(Path.of("../docs/reference/flink-metrics.md")));
    TreeSet<String> listed = new TreeSet<>();
    while (row.find()) {
      listed.add(row.group(1));
    }
    assertThat(listed).isEqualTo(new TreeSet<>(SinkMetrics.NAMES));
    assertThat(List.of("recordsSkipped", "appendRetries", "inFlightAppends", "openDestinations"))
        .allSatisfy(name -> assertThat(SinkMetrics.NAMES).contains(name));
  }
}
