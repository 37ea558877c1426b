package dev.penstock.local;

import static dev.penstock.local.Browser.ENTER;
import static dev.penstock.local.LocalClients.streamName;
import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.FormatOptions;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.QueryJobConfiguration;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.TableDataWriteChannel;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.WriteChannelConfiguration;
import com.google.cloud.bigquery.storage.v1.WriteStream;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page of a server in Chromium, by keyboard alone. */
@Tag("browser")
@Tag("sql")
class WebPageBrowserTest {
  private static final String HOSTILE =
      "<img src=x onerror=\"window.hacked=1\"><script>hacked=1</script>";

  private static LocalClients clients;
  private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    clients = LocalClients.inMemory();
    clients.createKeyedTable(
        "orders",
        List.of("id"),
        Field.of("id", StandardSQLTypeName.INT64),
        Field.newBuilder("note", StandardSQLTypeName.STRING).setDescription(HOSTILE).build(),
        Field.of("at", StandardSQLTypeName.TIMESTAMP));
    DescriptorProto change =
        schema("id:INT64", "note:STRING", "_CHANGE_TYPE:STRING", "_CHANGE_SEQUENCE_NUMBER:STRING");
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(
          request(
              streamName("orders"),
              change,
              row(7L, HOSTILE, "UPSERT", "A"),
              row(7L, "late", "UPSERT", "9"),
              row(8L, "gone", "UPSERT", "1"),
              row(8L, null, "DELETE", "2")));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }
    Streams.create(clients, "orders", WriteStream.Type.BUFFERED);
    // Not a directory that JUnit removes: the browser may still write into it when it ends.
    browser = new Browser(Files.createTempDirectory(Path.of("target").toAbsolutePath(), "browser"));
  }

  @AfterAll
  static void stop() throws Exception {
    browser.close();
    clients.close();
  }

  @AfterEach
  void nothingRanAndNoRequestLeftTheServer() throws Exception {
    assertThat(browser.value("window.hacked === undefined").asBoolean()).isTrue();
    assertThat(browser.requests())
        .isNotEmpty()
        .allMatch(url -> url.startsWith(clients.local.restUrl() + "/"));
  }

  private static void open(String part, String heading) throws IOException, InterruptedException {
    browser.open("about:blank");
    browser.open(clients.local.restUrl() + "/" + part);
    awaitHeading(heading);
  }

  private static void awaitHeading(String heading) {
    browser.awaitTrue("document.querySelector('h2')?.textContent === '" + heading + "'");
  }

  private static void follow(String text) throws IOException, InterruptedException {
    browser.tabTo("e.tagName === 'A' && e.textContent === '" + text + "'");
    browser.press(ENTER);
  }

  @Test
  void fromTheTablesToTheStoryOfARow() throws Exception {
    open("", "Tables");
    follow("orders");
    awaitHeading("p.d.orders");
    assertThat(browser.text("main"))
        .contains("primary key id", "BUFFERED", "3 UPSERTs and 1 DELETE");
    follow("story");
    awaitHeading("Story of a row");
    browser.awaitTrue("document.querySelector('.verdict') !== null");
    assertThat(browser.text(".verdict")).isEqualTo("Change 1 won: UPSERT of sequence A.");
    assertThat(browser.text("tr.won")).contains("UPSERT", "A", "won");
    assertThat(browser.text("#story table[aria-label=Changes] tbody tr:last-child"))
        .contains("ignored", "change 1 was there with a higher sequence number");

    browser.tabTo("e.id === 'story-key'");
    browser.chord(Browser.CONTROL, "a");
    browser.type("8");
    browser.press(ENTER);
    browser.awaitTrue("(document.querySelector('.verdict') || {}).textContent?.includes('DELETE')");
    assertThat(browser.text(".verdict")).startsWith("Change 4 won: DELETE of sequence 2.");
    assertThat(browser.value("document.activeElement.id").asText()).isEqualTo("story-key");
  }

  @Test
  void hostileTextOfTablesStaysText() throws Exception {
    open("#/table/p.d.orders", "p.d.orders");
    assertThat(browser.text("table[aria-label=Schema]")).contains(HOSTILE);
    assertThat(browser.text("table[aria-label='Rows of p.d.orders'] tbody")).contains(HOSTILE);
    assertThat(browser.value("document.querySelectorAll('main img, main script').length").asInt())
        .isZero();
  }

  @Test
  void sqlRunsByCtrlEnterAndErrorsAreTheServices() throws Exception {
    open("", "Tables");
    follow("SQL");
    awaitHeading("SQL");
    browser.awaitTrue("document.activeElement.id === 'query'");
    browser.chord(Browser.CONTROL, "a");
    browser.type("SELECT 6 * 7 AS answer, TIMESTAMP '2026-01-02 03:04:05.000006+00' AS t");
    browser.chord(Browser.CONTROL, ENTER);
    browser.awaitTrue("document.querySelector('#result td') !== null");
    assertThat(browser.text("#result tbody tr")).contains("42", "2026-01-02 03:04:05.000006 UTC");

    follow("Jobs");
    awaitHeading("Jobs");
    follow("SQL");
    awaitHeading("SQL");
    assertThat(browser.value("document.getElementById('query').value").asText())
        .startsWith("SELECT 6 * 7 AS answer");
    assertThat(browser.text("#result tbody tr")).contains("42");

    browser.chord(Browser.CONTROL, "a");
    browser.type("SELECT nothing FROM d.orders");
    browser.tabTo("e.id === 'run'");
    browser.press(ENTER);
    browser.awaitTrue("document.querySelector('#result [role=alert]') !== null");
    String body = "{\"query\": \"SELECT nothing FROM d.orders\", \"useLegacySql\": false}";
    assertThat(browser.text("#result [role=alert]"))
        .isEqualTo(
            new RestJson(clients.local).send("POST", "queries", body).at("/error/message").asText())
        .contains("Unrecognized name: nothing");
  }

  @Test
  void valuesWithinStructsAndArraysAreOfTheirTypes() throws Exception {
    open(
        "#/sql/SELECT%20STRUCT(9007199254740993%20AS%20a%2C%20'1'%20AS%20s%2C%20TRUE%20AS%20t)%2C%20[1]",
        "SQL");
    assertThat(browser.value("location.hash").asText()).isEqualTo("#/sql");
    browser.chord(Browser.CONTROL, ENTER);
    browser.awaitTrue("document.querySelector('#result td') !== null");
    assertThat(browser.text("#result tbody tr"))
        .contains("{\"a\":9007199254740993,\"s\":\"1\",\"t\":true}", "[1]");
  }

  @Test
  void aViewHasItsSqlAndNoKey() throws Exception {
    clients.rest.query(QueryJobConfiguration.of("CREATE VIEW d.late AS SELECT id FROM d.orders"));
    open("", "Tables");
    assertThat(browser.text("main .tree")).contains("1 table, 1 view");
    follow("late");
    awaitHeading("p.d.late");
    assertThat(browser.text("main pre")).isEqualTo("SELECT id FROM d.orders");
    assertThat(browser.text("main")).doesNotContain("primary key");
  }

  @Test
  void aTableTellsItsPartitionsAndItsQueryMeetsTheRequiredFilter() throws Exception {
    clients.rest.query(
        QueryJobConfiguration.of(
            "CREATE TABLE d.parts (day DATE, n INT64) PARTITION BY day"
                + " OPTIONS (require_partition_filter = TRUE)"));
    clients.rest.query(
        QueryJobConfiguration.of(
            "CREATE TABLE d.stale (id INT64, PRIMARY KEY (id) NOT ENFORCED)"
                + " OPTIONS (max_staleness = INTERVAL 10 MINUTE)"));
    open("#/table/p.d.stale", "p.d.stale");
    assertThat(browser.text("main"))
        .contains("max_staleness 0-0 0 0:10:0", "0 UPSERTs and 0 DELETEs");
    open("#/table/p.d.parts", "p.d.parts");
    assertThat(browser.text("main"))
        .contains("partitioned by DAY of day", "filter required")
        .doesNotContain("UPSERT");
    follow("Query it");
    awaitHeading("SQL");
    assertThat(browser.value("document.getElementById('query').value").asText())
        .isEqualTo("SELECT * FROM `p.d.parts` WHERE `day` IS NOT NULL LIMIT 100");
    browser.chord(Browser.CONTROL, ENTER);
    browser.awaitTrue("document.querySelector('#result table') !== null");

    browser.chord(Browser.CONTROL, "a");
    browser.type("INSERT INTO d.parts VALUES (DATE '2026-01-02', 1)");
    browser.chord(Browser.CONTROL, ENTER);
    browser.awaitTrue(
        "document.querySelector('#result p')?.textContent.startsWith('1 row changed')");
    assertThat(browser.value("document.querySelector('#result table') === null").asBoolean())
        .isTrue();
    assertThat(browser.text("#status")).doesNotContain("row");
  }

  @Test
  void aJobShowsAllItsErrors() throws Exception {
    TableDataWriteChannel upload =
        clients.rest.writer(
            WriteChannelConfiguration.newBuilder(TableId.of("d", "bad"), FormatOptions.csv())
                .setSchema(Schema.of(Field.of("n", StandardSQLTypeName.INT64)))
                .build());
    upload.write(ByteBuffer.wrap("a\nb\n".getBytes(StandardCharsets.UTF_8)));
    upload.close();
    Job job = upload.getJob();
    assertThatThrownBy(job::waitFor).hasMessageContaining("too many errors");
    JsonNode errors =
        new RestJson(clients.local).get("jobs/" + job.getJobId().getJob()).at("/status/errors");
    assertThat(errors.size()).isGreaterThan(1);
    open("#/jobs", "Jobs");
    assertThat(browser.text("main tbody details")).isEqualTo("1 more error");
    browser.value("document.querySelector('main tbody details').open = true");
    assertThat(browser.text("main tbody details li"))
        .contains(errors.get(errors.size() - 1).path("message").asText());
  }

  @Test
  void anUnknownPartIsNamedAndTheSkipLinkLeavesTheAddress() throws Exception {
    open("#/nonsense", "No such part");
    assertThat(browser.text("main")).contains("This page has no part #/nonsense.");
    follow("Skip to the content");
    assertThat(browser.value("location.hash").asText()).isEqualTo("#/nonsense");
    assertThat(browser.value("document.activeElement.id").asText()).isEqualTo("main");
  }

  @Test
  void aNarrowWindowScrollsNoTableOfThePage() throws Exception {
    open("#/cost", "Cost");
    browser.resize(400, 900);
    assertThat(
            browser
                .value("[...document.querySelectorAll('.stack')].every(e => e.tabIndex === -1)")
                .asBoolean())
        .isTrue();
    assertThat(
            browser
                .value(
                    "[...document.querySelectorAll('.stack, html')]"
                        + ".every(e => e.scrollWidth <= e.clientWidth)")
                .asBoolean())
        .isTrue();
    browser.resize(1200, 900);
  }

  @Test
  void jobsCostFaultsAndClockAreThere() throws Exception {
    clients.rest.query(QueryJobConfiguration.of("SELECT 'of the page'"));
    open("", "Tables");
    follow("Jobs");
    awaitHeading("Jobs");
    assertThat(browser.text("main tbody")).contains("SELECT 'of the page'", "done");
    clients.rest.query(QueryJobConfiguration.of("SELECT 'which came later'"));
    follow("Jobs");
    browser.awaitTrue(
        "document.querySelector('main tbody').textContent.includes('which came later')");
    follow("Cost");
    awaitHeading("Cost");
    assertThat(browser.text("main"))
        .contains("write.changes", "0.025 / GiB", "free tiers not subtracted");
    follow("Faults and clock");
    awaitHeading("Faults and clock");
    browser.tabTo("e.id === 'enforce'");
    browser.press(Browser.SPACE);
    browser.awaitTrue("document.getElementById('enforce')?.checked");
    browser.tabTo("e.id === 'faults'");
    browser.type("{\"rules\": [{\"method\": \"tables.get\", \"fault\": \"hng\"}]}");
    browser.tabTo("e.textContent === 'Add'");
    browser.press(ENTER);
    browser.awaitTrue("document.querySelector('[role=alert]') !== null");
    assertThat(browser.text("[role=alert]")).startsWith("rules[0]: fault: hng (expected: ");
    clients.local.enforceQuotas(false);

    browser.tabTo("e.id === 'faults'");
    browser.chord(Browser.CONTROL, "a");
    browser.type(
        "{\"rules\": [{\"method\": \"tables.get\", \"table\": \"none\", \"fault\": \"fail\","
            + " \"code\": \"403 rateLimitExceeded\"}]}");
    browser.tabTo("e.textContent === 'Add'");
    browser.press(ENTER);
    browser.awaitTrue("document.querySelector('table[aria-label=\"Fault rules\"]') !== null");
    assertThat(browser.value("document.activeElement.id").asText()).isEqualTo("add");
  }
}
