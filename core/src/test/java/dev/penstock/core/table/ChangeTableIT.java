package dev.penstock.core.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.BigQuery;
import com.google.cloud.bigquery.QueryJobConfiguration;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.job.Jobs;
import dev.penstock.core.job.RestCalls;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.time.Time;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tables of changes as a local BigQuery makes them ready, statements and all. */
@Tag("sql")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChangeTableIT {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets("ready");

  private static final List<String> KEY = List.of("id");
  private static final List<Column> COLUMNS =
      List.of(Column.nullable("id", ColumnType.INT64), Column.nullable("name", ColumnType.STRING));

  private BigQueryConnection connection;
  private TableAdmin admin;
  private MaxStaleness staleness;

  @BeforeAll
  void open() {
    connection =
        BigQueryConnection.open(
            new Endpoint.Emulator(URI.create(BIGQUERY.restUrl()), BIGQUERY.grpcTarget()),
            BIGQUERY.project(),
            "test/1");
    admin = new TableAdmin(connection, Time.SYSTEM);
    RestCalls calls = new RestCalls(connection.rest(), Time.SYSTEM, Duration.ofSeconds(10));
    staleness = new MaxStaleness(new Jobs(connection, calls, Time.SYSTEM));
  }

  @AfterAll
  void close() {
    connection.close();
  }

  private static Destination table(String name) {
    return new Destination(BIGQUERY.project(), "ready", name);
  }

  private static TablePolicy policy(
      ChangeProvisioning provisioning, @Nullable Duration maxStaleness) {
    return TablePolicy.builder()
        .createTable(true)
        .primaryKey(KEY)
        .maxStaleness(maxStaleness)
        .provisioning(provisioning)
        .build();
  }

  private LiveTable ensure(
      String name, ChangeProvisioning provisioning, @Nullable Duration maxStaleness) {
    return admin.ensure(table(name), policy(provisioning, maxStaleness), COLUMNS, true);
  }

  private static String label(@Nullable Duration maxStaleness) {
    return new ChangeContract(KEY, maxStaleness).complete();
  }

  private static List<String> statements(String name) {
    List<String> statements = new ArrayList<>();
    BIGQUERY
        .client()
        .listJobs(BigQuery.JobListOption.allUsers())
        .iterateAll()
        .forEach(
            job -> {
              if (job.getConfiguration() instanceof QueryJobConfiguration query
                  && query.getQuery().startsWith("ALTER TABLE " + table(name).quoted())) {
                statements.add(query.getQuery().replaceAll(".*max_staleness = ", ""));
              }
            });
    return statements;
  }

  @Test
  void sixteenWritersMakeOneTableByOneStatement() throws Exception {
    ExecutorService writers = Executors.newFixedThreadPool(16);
    try {
      List<Future<LiveTable>> results =
          IntStream.range(0, 16)
              .mapToObj(
                  writer ->
                      writers.submit(
                          () ->
                              ensure(
                                  "raced", ChangeProvisioning.VERIFY_ONLY, Duration.ofMinutes(10))))
              .toList();
      for (Future<LiveTable> result : results) {
        assertThat(result.get().primaryKey()).isEqualTo(KEY);
      }
    } finally {
      writers.shutdownNow();
    }

    assertThat(statements("raced")).containsExactly("INTERVAL 600000000 MICROSECOND)");
    LiveTable live = admin.find(table("raced")).orElseThrow();
    assertThat(live.labels())
        .containsEntry(ChangeContract.LABEL_KEY, label(Duration.ofMinutes(10)));
    assertThat(staleness.read(live)).contains(Duration.ofMinutes(10));
  }

  @Test
  void stalenessIsChangedToMicrosecondsClearedAndSetAgain() {
    Duration half = Duration.ofMillis(500);
    ensure("tuned", ChangeProvisioning.RECONCILE, half);
    assertThat(staleness.read(admin.find(table("tuned")).orElseThrow())).contains(half);

    ensure("tuned", ChangeProvisioning.RECONCILE, Duration.ZERO);
    LiveTable cleared = admin.find(table("tuned")).orElseThrow();
    assertThat(staleness.read(cleared)).contains(Duration.ZERO);
    assertThat(cleared.labels()).containsEntry(ChangeContract.LABEL_KEY, label(Duration.ZERO));

    // The statement of the first time has run under its id already, and is no answer now.
    ensure("tuned", ChangeProvisioning.RECONCILE, half);
    assertThat(staleness.read(admin.find(table("tuned")).orElseThrow())).contains(half);
    assertThat(statements("tuned"))
        .containsExactlyInAnyOrder(
            "INTERVAL 500000 MICROSECOND)", "NULL)", "INTERVAL 500000 MICROSECOND)");
  }

  @Test
  void driftIsToldAndNotRepairedUnlessAllowed() throws Exception {
    ensure("drifts", ChangeProvisioning.VERIFY_ONLY, Duration.ofMinutes(10));
    BIGQUERY
        .client()
        .query(
            QueryJobConfiguration.of(
                MaxStaleness.statement(table("drifts"), Duration.ofMinutes(1))));

    assertThatThrownBy(
            () -> ensure("drifts", ChangeProvisioning.VERIFY_ONLY, Duration.ofMinutes(10)))
        .hasMessageContaining("its max_staleness is PT1M and not PT10M");
    ensure("drifts", ChangeProvisioning.RECONCILE, Duration.ofMinutes(10));

    assertThat(staleness.read(admin.find(table("drifts")).orElseThrow()))
        .contains(Duration.ofMinutes(10));
  }

  @Test
  void aWriterThatDiesAfterAnyStepIsFollowedByOneThatEndsIt() {
    TablePolicy policy = policy(ChangeProvisioning.VERIFY_ONLY, Duration.ofMinutes(2));
    for (int death = 1; death <= 3; death++) {
      Destination dies = table("dies" + death);
      ChangeTableSteps steps = new ServiceTableSteps(admin, staleness, dies, policy, COLUMNS);
      DyingSteps dying = new DyingSteps(steps, death);
      assertThatThrownBy(() -> new ChangeTableSetup(dies, policy, dying, Time.SYSTEM).run())
          .isInstanceOf(DyingSteps.Death.class);

      DyingSteps next = new DyingSteps(steps, 0);
      LiveTable ready = new ChangeTableSetup(dies, policy, next, Time.SYSTEM).run();

      assertThat(next.changes)
          .isEqualTo(
              List.of("create pending", "staleness PT2M", "label complete").subList(death, 3));
      assertThat(ready.labels())
          .containsEntry(ChangeContract.LABEL_KEY, label(Duration.ofMinutes(2)));
      assertThat(statements("dies" + death)).hasSize(1);
    }
  }
}
