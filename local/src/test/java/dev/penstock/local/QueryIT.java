package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.BigQueryException;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.FieldValueList;
import com.google.cloud.bigquery.QueryJobConfiguration;
import com.google.cloud.bigquery.QueryParameterValue;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableResult;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** SQL through Google's REST client. */
@Tag("sql")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("protocol")
final class QueryIT {
  private final LocalClients clients;

  QueryIT() throws IOException {
    clients = LocalClients.inMemory();
  }

  @BeforeAll
  void createTable() throws InterruptedException {
    query(
        "CREATE TABLE d.orders (id INT64 NOT NULL, name STRING, price NUMERIC, made TIMESTAMP,"
            + " tags ARRAY<STRING>, s STRUCT<a INT64, b BYTES>)");
    query(
        "INSERT INTO d.orders VALUES"
            + " (1, 'one', NUMERIC '1.50', TIMESTAMP '2026-01-02 03:04:05.678901+00', ['x'],"
            + " (7, b'ab')), (2, NULL, NULL, NULL, [], NULL)");
  }

  @AfterAll
  void close() throws Exception {
    clients.close();
  }

  private TableResult query(String sql) throws InterruptedException {
    return clients.rest.query(QueryJobConfiguration.of(sql));
  }

  private List<String> texts(String sql) throws InterruptedException {
    List<String> texts = new ArrayList<>();
    for (FieldValueList row : query(sql).iterateAll()) {
      texts.add(row.get(0).isNull() ? "NULL" : row.get(0).getStringValue());
    }
    return texts;
  }

  @Test
  @Fact({"RT-132", "RT-135"})
  void readsTypedValues() throws InterruptedException {
    TableResult result = query("SELECT * FROM d.orders ORDER BY id");

    assertThat(result.getSchema().getFields().stream().map(f -> f.getName() + " " + f.getType()))
        .containsExactly(
            "id INTEGER",
            "name STRING",
            "price NUMERIC",
            "made TIMESTAMP",
            "tags STRING",
            "s RECORD");
    List<FieldValueList> rows = new ArrayList<>();
    result.iterateAll().forEach(rows::add);
    FieldValueList first = rows.get(0);
    assertThat(first.get("id").getLongValue()).isEqualTo(1);
    assertThat(first.get("price").getNumericValue()).isEqualByComparingTo("1.5");
    assertThat(first.get("made").getTimestampInstant())
        .isEqualTo(Instant.parse("2026-01-02T03:04:05.678901Z"));
    assertThat(first.get("tags").getRepeatedValue().get(0).getStringValue()).isEqualTo("x");
    assertThat(first.get("s").getRecordValue().get(0).getLongValue()).isEqualTo(7);
    assertThat(first.get("s").getRecordValue().get(1).getBytesValue()).asString().isEqualTo("ab");
    assertThat(rows.get(1).get("name").isNull()).isTrue();
    assertThat(rows.get(1).get("s").isNull()).isTrue();
  }

  @Test
  @Fact("RT-148")
  void sendsParameters() throws InterruptedException {
    TableResult result =
        clients.rest.query(
            QueryJobConfiguration.newBuilder(
                    "SELECT name FROM d.orders WHERE made = @at AND id IN UNNEST(@ids)")
                .addNamedParameter(
                    "at", QueryParameterValue.timestamp("2026-01-02 03:04:05.678901+00:00"))
                .addNamedParameter(
                    "ids",
                    QueryParameterValue.array(new Long[] {1L, 5L}, StandardSQLTypeName.INT64))
                .build());

    assertThat(result.getTotalRows()).isEqualTo(1);
  }

  @Test
  @Fact("RT-146")
  void answersErrorsWithTheServicesReasons() {
    assertThatThrownBy(() -> query("SELECT nme FROM d.orders"))
        .isInstanceOfSatisfying(
            BigQueryException.class,
            e -> {
              assertThat(e.getCode()).isEqualTo(400);
              assertThat(e.getReason()).isEqualTo("invalidQuery");
            })
        .hasMessage("Unrecognized name: nme; Did you mean name? at [1:8]");
    assertThatThrownBy(() -> query("SELECT * FROM d.none"))
        .isInstanceOfSatisfying(
            BigQueryException.class,
            e -> {
              assertThat(e.getCode()).isEqualTo(404);
              assertThat(e.getReason()).isEqualTo("notFound");
            })
        .hasMessage("Not found: Table p:d.none was not found in location US");
    assertThatThrownBy(() -> query("SELECT 1 / 0")).hasMessage("division by zero: 1 / 0");
  }

  @Test
  @Fact({"CDC-043", "CDC-045"})
  void setsMaxStaleness() throws InterruptedException {
    clients.createTable("stale", Field.of("id", StandardSQLTypeName.INT64));

    query("ALTER TABLE `p.d.stale` SET OPTIONS (max_staleness = INTERVAL 600 SECOND)");

    assertThat(
            texts(
                "SELECT option_value FROM `p.d.INFORMATION_SCHEMA.TABLE_OPTIONS`"
                    + " WHERE table_name = 'stale' AND option_name = 'max_staleness'"))
        .containsExactly("0-0 0 0:10:0");
  }

  @Test
  @Fact("WA-204")
  void findsStreamedRowsInNoPartitionYet() throws InterruptedException {
    query("CREATE TABLE d.parts (day DATE) PARTITION BY day");
    query("INSERT INTO d.parts VALUES (CURRENT_DATE())");
    try (RawConnection connection = new RawConnection(clients.local)) {
      String day = texts("SELECT CAST(CURRENT_DATE() AS STRING)").get(0);
      connection.send(
          RawConnection.request(
              LocalClients.streamName("parts"),
              RawConnection.schema("day:STRING"),
              RawConnection.row(day)));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }

    assertThat(
            texts(
                "SELECT CONCAT(LENGTH(partition_id), ' ', total_rows) FROM"
                    + " d.INFORMATION_SCHEMA.PARTITIONS WHERE table_name = 'parts' ORDER BY 1"))
        .containsExactly("17 1", "8 1");
  }

  @Test
  @Fact("RT-031")
  void showsAPrimaryKeyThatSqlAdded() throws InterruptedException {
    clients.createTable("keyed", Field.of("id", StandardSQLTypeName.INT64));

    query("ALTER TABLE d.keyed ADD PRIMARY KEY (id) NOT ENFORCED");

    assertThat(
            clients
                .rest
                .getTable(TableId.of("d", "keyed"))
                .getTableConstraints()
                .getPrimaryKey()
                .getColumns())
        .containsExactly("id");
  }

  @Test
  void changesRows() throws InterruptedException {
    query("CREATE OR REPLACE TABLE d.changing AS SELECT 1 AS id, 'a' AS v");
    query("INSERT INTO d.changing VALUES (2, 'b'), (3, 'c')");
    query("UPDATE d.changing SET v = UPPER(v) WHERE id > 1");
    query(
        "MERGE d.changing t USING (SELECT 3 AS id) s ON t.id = s.id WHEN MATCHED THEN DELETE"
            + " WHEN NOT MATCHED BY SOURCE AND t.id = 1 THEN UPDATE SET v = 'z'");

    assertThat(texts("SELECT v FROM d.changing ORDER BY id")).containsExactly("z", "B");
  }

  @Test
  @Fact("RT-136")
  void pagesThroughALargeResult() throws InterruptedException {
    TableResult result =
        clients.rest.query(
            QueryJobConfiguration.newBuilder(
                    "SELECT x FROM UNNEST(GENERATE_ARRAY(1, 2500)) x ORDER BY x")
                .setMaxResults(1000L)
                .build());

    long sum = 0;
    for (FieldValueList row : result.iterateAll()) {
      sum += row.get(0).getLongValue();
    }
    assertThat(sum).isEqualTo(2500L * 2501 / 2);
  }
}
