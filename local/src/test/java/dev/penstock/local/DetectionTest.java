package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.CsvOptions;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.FieldList;
import com.google.cloud.bigquery.FormatOptions;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.TableDataWriteChannel;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.WriteChannelConfiguration;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Load jobs that find the columns of text files themselves. */
class DetectionTest {
  private static LocalClients clients;

  @BeforeAll
  static void start() throws IOException {
    clients = LocalClients.inMemory();
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  private static void loads(String table, FormatOptions format, String... lines) {
    WriteChannelConfiguration job =
        WriteChannelConfiguration.newBuilder(TableId.of("d", table), format)
            .setAutodetect(true)
            .build();
    TableDataWriteChannel channel = clients.rest.writer(job);
    try (channel) {
      String text = String.join("\n", lines) + "\n";
      channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    Job ended = clients.awaitEnd(channel.getJob().getJobId());
    assertThat(ended.getStatus().getError()).isNull();
  }

  private static String columns(String table) {
    FieldList fields =
        clients.rest.getTable(TableId.of("d", table)).getDefinition().getSchema().getFields();
    return text(fields);
  }

  private static String text(FieldList fields) {
    return fields.stream().map(DetectionTest::text).collect(Collectors.joining(", "));
  }

  private static String text(Field field) {
    String mode = field.getMode() == Field.Mode.REPEATED ? "[]" : "";
    FieldList nested = field.getSubFields();
    return field.getName()
        + " "
        + field.getType().getStandardType()
        + (nested == null ? "" : "(" + text(nested) + ")")
        + mode;
  }

  @Test
  @Fact({"RT-097", "LD-040"})
  void csvWithAHeaderGivesNamesAndTypes() {
    loads(
        "header",
        FormatOptions.csv(),
        "id,is it,price,day,seen at,label,at",
        "1,true,1,2026-01-02,2026-01-02 03:04:05,x,03:04:05",
        "2,false,2.5,2026-01-03,2026-01-03T03:04:05Z,7,04:05:06",
        ",,,,,,");

    assertThat(columns("header"))
        .isEqualTo(
            "id INT64, is_it BOOL, price FLOAT64, day DATE, seen_at TIMESTAMP, label STRING,"
                + " at TIME");
    assertThat(clients.rows("header"))
        .containsExactly(
            "1|true|1.0|2026-01-02|1.767323045E9|x|03:04:05",
            "2|false|2.5|2026-01-03|1.767409445E9|7|04:05:06",
            "null|null|null|null|null|null|null");
  }

  @Test
  @Fact({"RT-097", "LD-040"})
  void csvWithoutAHeaderNamesItsColumnsByType() {
    loads("bare", FormatOptions.csv(), "1,a", "2,b");
    loads("texts", FormatOptions.csv(), "x,y", "a,b");
    loads("skipped", CsvOptions.newBuilder().setSkipLeadingRows(2).build(), "junk,1", "n,m", "1,2");

    assertThat(columns("bare")).isEqualTo("int64_field_0 INT64, string_field_1 STRING");
    assertThat(clients.rows("bare")).containsExactly("1|a", "2|b");
    assertThat(clients.rows("texts")).containsExactly("a|b", "x|y");
    assertThat(columns("skipped")).isEqualTo("n INT64, m INT64");
    assertThat(clients.rows("skipped")).containsExactly("1|2");
  }

  @Test
  @Fact({"RT-097", "LD-040", "LD-036"})
  void jsonGivesNestedAndRepeatedColumns() {
    loads(
        "json",
        FormatOptions.json(),
        "{\"id\":1,\"tags\":[\"a\",\"b\"],\"at\":\"2026-01-02T03:04:05Z\",\"none\":null}",
        "{\"id\":2.5,\"who\":{\"name\":\"x\",\"ok\":true},\"lines\":[{\"n\":1},{\"n\":2}]}");

    assertThat(columns("json"))
        .isEqualTo(
            "id FLOAT64, tags STRING[], at TIMESTAMP, none STRING, who STRUCT(name STRING, ok"
                + " BOOL), lines STRUCT(n INT64)[]");
    assertThat(clients.rows("json"))
        .containsExactly(
            "1.0|[a, b]|1.767323045E9|null|null|[]", "2.5|[]|null|null|[x, true]|[[1], [2]]");
  }
}
