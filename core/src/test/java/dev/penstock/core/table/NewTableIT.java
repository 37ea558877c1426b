package dev.penstock.core.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.Table;
import com.google.cloud.bigquery.TableId;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnDetails;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.PartitionSpec.ByRange;
import dev.penstock.core.model.PartitionSpec.ByTime;
import dev.penstock.core.model.PartitionSpec.Granularity;
import dev.penstock.core.model.TableAttributes;
import dev.penstock.core.time.Time;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tables as a local BigQuery makes them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NewTableIT {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets("made");

  private static final String KEY = "projects/p/locations/us/keyRings/r/cryptoKeys/k";
  private static final List<Column> COLUMNS =
      List.of(
          Column.nullable("id", ColumnType.INT64),
          Column.nullable("at", ColumnType.TIMESTAMP),
          Column.struct(
              "s", ColumnMode.NULLABLE, List.of(Column.nullable("x", ColumnType.STRING))));

  private BigQueryConnection connection;
  private TableAdmin admin;

  @BeforeAll
  void open() {
    connection =
        BigQueryConnection.open(
            new Endpoint.Emulator(URI.create(BIGQUERY.restUrl()), BIGQUERY.grpcTarget()),
            BIGQUERY.project(),
            "test/1");
    admin = new TableAdmin(connection, Time.SYSTEM);
  }

  @AfterAll
  void close() {
    connection.close();
  }

  private static Destination table(String name) {
    return new Destination(BIGQUERY.project(), "made", name);
  }

  private static Table shown(String name) {
    return BIGQUERY.client().getTable(TableId.of("made", name));
  }

  @Test
  void haveAllThatTheirPolicyNames() {
    TablePolicy policy =
        TablePolicy.builder()
            .createTable(true)
            .primaryKey(List.of("id"))
            .clustering(List.of("id"))
            .partition(new ByTime(Granularity.DAY, "at"))
            .attributes(
                TableAttributes.builder()
                    .description("Orders of the shop")
                    .friendlyName("Orders")
                    .labels(Map.of("team", "shop"))
                    .partitionExpiration(Duration.ofDays(30))
                    .requirePartitionFilter(true)
                    .lifetime(Duration.ofDays(365))
                    .kmsKeyName(KEY)
                    .columns(
                        Map.of(
                            "at",
                            new ColumnDetails("when it was placed", "CURRENT_TIMESTAMP()"),
                            "s.x",
                            ColumnDetails.describedAs("inner")))
                    .build())
            .build();

    LiveTable live = admin.ensure(table("all"), policy, COLUMNS, true);

    assertThat(live.defaultedColumns()).containsExactly("at");
    assertThat(live.primaryKey()).containsExactly("id");
    Table shown = shown("all");
    assertThat(shown.getDescription()).isEqualTo("Orders of the shop");
    assertThat(shown.getFriendlyName()).isEqualTo("Orders");
    assertThat(shown.getLabels()).containsExactly(Map.entry("team", "shop"));
    assertThat(shown.getEncryptionConfiguration().getKmsKeyName()).isEqualTo(KEY);
    assertThat(shown.getRequirePartitionFilter()).isTrue();
    assertThat(shown.getExpirationTime() - shown.getCreationTime())
        .isCloseTo(31_536_000_000L, within(60_000L));
    StandardTableDefinition definition = shown.getDefinition();
    assertThat(definition.getTimePartitioning().getField()).isEqualTo("at");
    assertThat(definition.getTimePartitioning().getExpirationMs()).isEqualTo(2_592_000_000L);
    assertThat(definition.getClustering().getFields()).containsExactly("id");
    Field at = definition.getSchema().getFields().get("at");
    assertThat(at.getDefaultValueExpression()).isEqualTo("CURRENT_TIMESTAMP()");
    assertThat(at.getDescription()).isEqualTo("when it was placed");
    assertThat(definition.getSchema().getFields().get("s").getSubFields().get("x").getDescription())
        .isEqualTo("inner");
  }

  @Test
  void arePartitionedByRangesAndByIngestion() {
    admin.ensure(
        table("ranges"),
        TablePolicy.builder().createTable(true).partition(new ByRange("id", 0, 100, 10)).build(),
        COLUMNS,
        false);
    admin.ensure(
        table("ingested"),
        TablePolicy.builder()
            .createTable(true)
            .partition(new ByTime(Granularity.HOUR, null))
            .build(),
        COLUMNS,
        false);

    assertThat(admin.find(table("ranges")).orElseThrow().partition())
        .contains(new ByRange("id", 0, 100, 10));
    assertThat(admin.find(table("ingested")).orElseThrow().partition())
        .contains(new ByTime(Granularity.HOUR, null));
  }

  @Test
  void areMadeOnceWhen16TasksMakeThemAtOnce() throws Exception {
    ExecutorService tasks = Executors.newFixedThreadPool(16);
    try {
      List<Future<LiveTable>> results =
          IntStream.range(0, 16)
              .mapToObj(
                  task ->
                      tasks.submit(
                          () ->
                              admin.ensure(
                                  table("raced"),
                                  TablePolicy.forChanges(List.of("id")),
                                  COLUMNS,
                                  true)))
              .toList();
      long created = results.get(0).get().createdMillis();
      for (Future<LiveTable> result : results) {
        assertThat(result.get().primaryKey()).containsExactly("id");
        assertThat(result.get().createdMillis()).isEqualTo(created);
      }
    } finally {
      tasks.shutdownNow();
    }
  }
}
