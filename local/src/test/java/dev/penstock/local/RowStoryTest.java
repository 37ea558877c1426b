package dev.penstock.local;

import static dev.penstock.local.LocalClients.streamName;
import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.cloud.bigquery.DatasetInfo;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import dev.penstock.local.catalog.TableId;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which change of a row won and why, at {@code /_penstock/story}. */
class RowStoryTest {
  private static final DescriptorProto CHANGE =
      schema("id:INT64", "name:STRING", "_CHANGE_TYPE:STRING", "_CHANGE_SEQUENCE_NUMBER:STRING");

  private static final String NOT_REMEMBERED =
      " Changes that came before the server was started, or that the history forgot, are not"
          + " remembered.";

  private static LocalClients clients;
  private static RestJson rest;

  @BeforeAll
  static void start() throws IOException {
    clients = LocalClients.inMemory();
    rest = new RestJson(clients.local);
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  private static void createTable(String name, String... key) {
    clients.createKeyedTable(
        name,
        List.of(key),
        Field.of("id", StandardSQLTypeName.INT64),
        Field.of("name", StandardSQLTypeName.STRING));
  }

  private static void change(String table, String type, @Nullable String sequence, String name)
      throws InterruptedException {
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName(table), CHANGE, row(1L, name, type, sequence)));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }
  }

  private static JsonNode story(String table, String key) throws Exception {
    return rest.get(
        "/_penstock/story?table=p.d."
            + table
            + "&key="
            + URLEncoder.encode(key, StandardCharsets.UTF_8));
  }

  private static List<String> effects(JsonNode story) {
    List<String> effects = new ArrayList<>();
    story
        .path("changes")
        .forEach(
            change ->
                effects.add(
                    change.path("type").asText()
                        + " "
                        + change.path("sequence").asText()
                        + " "
                        + change.path("effect").asText()));
    return effects;
  }

  private static String why(JsonNode story, int change) {
    return story.path("changes").path(change).path("why").asText();
  }

  @Test
  void tellsWhichChangeWonAndWhatBeatTheOthers() throws Exception {
    createTable("orders", "id");
    change("orders", "UPSERT", "5", "a");
    change("orders", "UPSERT", "4", "late");
    change("orders", "UPSERT", "05", "b");
    change("orders", "UPSERT", "A", "c");

    JsonNode story = story("orders", "1");
    assertThat(effects(story))
        .containsExactly(
            "UPSERT 5 REPLACED", "UPSERT 4 IGNORED", "UPSERT 05 REPLACED", "UPSERT A WON");
    assertThat(why(story, 0)).isEqualTo("change 3 came later with the same sequence number");
    assertThat(why(story, 1)).isEqualTo("change 1 was there with a higher sequence number");
    assertThat(why(story, 2)).isEqualTo("change 4 has a higher sequence number");
    assertThat(story.path("verdict").asText()).isEqualTo("Change 4 won: UPSERT of sequence A.");
    assertThat(story.path("row").toString()).isEqualTo("{\"id\":\"1\",\"name\":\"c\"}");
    assertThat(story.path("complete").asBoolean()).isTrue();
    assertThat(story.at("/changes/3/applied").asBoolean()).isFalse();

    clients.local.applyChanges(new TableId("p", "d", "orders"));
    assertThat(story("orders", "1").at("/changes/3/applied").asBoolean()).isTrue();
    assertThat(story("orders", "2").path("verdict").asText())
        .isEqualTo("No row, and no change that counts.");
  }

  @Test
  void changesWithoutASequenceNumberWinByTheirOrder() throws Exception {
    createTable("unnumbered", "id");
    change("unnumbered", "UPSERT", null, "a");
    change("unnumbered", "UPSERT", null, "b");

    JsonNode story = story("unnumbered", "1");
    assertThat(why(story, 0)).isEqualTo("change 2 came later");
    assertThat(why(story, 1)).isEqualTo("the last that came, and none has a sequence number");
  }

  @Test
  void aTombstoneKeepsOlderChangesAwayForTwoDays() throws Exception {
    createTable("dead", "id");
    change("dead", "UPSERT", "1", "a");
    change("dead", "DELETE", "9", "");
    clients.local.applyChanges(new TableId("p", "d", "dead"));
    change("dead", "UPSERT", "3", "late");

    JsonNode story = story("dead", "1");
    assertThat(effects(story))
        .containsExactly("UPSERT 1 REPLACED", "DELETE 9 WON", "UPSERT 3 IGNORED");
    assertThat(story.path("row").isNull()).isTrue();
    assertThat(story.at("/tombstone/sequence").asText()).isEqualTo("9");
    assertThat(story.path("verdict").asText())
        .isEqualTo(
            "Change 2 won: DELETE of sequence 9. Changes with lower sequence numbers have no effect"
                + " until its tombstone ends, two days after it was applied.");

    clients.local.advanceClock(Duration.ofDays(3));
    clients.local.applyChanges(new TableId("p", "d", "dead"));
    change("dead", "UPSERT", "2", "again");
    story = story("dead", "1");
    assertThat(effects(story))
        .containsExactly(
            "UPSERT 1 REPLACED", "DELETE 9 FORGOTTEN", "UPSERT 3 IGNORED", "UPSERT 2 WON");
    assertThat(story.path("row").path("name").asText()).isEqualTo("again");
  }

  @Test
  void showsAllRowsThatQueriesSee() throws Exception {
    createTable("twice", "id");
    change("twice", "UPSERT", "5", "a");
    clients.local.applyChanges(new TableId("p", "d", "twice"));
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(
          request(streamName("twice"), schema("id:INT64", "name:STRING"), row(1L, "plain")));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }

    JsonNode story = story("twice", "1");
    assertThat(story.path("rows").toString())
        .contains("{\"id\":\"1\",\"name\":\"a\"}", "{\"id\":\"1\",\"name\":\"plain\"}");
    assertThat(story.path("verdict").asText())
        .isEqualTo(
            "Change 1 won: UPSERT of sequence 5. Queries see more rows with this key: a plain"
                + " append, a job or a statement changed the table beside its changes.");
  }

  @Test
  void aKeyOfSeveralColumnsIsAnObject() throws Exception {
    createTable("two", "id", "name");
    change("two", "UPSERT", null, "x");
    JsonNode story = story("two", "{\"id\": 1, \"name\": \"x\"}");
    assertThat(story.path("verdict").asText())
        .isEqualTo("Change 1 won: UPSERT without a sequence number.");
    assertThat(story.path("key").toString()).isEqualTo("[\"id\",\"name\"]");
    assertThat(story("two", "1").at("/error/message").asText())
        .isEqualTo(
            "key: 1 (expected: a JSON object with values of the key columns id, name and nothing"
                + " else)");
    assertThat(story("two", "{\"id\": \"x\", \"name\": 1}").at("/error/message").asText())
        .startsWith("key: x (expected: a value of column id: ");
  }

  @Test
  void aKeyThatIsNoneIsRefused() throws Exception {
    createTable("text", "name");

    for (String key : List.of("{\"name\": null}", "{\"name\": \"a\", \"id\": 1}", "{\"id\": 1}")) {
      assertThat(story("text", key).at("/error/message").asText())
          .isEqualTo(
              "key: "
                  + key
                  + " (expected: a JSON object with values of the key columns name and nothing"
                  + " else)");
    }
    assertThat(
            rest.get("/_penstock/story?table=p.d.text&key=b&key=c").at("/error/message").asText())
        .isEqualTo("key: given twice (expected: once)");
  }

  @Test
  void whatTheHistoryForgotIsSaidToBeForgotten() throws Exception {
    try (LocalClients forgetful =
        new LocalClients(LocalOptions.inMemory().withChangeHistoryBytes(300))) {
      forgetful.rest.create(DatasetInfo.of("d"));
      LocalClients before = clients;
      RestJson restBefore = rest;
      clients = forgetful;
      rest = new RestJson(forgetful.local);
      try {
        createTable("t", "id");
        change("t", "UPSERT", "9", "a");
        change("t", "UPSERT", "5", "b");
        clients.local.applyChanges(new TableId("p", "d", "t"));
        JsonNode story = story("t", "1");
        assertThat(effects(story)).containsExactly("UPSERT 5 WON");
        assertThat(story.path("complete").asBoolean()).isFalse();
        assertThat(story.path("verdict").asText())
            .startsWith("A change that is not remembered decided: ");
        assertThat(story.path("row").path("name").asText()).isEqualTo("a");
      } finally {
        clients = before;
        rest = restBefore;
      }
    }
  }

  @Test
  void changesBeforeTheStartAreNotRuledOut(@TempDir Path directory) throws Exception {
    LocalClients before = clients;
    RestJson restBefore = rest;
    try {
      try (LocalClients first = new LocalClients(LocalOptions.in(directory))) {
        clients = first;
        clients.rest.create(DatasetInfo.of("d"));
        createTable("t", "id");
        change("t", "UPSERT", null, "a");
        clients.local.applyChanges(new TableId("p", "d", "t"));
        createTable("waiting", "id");
        change("waiting", "UPSERT", "9", "a");
      }
      try (LocalClients second = new LocalClients(LocalOptions.in(directory))) {
        clients = second;
        rest = new RestJson(second.local);
        assertThat(verdict("t", "1"))
            .isEqualTo(
                "A change that is not remembered decided: it came before the server was started, or"
                    + " the history forgot it.");
        assertThat(verdict("waiting", "1"))
            .isEqualTo(
                "The row came by no change that is remembered: by a plain append, a job or a"
                    + " statement, or by a change that is not remembered."
                    + NOT_REMEMBERED);
        assertThat(verdict("t", "2"))
            .isEqualTo("No row, and no change that counts is remembered." + NOT_REMEMBERED);
        change("waiting", "UPSERT", "5", "late");
        assertThat(story("waiting", "1").at("/row/name").asText()).isEqualTo("a");
        assertThat(verdict("waiting", "1"))
            .isEqualTo(
                "Of the changes that are remembered, change 1 won: UPSERT of sequence 5."
                    + NOT_REMEMBERED);
        change("t", "DELETE", null, "");
        clients.local.applyChanges(new TableId("p", "d", "t"));
        try (RawConnection connection = new RawConnection(clients.local)) {
          connection.send(
              request(
                  streamName("t"),
                  schema("id:INT64", "name:STRING"),
                  row(1L, "plain"),
                  row(1L, "plain")));
          assertThat(connection.response().hasAppendResult()).isTrue();
        }
        assertThat(verdict("t", "1"))
            .isEqualTo(
                "Of the changes that are remembered, change 1 won: DELETE without a sequence number."
                    + " Queries see more rows with this key: a plain append, a job, a statement or a"
                    + " change not remembered changed the table beside its changes."
                    + NOT_REMEMBERED);
      }
    } finally {
      clients = before;
      rest = restBefore;
    }
  }

  private static String verdict(String table, String key) throws Exception {
    JsonNode story = story(table, key);
    assertThat(story.path("complete").asBoolean()).isFalse();
    return story.path("verdict").asText();
  }
}
