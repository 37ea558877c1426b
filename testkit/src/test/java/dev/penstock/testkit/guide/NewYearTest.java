package dev.penstock.testkit.guide;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.BigQuery;
import com.google.cloud.bigquery.DatasetInfo;
import dev.penstock.local.FaultScript;
import dev.penstock.testkit.LocalBigQuery;
import java.time.Instant;
import org.junit.jupiter.api.Test;

@LocalBigQuery(datasets = "shop", clock = "2026-01-01T00:00:00Z", faults = "wrong-location")
class NewYearTest {
  @Test
  void beginsWithTheYear(BigQuery bigQuery, FaultScript faults) {
    DatasetInfo archive = DatasetInfo.of("archive");

    assertThat(Instant.ofEpochMilli(bigQuery.create(archive).getCreationTime()))
        .isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
    assertThat(faults.rules()).hasSize(1);
  }
}
