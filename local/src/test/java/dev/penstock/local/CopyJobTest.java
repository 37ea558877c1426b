package dev.penstock.local;

import static dev.penstock.local.LocalClients.streamName;
import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.BigQueryError;
import com.google.cloud.bigquery.Clustering;
import com.google.cloud.bigquery.CopyJobConfiguration;
import com.google.cloud.bigquery.DatasetInfo;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.Field.Mode;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.JobId;
import com.google.cloud.bigquery.JobInfo;
import com.google.cloud.bigquery.JobInfo.CreateDisposition;
import com.google.cloud.bigquery.JobInfo.WriteDisposition;
import com.google.cloud.bigquery.JobStatistics.CopyStatistics;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableInfo;
import com.google.cloud.bigquery.TimePartitioning;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Copy jobs. */
@Tag("protocol")
class CopyJobTest {
  private static final Field ID =
      Field.newBuilder("id", StandardSQLTypeName.INT64).setMode(Mode.REQUIRED).build();
  private static final Field NAME = Field.of("name", StandardSQLTypeName.STRING);
  private static final Field DAY = Field.of("day", StandardSQLTypeName.DATE);

  private static final AtomicReference<Instant> NOW =
      new AtomicReference<>(Instant.parse("2026-03-04T05:06:07Z"));

  private static LocalClients clients;

  @BeforeAll
  static void start() throws IOException {
    clients = new LocalClients(LocalOptions.inMemory().withClock(NOW::get));
    clients.rest.create(DatasetInfo.of("d"));
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  private static void fill(String table, String... lines) throws IOException, InterruptedException {
    String job =
        ("{\"configuration\":{\"load\":{\"sourceFormat\":\"NEWLINE_DELIMITED_JSON\","
                + "\"destinationTable\":{\"datasetId\":\"d\",\"tableId\":\"%s\"}}}}")
            .formatted(table);
    String answer =
        new Uploader(clients.local)
            .multipart(
                job, String.join("\n", lines).getBytes(StandardCharsets.UTF_8), "\r\n", "\r\n")
            .body();
    String id = answer.replaceAll("(?s).*\"jobId\":\"([^\"]+)\".*", "$1");
    assertThat(clients.awaitEnd(JobId.of("p", id)).getStatus().getError()).isNull();
  }

  private static CopyJobConfiguration.Builder copy(String to, String... from) {
    return CopyJobConfiguration.newBuilder(
        TableId.of("d", to), List.of(from).stream().map(name -> TableId.of("d", name)).toList());
  }

  private static Job run(CopyJobConfiguration.Builder copy) {
    return clients.awaitEnd(clients.rest.create(JobInfo.of(copy.build())).getJobId());
  }

  private static CopyStatistics copies(CopyJobConfiguration.Builder copy) {
    Job job = run(copy);
    assertThat(job.getStatus().getError()).isNull();
    return job.getStatistics();
  }

  private static BigQueryError fails(CopyJobConfiguration.Builder copy) {
    BigQueryError error = run(copy).getStatus().getError();
    assertThat(error).isNotNull();
    return error;
  }

  private static StandardTableDefinition definition(String table) {
    return clients.rest.getTable(TableId.of("d", table)).getDefinition();
  }

  @Test
  @Fact({"RT-116", "RT-118", "RT-124", "RT-087"})
  void makesATableLikeTheSource() throws IOException, InterruptedException {
    clients.rest.create(
        TableInfo.of(
            TableId.of("d", "laid"),
            StandardTableDefinition.newBuilder()
                .setSchema(Schema.of(ID, NAME, DAY))
                .setTimePartitioning(
                    TimePartitioning.newBuilder(TimePartitioning.Type.DAY).setField("day").build())
                .setClustering(Clustering.newBuilder().setFields(List.of("id")).build())
                .build()));
    fill("laid", "{\"id\":1,\"name\":\"a\",\"day\":\"2026-01-01\"}", "{\"id\":2}");

    assertThat(copies(copy("like", "laid")).getCopiedRows()).isEqualTo(2);

    assertThat(clients.rows("like")).containsExactly("1|a|2026-01-01", "2|null|null");
    assertThat(definition("like").getTimePartitioning().getField()).isEqualTo("day");
    assertThat(definition("like").getClustering().getFields()).containsExactly("id");
    assertThat(fails(copy("like", "laid")).getReason()).isEqualTo("duplicate");
    assertThat(copies(copy("like", "laid").setWriteDisposition(WriteDisposition.WRITE_APPEND)))
        .isNotNull();
    assertThat(clients.rows("like")).hasSize(4);
  }

  @Test
  @Fact({"RT-118", "SQ-022"})
  void truncationBringsColumnsAndKeyButNoOtherPartitioning()
      throws IOException, InterruptedException {
    clients.createKeyedTable("keyed", List.of("id"), ID, NAME);
    clients.createTable("old", DAY);
    fill("keyed", "{\"id\":1,\"name\":\"a\"}");
    fill("old", "{\"day\":\"2026-01-01\"}");

    CopyJobConfiguration.Builder over =
        copy("old", "keyed").setWriteDisposition(WriteDisposition.WRITE_TRUNCATE);
    assertThat(copies(over).getCopiedRows()).isEqualTo(1);

    assertThat(clients.rows("old")).containsExactly("1|a");
    assertThat(definition("old").getTableConstraints().getPrimaryKey().getColumns())
        .containsExactly("id");

    clients.rest.create(
        TableInfo.of(
            TableId.of("d", "parted"),
            StandardTableDefinition.newBuilder()
                .setSchema(Schema.of(DAY))
                .setTimePartitioning(
                    TimePartitioning.newBuilder(TimePartitioning.Type.DAY).setField("day").build())
                .build()));
    assertThat(
            fails(copy("parted", "keyed").setWriteDisposition(WriteDisposition.WRITE_TRUNCATE))
                .getMessage())
        .startsWith("Incompatible table partitioning specification.")
        .contains("interval(type:day,field:day), but", "specification is none.");
  }

  @Test
  @Fact({"RT-117", "RT-119", "RT-086"})
  void severalSourcesMustBeAlikeAndFitTheDestination() throws IOException, InterruptedException {
    clients.createTable("part_a", ID, NAME);
    clients.createTable("part_b", ID, NAME);
    clients.createTable("part_c", ID);
    clients.createTable(
        "wide", ID, NAME, DAY.toBuilder().setDefaultValueExpression("CURRENT_DATE()").build());
    fill("part_a", "{\"id\":1,\"name\":\"a\"}");
    fill("part_b", "{\"id\":2,\"name\":\"b\"}");

    assertThat(copies(copy("both", "part_a", "part_b")).getCopiedRows()).isEqualTo(2);

    assertThat(clients.rows("both")).containsExactly("1|a", "2|b");
    assertThat(fails(copy("mixed", "part_a", "part_c")).getMessage())
        .contains("do not have the same schema");
    assertThat(
            fails(copy("wide", "part_a").setWriteDisposition(WriteDisposition.WRITE_APPEND))
                .getMessage())
        .contains("column day with a default value");
    assertThat(
            fails(copy("nowhere", "part_a").setCreateDisposition(CreateDisposition.CREATE_NEVER))
                .getMessage())
        .isEqualTo("Not found: Table p:d.nowhere");
    assertThat(fails(copy("both2", "absent")).getMessage())
        .isEqualTo("Not found: Table p:d.absent");
  }

  @Test
  @Fact("RT-118")
  void aTableThatIsCopiedOntoItselfKeepsItsRows() throws IOException, InterruptedException {
    clients.createKeyedTable("self", List.of("id"), ID, NAME);
    clients.createKeyedTable("other", List.of("id"), ID, NAME);
    fill("self", "{\"id\":1,\"name\":\"a\"}");
    fill("other", "{\"id\":2,\"name\":\"b\"}");

    CopyJobConfiguration.Builder onto =
        copy("self", "self").setWriteDisposition(WriteDisposition.WRITE_TRUNCATE);
    assertThat(copies(onto).getCopiedRows()).isEqualTo(1);
    assertThat(clients.rows("self")).containsExactly("1|a");

    CopyJobConfiguration.Builder both =
        copy("self", "self", "other").setWriteDisposition(WriteDisposition.WRITE_TRUNCATE);
    assertThat(copies(both).getCopiedRows()).isEqualTo(2);
    assertThat(clients.rows("self")).containsExactly("1|a", "2|b");

    CopyJobConfiguration.Builder more =
        copy("self", "self", "self").setWriteDisposition(WriteDisposition.WRITE_APPEND);
    assertThat(copies(more).getCopiedRows()).isEqualTo(4);
    assertThat(clients.rows("self")).containsExactly("1|a", "1|a", "1|a", "2|b", "2|b", "2|b");
  }

  @Test
  @Fact({"RT-123", "WA-203", "WA-209"})
  void rowsInTheStreamingBufferStayBehind() throws IOException, InterruptedException {
    clients.createTable("streamed", Field.of("id", StandardSQLTypeName.INT64));
    fill("streamed", "{\"id\":1}");
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("streamed"), schema("id:INT64"), row(2L)));
      connection.response();
    }
    assertThat(clients.rows("streamed")).containsExactly("1", "2");

    CopyJobConfiguration.Builder over =
        copy("snapshot", "streamed").setWriteDisposition(WriteDisposition.WRITE_TRUNCATE);
    assertThat(copies(over).getCopiedRows()).isEqualTo(1);
    assertThat(clients.rows("snapshot")).containsExactly("1");

    NOW.updateAndGet(now -> now.plus(Duration.ofMinutes(31)));
    assertThat(copies(over).getCopiedRows()).isEqualTo(2);
    assertThat(clients.rows("snapshot")).containsExactly("1", "2");
  }

  @Test
  @Fact({"RT-118", "RT-022"})
  void aJobThatReplacesAllRowsEmptiesTheStreamingBuffer() throws IOException, InterruptedException {
    clients.createTable("fresh", Field.of("id", StandardSQLTypeName.INT64));
    fill("fresh", "{\"id\":3}", "{\"id\":4}");
    clients.createTable("emptied", Field.of("id", StandardSQLTypeName.INT64));
    fill("emptied", "{\"id\":1}");
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("emptied"), schema("id:INT64"), row(2L)));
      connection.response();
    }
    assertThat(size("emptied")).containsExactly(1L, 1L);

    CopyStatistics done =
        copies(copy("emptied", "fresh").setWriteDisposition(WriteDisposition.WRITE_TRUNCATE));

    assertThat(done.getCopiedRows()).isEqualTo(2);
    assertThat(size("emptied")).containsExactly(2L, 0L);
  }

  /** The rows that are settled, and those in the streaming buffer. */
  private static List<Long> size(String table) {
    StandardTableDefinition found = clients.rest.getTable(TableId.of("d", table)).getDefinition();
    StandardTableDefinition.StreamingBuffer buffer = found.getStreamingBuffer();
    return List.of(found.getNumRows(), buffer == null ? 0L : buffer.getEstimatedRows());
  }
}
