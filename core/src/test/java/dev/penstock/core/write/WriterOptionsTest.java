package dev.penstock.core.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.time.RetryBudget;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WriterOptionsTest {
  @Test
  void defaultsAreThoseOfTheReference() {
    assertThat(WriterOptions.defaults(true, "a:b"))
        .isEqualTo(
            WriterOptions.builder(true, "a:b")
                .batchSize(new BatchSize(65_536, 1_048_576, 19_000_000))
                .maxRequestBytes(20_000_000)
                .maxInFlightBytes(67_108_864)
                .maxConnections(100)
                .maxInFlightRequests(100)
                .retryTimeout(Duration.ofMinutes(10))
                .appendTimeout(Duration.ofMinutes(5))
                .recovery(RetryBudget.RECOVERY)
                .destinationIdle(Duration.ofHours(1))
                .multiplexing(false)
                .build());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 20000000 | 1 | 1 | 1 | 1 | maxBatchBytes: 0 (expected: 1..20000000)",
        "2000 | 1999 | 1 | 1 | 1 | 1 | maxBatchBytes: 2000 (expected: 1..1999)",
        "1 | 20000001 | 1 | 1 | 1 | 1 | maxRequestBytes: 20000001 (expected: 1024..20000000)",
        "1 | 2000 | 0 | 1 | 1 | 1 | maxInFlightBytes: 0 (expected: at least 1)",
        "1 | 2000 | 1 | 0 | 1 | 1 | maxInFlightRequests: 0 (expected: 1..10000)",
        "1 | 2000 | 1 | 1 | 0 | 1 | appendTimeout: 0 (expected: at least 1)",
        "1 | 2000 | 1 | 1 | 1 | 0 | destinationIdle: 0 (expected: at least 1)"
      })
  void refusesValuesOutOfRange(
      int batch,
      int request,
      long inFlightBytes,
      int requests,
      long timeoutMs,
      long idleMs,
      String message) {
    assertThatThrownBy(
            () ->
                WriterOptions.builder(true, "")
                    .maxBatchBytes(batch)
                    .maxRequestBytes(request)
                    .maxInFlightBytes(inFlightBytes)
                    .maxInFlightRequests(requests)
                    .appendTimeout(Duration.ofMillis(timeoutMs))
                    .destinationIdle(Duration.ofMillis(idleMs))
                    .build())
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_OPTION))
        .hasMessage(message);
  }
}
