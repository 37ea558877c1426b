package dev.penstock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.BigQuery;
import com.google.cloud.bigquery.BigQueryException;
import com.google.cloud.bigquery.BigQueryOptions;
import com.google.cloud.bigquery.DatasetId;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableInfo;
import com.google.cloud.bigquery.storage.v1.BigQueryReadSettings;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteClient;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteSettings;
import com.google.cloud.bigquery.storage.v1.WriteStream;
import com.google.cloud.storage.BucketInfo;
import com.google.cloud.storage.Storage;
import com.google.cloud.storage.StorageOptions;
import dev.penstock.local.FaultScript;
import java.time.Instant;
import org.junit.jupiter.api.Test;

@LocalBigQuery(
    datasets = {"shop", "other"},
    faults = "wrong-location",
    clock = "2026-01-01T00:00:00Z",
    enforceQuotas = true)
class LocalBigQueryParametersIT {
  private static TableInfo table(String name) {
    return TableInfo.of(
        TableId.of("shop", name),
        StandardTableDefinition.of(Schema.of(Field.of("id", StandardSQLTypeName.INT64))));
  }

  @Test
  void givesSettingsOfAllClients(
      BigQueryOptions options,
      BigQueryWriteSettings writes,
      BigQueryReadSettings reads,
      StorageOptions storage)
      throws Exception {
    options.getService().create(table("written"));
    try (BigQueryWriteClient client = BigQueryWriteClient.create(writes)) {
      WriteStream stream =
          client.getWriteStream(
              "projects/penstock-test/datasets/shop/tables/written/streams/_default");
      assertThat(stream.getType()).isEqualTo(WriteStream.Type.COMMITTED);
    }
    assertThat(reads.getEndpoint()).startsWith("127.0.0.1:");
    assertThat(storage.getService().create(BucketInfo.of("staging")).getName())
        .isEqualTo("staging");
  }

  @Test
  void beginsWithItsDatasetsClockAndFaults(
      BigQuery client,
      Storage storage,
      FaultScript faults,
      dev.penstock.local.LocalBigQuery server) {
    assertThat(client.getDataset("shop")).isNotNull();
    assertThat(client.getDataset("other")).isNotNull();
    assertThat(storage.list().iterateAll()).isNotNull();
    assertThat(server.now()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
    assertThat(faults.rules()).hasSize(1);
  }

  @LocalBigQuery(clock = "2026-01-01")
  private static final class WithBadClock {}

  @Test
  void namesTheParameterThatIsWrong(BigQuery client) {
    LocalBigQuery badClock = WithBadClock.class.getAnnotation(LocalBigQuery.class);
    assertThatThrownBy(() -> LocalBigQueryParameters.options(badClock))
        .hasMessage(
            "@LocalBigQuery(clock = \"2026-01-01\") (expected: day, time and zone, such as"
                + " 2026-01-01T00:00:00Z)");
    assertThatThrownBy(() -> LocalBigQueryParameters.faults("rain"))
        .hasMessageStartingWith("@LocalBigQuery(faults = \"rain\") (expected: one of ")
        .hasMessageContaining("wrong-location");
    DatasetId badName = DatasetId.of("penstock-test", "no-dashes");
    assertThatThrownBy(() -> LocalBigQueryParameters.create(client, badName))
        .hasMessageStartingWith(
            "@LocalBigQuery(datasets = \"no-dashes\") (expected: the name of a dataset, once, such as"
                + " shop: ");
  }

  @Test
  void refusesWhatIsAboveALimit(BigQuery client) {
    client.create(table("busy"));
    for (int i = 0; i < 5; i++) {
      client.update(table("busy").toBuilder().setDescription("" + i).build());
    }
    assertThatThrownBy(() -> client.update(table("busy").toBuilder().setDescription("six").build()))
        .isInstanceOfSatisfying(
            BigQueryException.class, e -> assertThat(e.getReason()).isEqualTo("rateLimitExceeded"));
  }
}
