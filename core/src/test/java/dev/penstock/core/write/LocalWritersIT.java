package dev.penstock.core.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableInfo;
import dev.penstock.core.append.TextRow;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.RejectedRow;
import dev.penstock.local.FaultScript.Fault;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Writers against a local BigQuery: what is in the table counts. */
class LocalWritersIT {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets("shop");

  private final LocalWriters task = new LocalWriters(BIGQUERY);

  @AfterEach
  void close() {
    task.close();
    BIGQUERY.faults().clear();
  }

  private static Map<String, Object> row(long id, String name) {
    return Map.of("id", id, "name", name);
  }

  private static List<Map<String, Object>> rows(String table) {
    return List.copyOf(BIGQUERY.table("shop", table).rows());
  }

  @Test
  void theTableHoldsTheLastStateOfEveryKey() {
    TableWriter writer = task.writer("shop", "states");
    task.upsert(writer, 1, 10, "a");
    task.upsert(writer, 2, 20, "b");
    task.upsert(writer, 3, 10, "c");
    task.delete(writer, 4, 20);
    task.delete(writer, 5, 30);
    task.upsert(writer, 6, 40, "d");
    task.drain(6);

    assertThat(rows("states")).containsExactlyInAnyOrder(row(10, "c"), row(40, "d"));
    assertThat(task.writers.unacknowledgedBytes()).isZero();
  }

  @Test
  void theTableShowsKeyAndClusteringAndNoPseudoColumn() {
    TableWriter writer = task.writer("shop", "shape");
    task.upsert(writer, 1, 1, "a");
    task.drain(1);

    StandardTableDefinition table = BIGQUERY.table("shop", "shape").metadata().getDefinition();

    assertThat(Objects.requireNonNull(table.getSchema()).getFields())
        .extracting(field -> field.getName() + " " + field.getMode())
        .containsExactly("id REQUIRED", "name NULLABLE");
    assertThat(Objects.requireNonNull(table.getClustering()).getFields()).containsExactly("id");
    assertThat(
            Objects.requireNonNull(
                    Objects.requireNonNull(table.getTableConstraints()).getPrimaryKey())
                .getColumns())
        .containsExactly("id");
    assertThat(writer.primaryKey()).containsExactly("id");
  }

  @Test
  void nothingIsLostWhenTheConnectionIsCutBeforeAndAfterTheCommit() {
    BIGQUERY.faults().add("AppendRows", "cuts", 3, 3, new Fault.CutAfterCommit());
    BIGQUERY.faults().add("AppendRows", "cuts", 6, 6, new Fault.CutBeforeCommit());
    TableWriter writer = task.writer("shop", "cuts");
    for (long ticket = 1; ticket <= 100; ticket++) {
      task.upsert(writer, ticket, ticket, "row " + ticket);
      if (ticket % 10 == 0) {
        task.writers.flush();
        task.writers.drain(task.completions);
      }
    }
    task.drain(100);

    assertThat(rows("cuts")).hasSize(100).contains(row(1, "row 1"), row(100, "row 100"));
    assertThat(task.metrics.retried).contains(ErrorCode.UNAVAILABLE);
  }

  @Test
  void refusalsInTheStreamAreTriedAgain() {
    BIGQUERY
        .faults()
        .add("AppendRows", "throttled", 1, 3, new Fault.Fail("RESOURCE_EXHAUSTED", "slow down"));
    TableWriter writer = task.writer("shop", "throttled");
    task.upsert(writer, 1, 1, "a");
    task.drain(1);

    assertThat(rows("throttled")).containsExactly(row(1, "a"));
    assertThat(task.metrics.retried)
        .containsExactly(
            ErrorCode.QUOTA_EXCEEDED, ErrorCode.QUOTA_EXCEEDED, ErrorCode.QUOTA_EXCEEDED);
  }

  @Test
  void aLostRightStopsTheWriterAtOnce() {
    TableWriter writer = task.writer("shop", "denied");
    task.upsert(writer, 1, 1, "a");
    task.drain(1);
    BIGQUERY
        .faults()
        .add("AppendRows", "denied", 1, 1_000, new Fault.Fail("PERMISSION_DENIED", "no more"));
    task.upsert(writer, 2, 2, "b");

    assertThatThrownBy(() -> task.drain(2))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PERMISSION_DENIED))
        .hasMessageContaining("Grant the credentials roles/bigquery.dataEditor");
    assertThat(rows("denied")).containsExactly(row(1, "a"));
  }

  @Test
  void eightTasksCreateOneTable() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<Long>> results =
          IntStream.rangeClosed(1, 8)
              .mapToObj(
                  id ->
                      threads.submit(
                          () -> {
                            try (LocalWriters other = new LocalWriters(BIGQUERY)) {
                              TableWriter writer = other.writer("shop", "race");
                              other.upsert(writer, id, id, "task " + id);
                              other.drain(1);
                              return other.metrics.rows;
                            }
                          }))
              .toList();
      for (Future<Long> result : results) {
        assertThat(result.get()).isEqualTo(1);
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(rows("race")).hasSize(8);
  }

  @Test
  void twoTasksAddDifferentColumnsAtOnce() throws Exception {
    TableWriter first = task.writer("shop", "grows");
    task.upsert(first, 1, 1, "a");
    task.drain(1);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<Boolean>> results =
          List.of(
              threads.submit(() -> writeWithColumn("city", 2)),
              threads.submit(() -> writeWithColumn("street", 3)));
      for (Future<Boolean> result : results) {
        assertThat(result.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
    task.upsert(first, 4, 4, "d");
    task.drain(2);

    assertThat(
            Objects.requireNonNull(
                    BIGQUERY.table("shop", "grows").metadata().getDefinition().getSchema())
                .getFields())
        .extracting(Field::getName)
        .startsWith("id", "name")
        .containsExactlyInAnyOrder("id", "name", "city", "street");
    assertThat(rows("grows"))
        .extracting(row -> row.get("id") + " " + row.get("city") + " " + row.get("street"))
        .containsExactlyInAnyOrder("1 null null", "2 value null", "3 null value", "4 null null");
  }

  private static boolean writeWithColumn(String column, long id) {
    SourceSchema schema =
        new SourceSchema(
            List.of(
                SourceField.of("id", ValueKind.LONG, false),
                SourceField.of("name", ValueKind.TEXT, true),
                SourceField.of(column, ValueKind.TEXT, true)));
    try (LocalWriters other = new LocalWriters(BIGQUERY)) {
      TableWriter writer = other.writer("shop", "grows");
      other.append(writer, schema, ChangeType.UPSERT, id, new TextRow(id, "b", "value"));
      other.drain(1);
      return true;
    }
  }

  @Test
  void aTableWithoutKeyIsRefusedWithTheCure() {
    BIGQUERY
        .client()
        .create(
            TableInfo.of(
                TableId.of(BIGQUERY.project(), "shop", "keyless"),
                StandardTableDefinition.of(
                    Schema.of(
                        Field.of("id", StandardSQLTypeName.INT64),
                        Field.of("name", StandardSQLTypeName.STRING)))));
    TableWriter writer = task.writer("shop", "keyless");

    assertThat(writer.primaryKey()).isEmpty();
    assertThatThrownBy(() -> task.upsert(writer, 1, 1, "a"))
        .hasMessage(
            "Table penstock-test.shop.keyless cannot take changes: it has no primary key. Give it"
                + " one: ALTER TABLE `penstock-test.shop.keyless` ADD PRIMARY KEY (`id`) NOT"
                + " ENFORCED.");
  }

  @Test
  void aRowOf12MegabytesIsStoredAndOneOf21IsNot() {
    TableWriter writer = task.writer("shop", "large");
    task.upsert(writer, 1, 1, "small");
    task.upsert(writer, 2, 2, "x".repeat(12_000_000));
    task.upsert(writer, 3, 3, "x".repeat(21_000_000));
    task.upsert(writer, 4, 4, "small");
    task.drain(3);

    assertThat(task.completions.acknowledged).containsExactly(1L, 2L, 4L);
    assertThat(task.completions.rejected)
        .extracting(RejectedRow::code)
        .containsExactly(ErrorCode.ROW_TOO_LARGE);
    assertThat(rows("large"))
        .extracting(row -> row.get("id") + " " + Objects.toString(row.get("name")).length())
        .containsExactlyInAnyOrder("1 5", "2 12000000", "4 5");
  }

  @Test
  void aTableOfChangesThatIsDroppedStopsTheWriter() {
    TableWriter writer = task.writer("shop", "dropped");
    task.upsert(writer, 1, 1, "a");
    task.drain(1);
    assertThat(BIGQUERY.client().delete(TableId.of(BIGQUERY.project(), "shop", "dropped")))
        .isTrue();
    task.upsert(writer, 2, 2, "b");

    assertThatThrownBy(() -> task.drain(2))
        .hasMessageStartingWith(
            "Table penstock-test.shop.dropped was dropped while changes were written to it.");
  }
}
