package dev.penstock.core.table;

import static dev.penstock.core.table.TablesFixture.COLUMNS;
import static dev.penstock.core.table.TablesFixture.T;
import static dev.penstock.core.table.TablesFixture.existing;
import static dev.penstock.core.table.TablesFixture.field;
import static dev.penstock.core.table.TablesFixture.may;
import static dev.penstock.core.table.TablesFixture.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.services.bigquery.model.Clustering;
import com.google.api.services.bigquery.model.TimePartitioning;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.PartitionSpec;
import dev.penstock.core.model.TableAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How tables are found, made and taken as they are. */
class TableAdminTest {
  private final TablesFixture tables = new TablesFixture();

  @AfterEach
  void close() {
    tables.close();
  }

  @Test
  void createsAKeyedAndClusteredTable() {
    LiveTable table = tables.admin.ensure(T, policy("a", "b"), COLUMNS, true);

    assertThat(table.primaryKey()).containsExactly("a", "b");
    assertThat(table.schema().columns())
        .containsExactly(
            Column.of("a", ColumnType.INT64, ColumnMode.REQUIRED),
            Column.of("b", ColumnType.STRING, ColumnMode.REQUIRED),
            Column.nullable("c", ColumnType.FLOAT64));
    assertThat(tables.live().getClustering())
        .isEqualTo(new Clustering().setFields(List.of("a", "b")));
    assertThat(tables.live().getTimePartitioning()).isNull();
  }

  @Test
  void createsWithPartitioningAndLabels() {
    TablePolicy policy =
        TablePolicy.builder()
            .createTable(true)
            .partition(new PartitionSpec.ByTime(PartitionSpec.Granularity.DAY, "at"))
            .attributes(
                TableAttributes.builder()
                    .partitionExpiration(Duration.ofDays(3))
                    .labels(Map.of("team", "orders"))
                    .build())
            .build();

    tables.admin.ensure(T, policy, List.of(Column.nullable("at", ColumnType.TIMESTAMP)), false);

    assertThat(tables.live().getTimePartitioning())
        .isEqualTo(
            new TimePartitioning().setType("DAY").setField("at").setExpirationMs(259_200_000L));
    assertThat(tables.live().getLabels()).isEqualTo(Map.of("team", "orders"));
    assertThat(tables.live().getTableConstraints()).isNull();
  }

  @Test
  void doesNotCreateWithoutPermissionToDoSo() {
    assertThatThrownBy(() -> tables.admin.ensure(T, may(false, false, false, "a"), COLUMNS, true))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TABLE_NOT_FOUND))
        .hasMessage(
            "Table p.d.t does not exist, or the credentials may not see it. Create it, or allow"
                + " table creation.");
  }

  @Test
  void readsBackATableThatAnotherTaskCreatedFirst() throws Exception {
    // Of sixteen that create one table at once, some are told to come later (RT-044).
    for (int i = 0; i < 5; i++) {
      tables.server.failNext("POST", 403, "rateLimitExceeded", "Exceeded rate limits");
    }
    ExecutorService tasks = Executors.newFixedThreadPool(16);
    try {
      List<Future<LiveTable>> results =
          IntStream.range(0, 16)
              .mapToObj(
                  task -> tasks.submit(() -> tables.admin.ensure(T, policy("a"), COLUMNS, true)))
              .toList();
      for (Future<LiveTable> result : results) {
        assertThat(result.get().primaryKey()).containsExactly("a");
      }
    } finally {
      tasks.shutdownNow();
    }
  }

  @Test
  void comparesATableThatAnotherTaskCreatedFirst() {
    tables.server.put(
        "t", existing(List.of("c"), field("c", "STRING", "REQUIRED"), field("a", "INTEGER", "")));
    tables.server.failNext("GET", 404, "notFound", "Not found: Table p:d.t");
    assertThatThrownBy(() -> tables.admin.ensure(T, policy("a"), COLUMNS, true))
        .hasMessageContaining("its primary key is [c] and the key of the rows is [a]");

    tables.server.failNext("GET", 404, "notFound", "Not found: Table p:d.t");
    TablePolicy plain = TablePolicy.builder().createTable(true).build();
    assertThat(tables.admin.ensure(T, plain, COLUMNS, false).schema().columns()).hasSize(2);
  }

  @Test
  void repeatsWhatMaySucceedLater() {
    tables.server.failNext("GET", 503, "backendError", "Try again");
    tables.server.failNext("POST", 403, "rateLimitExceeded", "Exceeded rate limits");

    tables.admin.ensure(T, policy("a"), COLUMNS, true);

    assertThat(tables.server.calls())
        .containsExactly("GET t", "GET t", "POST tables", "POST tables");
    assertThat(tables.time.sleptMillis()).isBetween(300L, 500L);
  }

  @Test
  void createsNothingLaterWhenTheQuotaOfTheDayIsSpent() {
    tables.server.failNext("POST", 403, "quotaExceeded", "Quota exceeded");

    assertThatThrownBy(() -> tables.admin.ensure(T, policy("a"), COLUMNS, true))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.QUOTA_EXCEEDED))
        .hasMessage(
            "Creating table p.d.t failed: Quota exceeded. Try later, or ask for more quota.");
    assertThat(tables.time.sleptMillis()).isZero();
  }

  @Test
  void waitsAsLongAsTheServiceAsks() {
    tables.server.askToWait(7);
    tables.server.failNext("GET", 503, "backendError", "Try again");

    tables.admin.ensure(T, policy("a"), COLUMNS, true);

    assertThat(tables.time.sleptMillis()).isEqualTo(7_000);
  }

  @Test
  void doesNotWaitWhenTheServiceAsksForMoreThanTheCallMayTake() {
    tables.server.askToWait(3_600);
    tables.server.failNext("GET", 503, "backendError", "Try again");

    assertThatThrownBy(() -> tables.admin.find(T)).hasMessageContaining("Try again");
    assertThat(tables.time.sleptMillis()).isZero();
  }

  @Test
  void givesUpAfterAMinute() {
    for (int i = 0; i < 100; i++) {
      tables.server.failNext("GET", 503, "backendError", "Try again");
    }

    assertThatThrownBy(() -> tables.admin.find(T))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
        .hasMessageMatching(
            "Reading table p\\.d\\.t failed: Try again, after \\d+ attempts in [45]\\d s\\. Check"
                + " that BigQuery can be reached, or try later\\.");
    assertThat(tables.time.sleptMillis()).isLessThanOrEqualTo(60_000);
  }

  @Test
  void explainsADenial() {
    tables.server.failNext("GET", 403, "accessDenied", "Access Denied: Table p:d.t");

    assertThatThrownBy(() -> tables.admin.find(T))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PERMISSION_DENIED))
        .hasMessage(
            "Reading table p.d.t failed: Access Denied: Table p:d.t. Grant the credentials"
                + " roles/bigquery.dataEditor on the dataset and roles/bigquery.jobUser on the"
                + " project.");
  }

  @Test
  void refusesViews() {
    tables.server.put("t", existing(null, field("a", "INTEGER", "NULLABLE")).setType("VIEW"));

    assertThatThrownBy(() -> tables.admin.ensure(T, policy("a"), COLUMNS, true))
        .hasMessage("p.d.t is a VIEW and takes no rows. Write to a table.");
  }

  @Test
  void aServerWithoutSqlOnlyTellsThatMaxStalenessIsNotSet() {
    LiveTable table = tables.admin.ensure(T, policy("a"), COLUMNS, true);

    IngestException failure = tables.admin.setMaxStaleness(table, Duration.ofMinutes(10));

    assertThat(Objects.requireNonNull(failure).code()).isEqualTo(ErrorCode.NOT_SUPPORTED);
  }

  @Test
  void refusesATableThatLiesElsewhere() {
    tables.server.put("t", existing(null, field("a", "INTEGER", "NULLABLE")));
    TablePolicy inEurope = TablePolicy.builder().location("EU").build();

    assertThatThrownBy(() -> tables.admin.ensure(T, inEurope, COLUMNS, false))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_OPTION))
        .hasMessage("location: EU (expected: US, where table p.d.t lies)");
  }
}
