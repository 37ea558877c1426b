package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.BigQueryError;
import com.google.cloud.bigquery.CsvOptions;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.Field.Mode;
import com.google.cloud.bigquery.FormatOptions;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.JobStatistics.LoadStatistics;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.TableDataWriteChannel;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.WriteChannelConfiguration;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Load jobs of JSON lines and CSV. */
class TextLoadTest {
  private static final Schema PEOPLE =
      Schema.of(
          column("id", StandardSQLTypeName.INT64, Mode.REQUIRED),
          column("name", StandardSQLTypeName.STRING, Mode.NULLABLE));

  private static LocalClients clients;

  @BeforeAll
  static void start() throws IOException {
    clients = LocalClients.inMemory();
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  private static Field column(String name, StandardSQLTypeName type, Mode mode, Field... fields) {
    return Field.newBuilder(name, type, fields).setMode(mode).build();
  }

  private static WriteChannelConfiguration.Builder json(String table) {
    return WriteChannelConfiguration.newBuilder(TableId.of("d", table), FormatOptions.json());
  }

  private static WriteChannelConfiguration.Builder csv(String table, CsvOptions options) {
    return WriteChannelConfiguration.newBuilder(TableId.of("d", table), options);
  }

  private static CsvOptions.Builder csvOptions() {
    return CsvOptions.newBuilder();
  }

  private static Job load(WriteChannelConfiguration.Builder job, byte[] bytes) {
    try {
      TableDataWriteChannel channel = clients.rest.writer(job.build());
      try (channel) {
        channel.write(ByteBuffer.wrap(bytes));
      }
      return clients.awaitEnd(channel.getJob().getJobId());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Job load(WriteChannelConfiguration.Builder job, String... lines) {
    return load(job, (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static void loads(WriteChannelConfiguration.Builder job, String... lines) {
    assertThat(load(job, lines).getStatus().getError()).isNull();
  }

  private static byte[] zipped(String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toByteArray();
  }

  @Test
  @Fact({"LD-031", "LD-032", "LD-033", "LD-034", "LD-036", "LD-037", "LD-035"})
  void readsEveryTypeOfJsonLines() {
    Schema schema =
        Schema.of(
            column("b", StandardSQLTypeName.BOOL, Mode.NULLABLE),
            column("i", StandardSQLTypeName.INT64, Mode.NULLABLE),
            column("f", StandardSQLTypeName.FLOAT64, Mode.NULLABLE),
            column("n", StandardSQLTypeName.NUMERIC, Mode.NULLABLE),
            column("raw", StandardSQLTypeName.BYTES, Mode.NULLABLE),
            column("d", StandardSQLTypeName.DATE, Mode.NULLABLE),
            column("t", StandardSQLTypeName.TIME, Mode.NULLABLE),
            column("dt", StandardSQLTypeName.DATETIME, Mode.NULLABLE),
            column("ts", StandardSQLTypeName.TIMESTAMP, Mode.NULLABLE),
            column("j", StandardSQLTypeName.JSON, Mode.NULLABLE),
            column("iv", StandardSQLTypeName.INTERVAL, Mode.NULLABLE),
            column("l", StandardSQLTypeName.INT64, Mode.REPEATED),
            column(
                "s",
                StandardSQLTypeName.STRUCT,
                Mode.NULLABLE,
                column("x", StandardSQLTypeName.STRING, Mode.NULLABLE)));

    loads(
        json("types").setSchema(schema),
        "{\"b\":\"Yes\",\"i\":\"9007199254740993\",\"f\":0.5,\"n\":1.25,\"raw\":\"AQI=\","
            + "\"d\":\"2026-01-02\",\"t\":\"03:04:05.5\",\"dt\":\"2026-01-02T03:04:05\","
            + "\"ts\":\"2026/01/02 03:04:05+01:00\",\"j\":{\"k\":[1,null]},\"iv\":\"P1Y2M3DT4H5M6S\","
            + "\"l\":[1,2],\"s\":{\"x\":\"in\"}}",
        "",
        "{\"B\":false,\"ts\":1.5,\"l\":null}");

    assertThat(clients.rows("types"))
        .containsExactly(
            "false|null|null|null|null|null|null|null|1.5|null|null|[]|null",
            "true|9007199254740993|0.5|1.25|AQI=|2026-01-02|03:04:05.500000|2026-01-02T03:04:05"
                + "|1.767319445E9|{\"k\":[1,null]}|1-2 3 4:5:6|[1, 2]|[in]");
  }

  @Test
  @Fact({"RT-095", "RT-112", "RT-072", "LD-038", "LD-039", "RT-089", "RT-002"})
  void badLinesOfJsonFailTheJobAboveTheAllowance() {
    String[] lines = {
      "{\"id\":1}",
      "{\"id\":2,\"more\":1}",
      "{\"name\":\"x\"}",
      "{\"id\":\"x\"}",
      "[1]",
      "{\"id\":3}"
    };

    Job failed = load(json("bad").setSchema(PEOPLE).setMaxBadRecords(1), lines);

    assertThat(failed.getStatus().getError().getReason()).isEqualTo("invalid");
    assertThat(failed.getStatus().getError().getMessage())
        .isEqualTo(
            "Error while reading data, error message: JSON table encountered too many errors,"
                + " giving up. Rows: 3; errors: 2. Please look into the errors[] collection for"
                + " more details.");
    assertThat(failed.getStatus().getExecutionErrors().stream().map(BigQueryError::getMessage))
        .contains(
            "Error while reading data, error message: JSON parsing error in row starting at"
                + " position 9: No such field: more.",
            "Error while reading data, error message: JSON parsing error in row starting at"
                + " position 27: Missing required field: id.");
    assertThat(clients.rest.getTable(TableId.of("d", "bad"))).isNull();

    Job tolerant = load(json("bad").setSchema(PEOPLE).setMaxBadRecords(4), lines);

    assertThat(tolerant.getStatus().getError()).isNull();
    assertThat(tolerant.getStatus().getExecutionErrors()).hasSize(4);
    LoadStatistics statistics = tolerant.getStatistics();
    assertThat(statistics.getBadRecords()).isEqualTo(4);
    assertThat(statistics.getOutputRows()).isEqualTo(2);
    assertThat(clients.rows("bad")).containsExactly("1|null", "3|null");
  }

  @Test
  @Fact({"RT-096", "LD-044", "RT-097"})
  void leavesOutUnknownMembersAndReadsCompressedFiles() {
    WriteChannelConfiguration.Builder job =
        json("unknown").setSchema(PEOPLE).setIgnoreUnknownValues(true);

    Job loaded = load(job, zipped("{\"id\":1,\"more\":{\"a\":[1]},\"name\":\"n\"}\n"));

    assertThat(loaded.getStatus().getError()).isNull();
    assertThat(clients.rows("unknown")).containsExactly("1|n");
    assertThat(load(json("no_schema"), "{\"id\":1}").getStatus().getError().getMessage())
        .isEqualTo("No schema specified on job or table.");
  }

  @Test
  @Fact({"RT-102", "LD-041", "LD-042"})
  void readsCsvByPosition() {
    loads(
        csv("plain", csvOptions().setSkipLeadingRows(1).build()).setSchema(PEOPLE),
        "number,label",
        "1,a",
        "2,",
        "3,\"\"",
        "4,\"with \"\"quotes\"\", comma\"");

    assertThat(clients.rows("plain"))
        .containsExactly("1|a", "2|null", "3|", "4|with \"quotes\", comma");
  }

  @Test
  @Fact({"RT-102", "LD-042", "LD-043"})
  void knowsTheKnobsOfCsv() {
    CsvOptions knobs =
        csvOptions()
            .setFieldDelimiter("\t")
            .setQuote("'")
            .setAllowQuotedNewLines(true)
            .setAllowJaggedRows(true)
            .setEncoding(StandardCharsets.ISO_8859_1)
            .build();
    byte[] bytes = "1\t'two\nlines'\n2\n3\t-\n4\tgr\u00fcn\n".getBytes(StandardCharsets.ISO_8859_1);

    assertThat(
            load(csv("knobs", knobs).setSchema(PEOPLE).setNullMarker("-"), bytes)
                .getStatus()
                .getError())
        .isNull();

    assertThat(clients.rows("knobs"))
        .containsExactly("1|two\nlines", "2|null", "3|null", "4|gr\u00fcn");
  }

  @Test
  @Fact({"RT-113", "LD-042", "LD-047", "RT-096"})
  void badRowsOfCsvSayWhereAndWhy() {
    Job failed =
        load(
            csv("bad_csv", csvOptions().build()).setSchema(PEOPLE).setMaxBadRecords(3),
            "1,a",
            "x,b",
            "2",
            "3,c,d",
            ",e");

    assertThat(failed.getStatus().getError().getMessage())
        .startsWith(
            "Error while reading data, error message: CSV table encountered too many errors,"
                + " giving up. Rows: 5; errors: 4.");
    assertThat(failed.getStatus().getExecutionErrors().stream().map(BigQueryError::getMessage))
        .anyMatch(
            text -> text.contains("Could not parse a value as INT64 for field id (position 0)"))
        .anyMatch(text -> text.contains("column position 1, but the row that starts at line 3"))
        .anyMatch(text -> text.contains("starting at line 4. Error: Too many values: 3 for 2"))
        .anyMatch(text -> text.contains("Required column value for column index: 0 is missing."));
  }

  @Test
  @Fact("LD-041")
  void csvHoldsNeitherNestedNorRepeatedData() {
    Schema schema = Schema.of(column("l", StandardSQLTypeName.INT64, Mode.REPEATED));

    assertThat(
            load(csv("nested", csvOptions().build()).setSchema(schema), "1")
                .getStatus()
                .getError()
                .getMessage())
        .isEqualTo("Cannot load CSV data with a repeated field. Field: l");
  }

  @Test
  void refusesWhatItLeavesOutByName() {
    assertThatThrownBy(
            () ->
                load(
                    WriteChannelConfiguration.newBuilder(
                        TableId.of("d", "orc"), FormatOptions.orc()),
                    "x"))
        .hasMessageContaining("load jobs of sourceFormat ORC");
  }
}
