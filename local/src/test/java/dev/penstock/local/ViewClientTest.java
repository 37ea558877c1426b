package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.gax.rpc.InvalidArgumentException;
import com.google.cloud.RetryOption;
import com.google.cloud.bigquery.BigQueryException;
import com.google.cloud.bigquery.CopyJobConfiguration;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.FieldValueList;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.JobInfo;
import com.google.cloud.bigquery.MaterializedViewDefinition;
import com.google.cloud.bigquery.QueryJobConfiguration;
import com.google.cloud.bigquery.SnapshotTableDefinition;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.Table;
import com.google.cloud.bigquery.TableDefinition;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableInfo;
import com.google.cloud.bigquery.ViewDefinition;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Views, snapshots and clones as Google's clients make and see them. */
@Tag("sql")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ViewClientTest {
  private LocalClients clients;

  @BeforeAll
  void start() throws Exception {
    clients = LocalClients.inMemory();
    clients.createTable(
        "t", Field.of("id", StandardSQLTypeName.INT64), Field.of("n", StandardSQLTypeName.STRING));
    query("INSERT d.t VALUES (1, 'one'), (2, 'two')");
  }

  @AfterAll
  void stop() {
    clients.close();
  }

  private List<String> query(String sql) throws InterruptedException {
    List<String> rows = new ArrayList<>();
    for (FieldValueList row : clients.rest.query(QueryJobConfiguration.of(sql)).iterateAll()) {
      rows.add(String.valueOf(row.get(0).getValue()));
    }
    return rows;
  }

  private static ViewDefinition view(String query) {
    return ViewDefinition.newBuilder(query).setUseLegacySql(false).build();
  }

  private Table table(String name) {
    return clients.rest.getTable(TableId.of("d", name));
  }

  @Test
  @Fact("RT-022")
  void makesAViewWithTheColumnsOfItsQuery() throws Exception {
    clients.rest.create(TableInfo.of(TableId.of("d", "v"), view("SELECT n FROM d.t WHERE id = 1")));

    Table made = table("v");
    ViewDefinition definition = made.getDefinition();
    assertThat(definition.getType()).isEqualTo(TableDefinition.Type.VIEW);
    assertThat(definition.getQuery()).isEqualTo("SELECT n FROM d.t WHERE id = 1");
    assertThat(definition.useLegacySql()).isFalse();
    assertThat(definition.getSchema().getFields()).extracting(Field::getName).containsExactly("n");
    assertThat(query("SELECT * FROM d.v")).containsExactly("one");

    Table changed =
        made.toBuilder().setDefinition(view("SELECT id FROM d.t WHERE id = 2")).build().update();
    assertThat(changed.getDefinition().getSchema().getFields())
        .extracting(Field::getName)
        .containsExactly("id");
    assertThat(query("SELECT * FROM d.v")).containsExactly("2");
    assertThat(table("v").toBuilder().setDescription("Two").build().update().getDescription())
        .isEqualTo("Two");
    assertThat(table("v").delete()).isTrue();
  }

  @Test
  void refusesAViewWhoseQueryIsWrong() {
    assertThatThrownBy(
            () ->
                clients.rest.create(
                    TableInfo.of(TableId.of("d", "wrong"), view("SELECT x FROM d.t"))))
        .isInstanceOf(BigQueryException.class)
        .hasMessageContaining("Unrecognized name: x");
    assertThat(table("wrong")).isNull();
  }

  @Test
  void makesAMaterializedView() throws Exception {
    clients.rest.create(
        TableInfo.of(
            TableId.of("d", "mv"),
            MaterializedViewDefinition.newBuilder("SELECT COUNT(*) AS c FROM d.t")
                .setEnableRefresh(false)
                .setRefreshIntervalMs(3_600_000L)
                .build()));

    MaterializedViewDefinition definition = table("mv").getDefinition();
    assertThat(definition.getQuery()).isEqualTo("SELECT COUNT(*) AS c FROM d.t");
    assertThat(definition.getEnableRefresh()).isFalse();
    assertThat(definition.getRefreshIntervalMs()).isEqualTo(3_600_000L);
    assertThat(query("SELECT c FROM d.mv")).containsExactly("2");
  }

  @Test
  @Fact("RA-013")
  void readsAViewByQueriesOnly() throws IOException {
    clients.rest.create(TableInfo.of(TableId.of("d", "q"), view("SELECT 1 AS x")));

    assertThatThrownBy(() -> clients.rest.listTableData(TableId.of("d", "q")))
        .hasMessageContaining("Cannot list a table of type VIEW.");
    try (TableReads reads = new TableReads(clients.local)) {
      assertThatThrownBy(() -> reads.create("q"))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining(
              "request failed: non-table entities cannot be read with the storage API");
    }
    assertThatThrownBy(() -> copy("q", "copied", "COPY"))
        .hasMessageContaining("p:d.q is not allowed for this operation");
    assertThatThrownBy(() -> copy("t", "q", "COPY"))
        .hasMessageContaining("p:d.q is not allowed for this operation");
  }

  private Job copy(String source, String target, String operation) throws InterruptedException {
    CopyJobConfiguration copy =
        CopyJobConfiguration.newBuilder(TableId.of("d", target), TableId.of("d", source))
            .setOperationType(operation)
            .build();
    return clients
        .rest
        .create(JobInfo.of(copy))
        .waitFor(RetryOption.initialRetryDelayDuration(Duration.ofMillis(10)));
  }

  @Test
  @Fact("RT-116")
  void takesSnapshotsAndRestoresThem() throws Exception {
    clients.createTable("live", Field.of("id", StandardSQLTypeName.INT64));
    query("INSERT d.live VALUES (1)");
    copy("live", "snap", "SNAPSHOT");
    copy("live", "cloned", "CLONE");
    query("INSERT d.live VALUES (2)");
    copy("snap", "back", "RESTORE");

    SnapshotTableDefinition snapshot = table("snap").getDefinition();
    assertThat(snapshot.getBaseTableId()).isEqualTo(TableId.of("p", "d", "live"));
    assertThat(snapshot.getSnapshotTime()).isNotNull();
    assertThat(table("cloned").getCloneDefinition().getBaseTableId())
        .isEqualTo(TableId.of("p", "d", "live"));
    assertThat(clients.rows("snap")).containsExactly("1");
    assertThat(clients.rows("back")).containsExactly("1");
    assertThat(table("back").getDefinition().getType()).isEqualTo(TableDefinition.Type.TABLE);
    assertThatThrownBy(() -> copy("live", "back2", "RESTORE"))
        .hasMessageContaining("because it is currently a TABLE");
    assertThatThrownBy(() -> copy("live", "snap", "COPY"))
        .hasMessageContaining("because it is currently a SNAPSHOT");
  }
}
