package dev.penstock.core.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.services.bigquery.model.Clustering;
import com.google.api.services.bigquery.model.Table;
import com.google.api.services.bigquery.model.TableFieldSchema;
import com.google.api.services.bigquery.model.TableSchema;
import com.google.api.services.bigquery.model.TimePartitioning;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.time.FakeTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TableAdminTest {
  private static final Destination T = new Destination("p", "d", "t");
  private static final List<Column> COLUMNS =
      List.of(
          Column.nullable("a", ColumnType.INT64),
          Column.nullable("b", ColumnType.STRING),
          Column.nullable("c", ColumnType.FLOAT64));

  private final ScriptedTables server = ScriptedTables.start();
  private final BigQueryConnection connection =
      BigQueryConnection.open(new Endpoint.Emulator(server.uri(), "127.0.0.1:1"), "p", "test/1");
  private final FakeTime time = new FakeTime();
  private final TableAdmin admin = new TableAdmin(connection, time);

  @AfterEach
  void close() {
    connection.close();
    server.close();
  }

  private static TablePolicy policy(String... key) {
    return TablePolicy.forChanges(List.of(key));
  }

  private static TablePolicy may(boolean create, boolean relax, boolean addKey, String... key) {
    return new TablePolicy(
        create, true, relax, List.of(key), addKey, List.of(), null, Map.of(), null, null);
  }

  private static Table existing(@Nullable List<String> key, TableFieldSchema... fields) {
    Table table =
        new Table().setSchema(new TableSchema().setFields(new ArrayList<>(Arrays.asList(fields))));
    return key == null
        ? table
        : table.setTableConstraints(NewTable.primaryKey(new ArrayList<>(key)));
  }

  private static TableFieldSchema field(String name, String type, String mode) {
    return new TableFieldSchema().setName(name).setType(type).setMode(mode);
  }

  private Table live() {
    return Objects.requireNonNull(server.table("t"));
  }

  @Test
  void createsAKeyedAndClusteredTable() {
    LiveTable table = admin.ensure(T, policy("a", "b"), COLUMNS, true);

    assertThat(table.primaryKey()).containsExactly("a", "b");
    assertThat(table.schema().columns())
        .containsExactly(
            Column.of("a", ColumnType.INT64, ColumnMode.REQUIRED),
            Column.of("b", ColumnType.STRING, ColumnMode.REQUIRED),
            Column.nullable("c", ColumnType.FLOAT64));
    assertThat(live().getClustering()).isEqualTo(new Clustering().setFields(List.of("a", "b")));
    assertThat(live().getTimePartitioning()).isNull();
  }

  @Test
  void createsWithPartitioningAndLabels() {
    TablePolicy policy =
        new TablePolicy(
            true,
            true,
            false,
            List.of(),
            false,
            List.of(),
            new TablePolicy.Partitioning("DAY", "at", Duration.ofDays(3)),
            Map.of("team", "orders"),
            null,
            null);

    admin.ensure(T, policy, List.of(Column.nullable("at", ColumnType.TIMESTAMP)), false);

    assertThat(live().getTimePartitioning())
        .isEqualTo(
            new TimePartitioning().setType("DAY").setField("at").setExpirationMs(259_200_000L));
    assertThat(live().getLabels()).isEqualTo(Map.of("team", "orders"));
    assertThat(live().getTableConstraints()).isNull();
  }

  @Test
  void doesNotCreateWithoutPermissionToDoSo() {
    assertThatThrownBy(() -> admin.ensure(T, may(false, false, false, "a"), COLUMNS, true))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TABLE_NOT_FOUND))
        .hasMessage(
            "Table p.d.t does not exist, or the credentials may not see it. Create it, or allow"
                + " table creation.");
  }

  @Test
  void readsBackATableThatAnotherTaskCreatedFirst() throws Exception {
    ExecutorService tasks = Executors.newFixedThreadPool(8);
    try {
      List<Future<LiveTable>> results =
          IntStream.range(0, 8)
              .mapToObj(task -> tasks.submit(() -> admin.ensure(T, policy("a"), COLUMNS, true)))
              .toList();
      for (Future<LiveTable> result : results) {
        assertThat(result.get().primaryKey()).containsExactly("a");
      }
    } finally {
      tasks.shutdownNow();
    }
  }

  @Test
  void repeatsWhatMaySucceedLater() {
    server.failNext("GET", 503, "backendError", "Try again");
    server.failNext("POST", 403, "rateLimitExceeded", "Exceeded rate limits");

    admin.ensure(T, policy("a"), COLUMNS, true);

    assertThat(server.calls()).containsExactly("GET t", "GET t", "POST tables", "POST tables");
    assertThat(time.sleptMillis()).isBetween(300L, 500L);
  }

  @Test
  void givesUpAfterAMinute() {
    for (int i = 0; i < 100; i++) {
      server.failNext("GET", 503, "backendError", "Try again");
    }

    assertThatThrownBy(() -> admin.find(T))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
        .hasMessageMatching(
            "Reading table p\\.d\\.t failed: Try again, after \\d+ attempts in [45]\\d s\\. Check that"
                + " BigQuery can be reached, or try later\\.");
    assertThat(time.sleptMillis()).isLessThanOrEqualTo(60_000);
  }

  @Test
  void explainsADenial() {
    server.failNext("GET", 403, "accessDenied", "Access Denied: Table p:d.t");

    assertThatThrownBy(() -> admin.find(T))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PERMISSION_DENIED))
        .hasMessage(
            "Reading table p.d.t failed: Access Denied: Table p:d.t. Grant the credentials"
                + " roles/bigquery.dataEditor on the dataset and roles/bigquery.jobUser on the"
                + " project.");
  }

  @Test
  void namesTheStatementThatAddsAMissingKey() {
    server.put("t", existing(null, field("a", "INTEGER", "NULLABLE"), field("b", "STRING", "")));

    assertThatThrownBy(() -> admin.ensure(T, policy("a", "b"), COLUMNS, true))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TABLE_UNSUITABLE))
        .hasMessage(
            "Table p.d.t cannot take changes: it has no primary key. Give it one: ALTER TABLE"
                + " `p.d.t` ADD PRIMARY KEY (`a`, `b`) NOT ENFORCED.");
  }

  @Test
  void addsAMissingKeyWhenAllowed() {
    server.put("t", existing(null, field("a", "INTEGER", "NULLABLE")));

    LiveTable table = admin.ensure(T, may(true, false, true, "a"), COLUMNS, true);

    assertThat(table.primaryKey()).containsExactly("a");
  }

  @Test
  void acceptsAKeyInAnotherOrderAndCase() {
    server.put(
        "t",
        existing(
            List.of("B", "a"),
            field("a", "INTEGER", "REQUIRED"),
            field("B", "STRING", "REQUIRED")));

    assertThat(admin.ensure(T, policy("a", "b"), COLUMNS, true).primaryKey())
        .containsExactly("B", "a");
  }

  @Test
  void refusesAnotherKey() {
    server.put("t", existing(List.of("a"), field("a", "INTEGER", "REQUIRED")));

    assertThatThrownBy(() -> admin.ensure(T, policy("a", "b"), COLUMNS, true))
        .hasMessage(
            "Table p.d.t cannot take changes: its primary key is [a] and the key of the rows is"
                + " [a, b]. Make both the same set of columns.");
  }

  @ParameterizedTest
  @EnumSource(names = {"BYTES", "FLOAT64", "TIME", "JSON", "GEOGRAPHY", "INTERVAL"})
  void refusesAKeyOfAForbiddenType(ColumnType type) {
    List<Column> columns = List.of(Column.nullable("id", type));

    assertThatThrownBy(() -> admin.ensure(T, policy("id"), columns, true))
        .hasMessage(
            "Table p.d.t cannot take changes: the key column 'id' is "
                + type
                + ", and a primary key takes only [BOOL, INT64, NUMERIC, BIGNUMERIC, STRING, DATE,"
                + " DATETIME, TIMESTAMP]. Choose another key, or convert the column, for example"
                + " to STRING.");
    assertThat(server.table("t")).isNull();
  }

  @Test
  void takes16KeyColumnsAndRefuses17() {
    List<String> names = IntStream.range(0, 17).mapToObj(i -> "k" + i).toList();
    List<Column> columns =
        names.stream().map(name -> Column.nullable(name, ColumnType.INT64)).toList();

    assertThatThrownBy(() -> admin.ensure(T, TablePolicy.forChanges(names), columns, true))
        .hasMessage(
            "Table p.d.t cannot take changes: the key has 17 columns and BigQuery allows 16: "
                + names
                + ". Use a shorter key.");
    assertThat(
            admin
                .ensure(T, TablePolicy.forChanges(names.subList(0, 16)), columns, true)
                .primaryKey())
        .hasSize(16);
  }

  @Test
  void refusesColumnsWithReservedNames() {
    server.put(
        "t",
        existing(
            List.of("a"),
            field("a", "INTEGER", "REQUIRED"),
            field("_change_type", "STRING", "NULLABLE")));

    assertThatThrownBy(() -> admin.ensure(T, policy("a"), COLUMNS, true))
        .hasMessage(
            "Table p.d.t cannot take changes: the column '_change_type' has a name that BigQuery"
                + " reserves for changes. Rename or drop the column.");
  }

  @Test
  void refusesMoreThan2000Columns() {
    List<Column> columns =
        IntStream.range(0, 2_001)
            .mapToObj(i -> Column.nullable("c" + i, ColumnType.INT64))
            .toList();

    assertThatThrownBy(() -> admin.ensure(T, policy("c0"), columns, true))
        .hasMessage(
            "Table p.d.t cannot take changes: it has 2001 columns and a table that takes changes"
                + " may have 2000. Split the table.");
  }

  @Test
  void refusesViews() {
    server.put("t", existing(null, field("a", "INTEGER", "NULLABLE")).setType("VIEW"));

    assertThatThrownBy(() -> admin.ensure(T, policy("a"), COLUMNS, true))
        .hasMessage("p.d.t is a VIEW and takes no rows. Write to a table.");
  }

  @Test
  void relaxesRequiredColumnsOutsideTheKeyOnlyWhenAllowed() {
    server.put(
        "t",
        existing(
            List.of("a"), field("a", "INTEGER", "REQUIRED"), field("b", "STRING", "REQUIRED")));

    admin.ensure(T, may(true, false, false, "a"), COLUMNS, true);
    assertThat(live().getSchema().getFields().get(1).getMode()).isEqualTo("REQUIRED");

    admin.ensure(T, may(true, true, false, "a"), COLUMNS, true);
    assertThat(live().getSchema().getFields())
        .extracting(TableFieldSchema::getMode)
        .containsExactly("REQUIRED", "NULLABLE");
  }

  @Test
  void addsColumnsAtTheEndAndKeepsWhatItDoesNotKnow() {
    server.put(
        "t",
        existing(
            List.of("a"),
            field("a", "INTEGER", "REQUIRED").setDescription("the key"),
            field("s", "RECORD", "NULLABLE")
                .setFields(new ArrayList<>(List.of(field("x", "STRING", "NULLABLE"))))));

    LiveTable table =
        admin.addColumns(
            T,
            List.of(
                new NewColumn(List.of(), Column.of("n", ColumnType.INT64, ColumnMode.REQUIRED)),
                new NewColumn(List.of("S"), Column.nullable("y", ColumnType.DATE)),
                new NewColumn(List.of(), Column.nullable("A", ColumnType.STRING))));

    assertThat(table.schema().columns())
        .containsExactly(
            Column.of("a", ColumnType.INT64, ColumnMode.REQUIRED),
            Column.struct(
                "s",
                ColumnMode.NULLABLE,
                List.of(
                    Column.nullable("x", ColumnType.STRING),
                    Column.nullable("y", ColumnType.DATE))),
            Column.nullable("n", ColumnType.INT64));
    assertThat(live().getSchema().getFields().get(0).getDescription()).isEqualTo("the key");
    assertThat(live().getTableConstraints()).isNotNull();
  }

  @Test
  void twoTasksAddTwoColumnsAtOnce() throws ExecutionException, InterruptedException {
    server.put("t", existing(List.of("a"), field("a", "INTEGER", "REQUIRED")));
    ExecutorService tasks = Executors.newFixedThreadPool(8);
    try {
      List<Future<LiveTable>> results =
          IntStream.range(0, 8)
              .mapToObj(
                  task ->
                      tasks.submit(
                          () ->
                              admin.addColumns(
                                  T,
                                  List.of(
                                      new NewColumn(
                                          List.of(),
                                          Column.nullable("c" + task, ColumnType.STRING))))))
              .toList();
      for (Future<LiveTable> result : results) {
        result.get();
      }
    } finally {
      tasks.shutdownNow();
    }

    assertThat(live().getSchema().getFields())
        .extracting(TableFieldSchema::getName)
        .containsExactlyInAnyOrder("a", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7");
  }

  @Test
  void readsAgainAfterAConflictWithinHalfASecond() {
    server.put("t", existing(List.of("a"), field("a", "INTEGER", "REQUIRED")));
    server.failNext("PATCH", 412, "conditionNotMet", "Precondition check failed.");

    admin.addColumns(T, List.of(new NewColumn(List.of(), Column.nullable("n", ColumnType.STRING))));

    assertThat(server.calls()).containsExactly("GET t", "PATCH t", "GET t", "PATCH t");
    assertThat(time.sleptMillis()).isLessThan(500);
  }

  @Test
  void refusesToAddAFieldToAColumnThatIsNoStruct() {
    server.put("t", existing(List.of("a"), field("a", "INTEGER", "REQUIRED")));

    assertThatThrownBy(
            () ->
                admin.addColumns(
                    T, List.of(new NewColumn(List.of("a"), Column.nullable("x", ColumnType.DATE)))))
        .hasMessage(
            "Column 'a.x' cannot be added to p.d.t: 'a' is not a STRUCT there. Change the column's"
                + " type, or map the field to another column.");
  }

  @Test
  void aServerWithoutSqlOnlyTellsThatMaxStalenessIsNotSet() {
    LiveTable table = admin.ensure(T, policy("a"), COLUMNS, true);

    IngestException failure = admin.setMaxStaleness(table, Duration.ofMinutes(10));

    assertThat(Objects.requireNonNull(failure).code()).isEqualTo(ErrorCode.NOT_SUPPORTED);
  }
}
