package dev.penstock.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.FieldValueList;
import com.google.cloud.bigquery.QueryJobConfiguration;
import dev.penstock.flink.MiniFlink;
import dev.penstock.flink.TableDestination;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Changes of rows. A number is a change of the key it ends in; its other digits are its order. */
@Tag("sql")
class CdcIT {
  private static final String DATASET = "cdc";
  private static final int KEYS = 10;

  @RegisterExtension static final MiniClusterExtension FLINK = MiniFlink.withSlots(2);

  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets(DATASET);

  private static BigQuerySinkBuilder<Long> sink(String table, CdcTableOptions options) {
    return Jobs.sink(BIGQUERY)
        .table(TableDestination.of(BIGQUERY.project(), DATASET, table))
        .cdcTableOptions(options)
        .cdcOptions(
            CdcOptions.<Long>builder(
                    change -> change % 3 == 0 ? CdcChangeType.DELETE : CdcChangeType.UPSERT)
                .sequenceNumberProvider(change -> Long.toHexString(change / KEYS))
                .build());
  }

  private static CdcTableOptions keyedById() {
    return CdcTableOptions.builder().primaryKeyColumns(List.of("id")).build();
  }

  private static void run(BigQuerySinkBuilder<Long> sink, Long... changes) throws Exception {
    StreamExecutionEnvironment env = Jobs.withoutRestart(1);
    env.fromData(changes).sinkTo(sink.serializer(new KeyedNumbers(KEYS)).build());
    env.execute();
  }

  private static List<String> names(String table) {
    return BIGQUERY.table(DATASET, table).rows().stream()
        .map(row -> row.get("id") + "=" + row.get("name"))
        .toList();
  }

  private static List<String> staleness(String table) throws InterruptedException {
    List<String> values = new ArrayList<>();
    for (FieldValueList row :
        BIGQUERY
            .client()
            .query(
                QueryJobConfiguration.of(
                    "SELECT option_value FROM cdc.INFORMATION_SCHEMA.TABLE_OPTIONS WHERE table_name"
                        + " = '"
                        + table
                        + "' AND option_name = 'max_staleness'"))
            .iterateAll()) {
      values.add(row.get(0).getStringValue());
    }
    return values;
  }

  @Test
  void theHighestSequenceNumberOfAKeyWinsInWhateverOrder() throws Exception {
    run(sink("ordered", keyedById()), 21L, 11L, 32L, 42L, 72L, 13L, 23L, 40L);

    assertThat(names("ordered")).containsExactlyInAnyOrder("3=n23", "0=n40");
  }

  @Test
  void goesToTheHandlerWithoutAValidSequenceNumber() throws Exception {
    BigQuerySinkBuilder<Long> sink =
        sink("invalid", keyedById())
            .cdcOptions(
                CdcOptions.<Long>builder(change -> CdcChangeType.UPSERT)
                    .sequenceNumberProvider(change -> change == 11 ? "x" : "1")
                    .build())
            .failureHandler(Seen.as("invalid"));
    run(sink, 11L, 12L);

    assertThat(names("invalid")).containsExactly("2=n12");
    assertThat(Seen.failures("invalid"))
        .singleElement()
        .satisfies(
            failure ->
                assertThat(failure.getReason())
                    .isEqualTo(
                        "The sequence number provider returned a text of another form (expected: 1"
                            + " to 4 sections of 1 to 16 hexadecimal digits, joined by /, such as"
                            + " 1A/2F). Make it of the position that the source gives the change,"
                            + " with the same sections for every change."));
  }

  @Test
  void aNewTableGetsKeyAndStaleness() throws Exception {
    run(
        sink(
            "fresh",
            CdcTableOptions.builder()
                .primaryKeyColumns(List.of("id"))
                .maxStaleness(Duration.ofMinutes(10))
                .build()),
        11L);

    assertThat(
            BIGQUERY
                .table(DATASET, "fresh")
                .metadata()
                .getTableConstraints()
                .getPrimaryKey()
                .getColumns())
        .containsExactly("id");
    assertThat(staleness("fresh")).containsExactly("0-0 0 0:10:0");
  }

  @Test
  void anExistingTableThatDiffersFailsTheJobUnlessReconciled() throws Exception {
    run(sink("existing", keyedById()), 11L);
    CdcTableOptions wanted =
        CdcTableOptions.builder()
            .primaryKeyColumns(List.of("id"))
            .maxStaleness(Duration.ofMinutes(10))
            .build();
    assertThatThrownBy(() -> run(sink("existing", wanted), 21L))
        .hasStackTraceContaining("another configuration was applied to it");
    assertThat(staleness("existing")).isEmpty();

    run(
        sink("existing", wanted)
            .cdcTableReconciliationPolicy(CdcTableReconciliationPolicy.RECONCILE),
        31L);
    assertThat(staleness("existing")).containsExactly("0-0 0 0:10:0");
  }
}
