package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.cloud.bigquery.BigQueryError;
import com.google.cloud.bigquery.BigQueryException;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.Field.Mode;
import com.google.cloud.bigquery.FieldList;
import com.google.cloud.bigquery.InsertAllRequest;
import com.google.cloud.bigquery.InsertAllResponse;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableInfo;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rows by tabledata.insertAll. */
@Tag("protocol")
class InsertAllTest {
  private static final Instant START = Instant.parse("2026-01-31T12:00:00Z");

  private static LocalClients clients;
  private static Instant now = START;

  @BeforeAll
  static void start() throws IOException {
    clients = new LocalClients(LocalOptions.inMemory().withClock(() -> now));
    clients.rest.create(com.google.cloud.bigquery.DatasetInfo.of("d"));
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  private static void createTable(String name) {
    clients.createTable(
        name,
        Field.newBuilder("id", StandardSQLTypeName.INT64).setMode(Mode.REQUIRED).build(),
        Field.of("at", StandardSQLTypeName.TIMESTAMP));
  }

  private static InsertAllRequest.Builder to(String table) {
    return InsertAllRequest.newBuilder(TableId.of("d", table));
  }

  private static InsertAllResponse insert(InsertAllRequest.Builder request) {
    return clients.rest.insertAll(request.build());
  }

  private static String only(InsertAllResponse response, long index) {
    List<BigQueryError> errors = response.getErrorsFor(index);
    assertThat(errors).hasSize(1);
    BigQueryError error = errors.get(0);
    return error.getReason() + "|" + error.getLocation() + "|" + error.getMessage();
  }

  @Test
  @Fact({"RT-152", "RT-164", "RT-168", "RT-171"})
  void storesValuesOfEveryForm() {
    clients.createTable(
        "forms",
        Field.of("at", StandardSQLTypeName.TIMESTAMP),
        Field.of("seconds", StandardSQLTypeName.TIMESTAMP),
        Field.of("price", StandardSQLTypeName.NUMERIC),
        Field.of("digits", StandardSQLTypeName.NUMERIC),
        Field.of("data", StandardSQLTypeName.BYTES),
        Field.of("place", StandardSQLTypeName.GEOGRAPHY),
        Field.of("doc", StandardSQLTypeName.JSON),
        Field.newBuilder("tags", StandardSQLTypeName.STRING).setMode(Mode.REPEATED).build(),
        Field.of(
            "part",
            StandardSQLTypeName.STRUCT,
            FieldList.of(Field.of("x", StandardSQLTypeName.INT64))),
        Field.newBuilder("word", StandardSQLTypeName.STRING)
            .setDefaultValueExpression("'none'")
            .build());
    Map<String, Object> row =
        Map.of(
            "at", "2026-01-31T12:00:00+02:00",
            "seconds", 1.5,
            "price", "1.25",
            "digits", 3,
            "data", "AP8=",
            "place", "POINT(1 2)",
            "doc", "{\"b\": 1}",
            "tags", List.of("a", "b"),
            "part", Map.of("x", 7));

    assertThat(insert(to("forms").addRow(row)).hasErrors()).isFalse();

    assertThat(clients.rows("forms"))
        .containsExactly("1.7698536E9|1.5|1.25|3|AP8=|POINT(1 2)|{\"b\":1}|[a, b]|[7]|none");
  }

  @Test
  @Fact({"RT-153", "RT-154", "RT-155", "RT-158", "RT-159", "RT-005"})
  void storesNothingWhenOneRowIsWrong() {
    createTable("all");
    InsertAllResponse response =
        insert(
            to("all")
                .addRow(Map.of("id", 1))
                .addRow(Map.of("id", 2, "more", "x"))
                .addRow(Map.of("at", "2026-01-01")));

    assertThat(response.getInsertErrors()).containsOnlyKeys(0L, 1L, 2L);
    assertThat(only(response, 0)).isEqualTo("stopped||");
    assertThat(only(response, 1)).isEqualTo("invalid|more|no such field: more.");
    assertThat(only(response, 2)).isEqualTo("invalid|id|Missing required field: id.");
    assertThat(clients.rows("all")).isEmpty();
  }

  @Test
  @Fact({"RT-156", "RT-157"})
  void storesTheOthersWhenInvalidRowsAreSkipped() {
    createTable("some");
    InsertAllResponse response =
        insert(
            to("some")
                .setSkipInvalidRows(true)
                .addRow(Map.of("id", 1))
                .addRow(Map.of("id", 2, "at", "never"))
                .addRow(Map.of("at", "2026-01-01")));

    assertThat(response.getInsertErrors()).containsOnlyKeys(1L, 2L);
    assertThat(clients.rows("some")).containsExactly("1|null");
  }

  @Test
  void leavesOutUnknownMembersWhenAsked() {
    createTable("unknown");
    InsertAllRequest.Builder request =
        to("unknown").setIgnoreUnknownValues(true).addRow(Map.of("ID", 1, "more", "x"));
    assertThat(insert(request).hasErrors()).isFalse();
    assertThat(clients.rows("unknown")).containsExactly("1|null");
  }

  @Test
  @Fact("RT-162")
  void takesRowsOfOneIdOnceAMinute() {
    createTable("once");
    for (int i = 0; i < 2; i++) {
      insert(to("once").addRow("a", Map.of("id", 1)).addRow("b", Map.of("id", 2)));
      insert(to("once").addRow(Map.of("id", 3)));
    }
    assertThat(clients.rows("once")).containsExactly("1|null", "2|null", "3|null", "3|null");
    now = now.plus(Duration.ofSeconds(61));
    insert(to("once").addRow("a", Map.of("id", 4)));
    assertThat(clients.rows("once")).hasSize(5);
  }

  @Test
  @Fact("RT-162")
  void forgetsTheIdsOfRowsThatWereNotStored() {
    createTable("again");
    insert(to("again").addRow("a", Map.of("id", 1)).addRow("b", Map.of("id", "no number")));
    insert(to("again").addRow("a", Map.of("id", 1)));
    assertThat(clients.rows("again")).containsExactly("1|null");
  }

  @Test
  @Fact("RT-167")
  void makesTablesOfATemplate() {
    createTable("base");
    insert(to("base").setTemplateSuffix("_1").addRow(Map.of("id", 1)));
    insert(to("base").setTemplateSuffix("_1").addRow(Map.of("id", 2)));
    assertThat(clients.rows("base_1")).containsExactly("1|null", "2|null");
    assertThat(clients.rows("base")).isEmpty();
  }

  @Test
  @Fact({"RT-040", "RT-160", "RT-161", "RT-163", "RT-170"})
  void refusesCallsThatBreakALimit() throws IOException, InterruptedException {
    createTable("limits");
    clients.rest.create(
        TableInfo.of(TableId.of("d", "bare"), StandardTableDefinition.newBuilder().build()));
    assertThatThrownBy(() -> insert(to("bare").addRow(Map.of("id", 1))))
        .hasMessage("The destination table has no schema.");
    assertThatThrownBy(() -> insert(to("nowhere").addRow(Map.of("id", 1))))
        .isInstanceOf(BigQueryException.class)
        .hasMessage("Not found: Table p:d.nowhere");
    assertThatThrownBy(() -> insert(to("limits").addRow("x".repeat(129), Map.of("id", 1))))
        .hasMessageStartingWith("Insert ID is too long");
    String row = "{\"json\":{\"id\":1}}";
    String[] rows = new String[50_001];
    Arrays.fill(rows, row);
    JsonNode answer =
        new RestJson(clients.local)
            .send(
                "POST",
                "datasets/d/tables/limits/insertAll",
                "{\"rows\":[" + String.join(",", rows) + "]}");
    assertThat(answer.required("error").required("message").textValue())
        .startsWith("too many rows present in the request,");
    assertThat(clients.rows("limits")).isEmpty();
  }
}
