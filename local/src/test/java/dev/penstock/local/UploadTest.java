package dev.penstock.local;

import static dev.penstock.local.AvroBytes.field;
import static dev.penstock.local.AvroBytes.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.cloud.bigquery.DatasetInfo;
import com.google.cloud.bigquery.FormatOptions;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.JobId;
import com.google.cloud.bigquery.JobStatistics.LoadStatistics;
import com.google.cloud.bigquery.JobStatus;
import com.google.cloud.bigquery.TableDataWriteChannel;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.WriteChannelConfiguration;
import dev.penstock.local.FaultScript.Fault;
import dev.penstock.local.service.LoadOptions;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The uploads of load jobs, whole and in chunks. */
@Tag("protocol")
class UploadTest {
  private static final String SCHEMA = record(field("id", "long"), field("text", "string"));
  private static final byte[] SMALL = AvroBytes.file(SCHEMA, List.of(1L, "one"));

  private static LocalClients clients;
  private static Uploader uploader;

  @BeforeAll
  static void start() throws IOException {
    clients = LocalClients.inMemory();
    uploader = new Uploader(clients.local);
  }

  @AfterEach
  void clear() {
    clients.local.faults().clear();
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  private static String job(String table, String id) {
    return ("{\"jobReference\":{\"jobId\":\"%s\"},\"configuration\":{\"load\":{"
            + "\"destinationTable\":{\"projectId\":\"p\",\"datasetId\":\"d\",\"tableId\":\"%s\"},"
            + "\"sourceFormat\":\"AVRO\"}}}")
        .formatted(id, table);
  }

  /** Avro of a bit more than two and a half units. */
  private static byte[] big() {
    List<List<?>> rows = new ArrayList<>();
    for (long i = 0; i < 10; i++) {
      rows.add(List.of(i, "x".repeat(70_000)));
    }
    return AvroBytes.file(SCHEMA, rows.toArray(List<?>[]::new));
  }

  private static byte[] part(byte[] bytes, int from, int to) {
    return Arrays.copyOfRange(bytes, from, to);
  }

  private static void awaitRows(String table, int rows) {
    await().untilAsserted(() -> assertThat(clients.rows(table)).hasSize(rows));
  }

  private static JobStatus end(String id) {
    return clients.awaitEnd(JobId.of("p", id)).getStatus();
  }

  @Test
  @Fact({"RT-080", "RT-081", "RT-083", "RT-106"})
  void theChannelOfGooglesClientLoadsInChunks() throws IOException {
    byte[] bytes = big();
    TableDataWriteChannel channel =
        clients.rest.writer(
            JobId.of("p", "channel"),
            WriteChannelConfiguration.of(TableId.of("d", "channel"), FormatOptions.avro()));
    channel.setChunkSize(Uploader.UNIT);
    try (channel) {
      channel.write(ByteBuffer.wrap(bytes));
    }

    Job job = clients.awaitEnd(channel.getJob().getJobId());

    assertThat(job.getStatus().getError()).isNull();
    LoadStatistics statistics = job.getStatistics();
    assertThat(statistics.getInputFiles()).isEqualTo(1);
    assertThat(statistics.getInputBytes()).isEqualTo(bytes.length);
    assertThat(statistics.getOutputRows()).isEqualTo(10);
    assertThat(statistics.getBadRecords()).isZero();
    assertThat(clients.rows("channel")).hasSize(10);
  }

  /** Node.js clients send all that is left, without a length. */
  @Test
  void aBodyWithoutLengthEndsTheUpload() throws IOException, InterruptedException {
    byte[] bytes = big();
    String whole = uploader.begin(job("streamed", "streamed"));
    assertThat(uploader.stream(whole, "bytes 0-*/*", bytes).statusCode()).isEqualTo(200);
    assertThat(end("streamed").getError()).isNull();

    String parts = uploader.begin(job("parts", "parts"));
    byte[] first = part(bytes, 0, Uploader.UNIT);
    assertThat(uploader.stream(parts, "bytes 0-262143/*", first).statusCode()).isEqualTo(308);
    byte[] rest = part(bytes, Uploader.UNIT, bytes.length);
    String range = "bytes 262144-*/" + bytes.length;
    assertThat(uploader.stream(parts, range, part(rest, 0, 5)).statusCode()).isEqualTo(400);
    assertThat(uploader.stream(parts, "bytes 262144-*/*", rest).statusCode()).isEqualTo(200);
    assertThat(end("parts").getError()).isNull();

    String empty = uploader.begin(job("streamed", "nothing"));
    assertThat(uploader.put(empty, "bytes 0-*/*", new byte[0]).statusCode()).isEqualTo(200);
    assertThat(clients.rows("streamed")).hasSize(10);
    assertThat(clients.rows("parts")).hasSize(10);
  }

  @Test
  @Fact({"RT-081", "RT-082"})
  void anUploadOfUnknownLengthGoesOnWhereItEnds() throws IOException, InterruptedException {
    byte[] bytes = big();
    int total = bytes.length;
    String session = uploader.begin(job("unknown", "unknown"));

    HttpResponse<String> none = uploader.put(session, "bytes */*", new byte[0]);
    assertThat(none.statusCode()).isEqualTo(308);
    assertThat(Uploader.range(none)).isEmpty();

    HttpResponse<String> first =
        uploader.put(session, "bytes 0-262143/*", part(bytes, 0, Uploader.UNIT));
    assertThat(first.statusCode()).isEqualTo(308);
    assertThat(Uploader.range(first)).contains("bytes=0-262143");

    HttpResponse<String> again =
        uploader.put(session, "bytes 0-524287/*", part(bytes, 0, 2 * Uploader.UNIT));
    assertThat(Uploader.range(again)).contains("bytes=0-524287");

    HttpResponse<String> status = uploader.put(session, "bytes */*", new byte[0]);
    assertThat(status.statusCode()).isEqualTo(308);
    assertThat(Uploader.range(status)).contains("bytes=0-524287");
    assertThat(clients.rest.getJob(JobId.of("p", "unknown"))).isNull();

    HttpResponse<String> last =
        uploader.put(
            session,
            "bytes 524288-%d/%d".formatted(total - 1, total),
            part(bytes, 2 * Uploader.UNIT, total));
    assertThat(last.statusCode()).isEqualTo(200);
    assertThat(last.body()).contains("\"jobId\":\"unknown\"");
    assertThat(end("unknown").getError()).isNull();
    assertThat(clients.rows("unknown")).hasSize(10);

    HttpResponse<String> after = uploader.put(session, "bytes */*", new byte[0]);
    assertThat(after.statusCode()).isEqualTo(200);
    assertThat(after.body()).contains("\"jobId\":\"unknown\"");
  }

  @Test
  @Fact("RT-081")
  void aTotalThatIsLearntLateEndsTheUpload() throws IOException, InterruptedException {
    String session = uploader.begin(job("late", "late"));
    byte[] bytes = part(big(), 0, Uploader.UNIT);

    uploader.put(session, "bytes 0-262143/*", bytes);
    HttpResponse<String> end = uploader.put(session, "bytes */262144", new byte[0]);

    assertThat(end.statusCode()).isEqualTo(200);
    assertThat(end("late").getError().getMessage())
        .startsWith("Error while reading data, error message: The Apache Avro library failed");
    assertThat(clients.rest.getTable(TableId.of("d", "late"))).isNull();
  }

  @Test
  @Fact("RT-081")
  void refusesGapsAndOddSizes() throws IOException, InterruptedException {
    String session = uploader.begin(job("odd", "odd"));

    HttpResponse<String> gap =
        uploader.put(session, "bytes 262144-524287/*", new byte[Uploader.UNIT]);
    assertThat(gap.statusCode()).isEqualTo(400);
    assertThat(gap.body())
        .contains("the upload offset is 262144 byte(s), which exceeds already uploaded size of 0");

    HttpResponse<String> odd = uploader.put(session, "bytes 0-99/*", new byte[100]);
    assertThat(odd.statusCode()).isEqualTo(400);
    assertThat(odd.body()).contains("except for the final request");

    HttpResponse<String> wrong = uploader.put(session, "bytes 0-9/*", new byte[100]);
    assertThat(wrong.body()).contains("bytes 0-9/* for a body of 100 bytes");
  }

  @Test
  @Fact("RT-082")
  void aCancelledSessionIsUnknown() throws IOException, InterruptedException {
    String session = uploader.begin(job("given_up", "given_up"));

    assertThat(uploader.cancel(session).statusCode()).isEqualTo(499);
    assertThat(uploader.put(session, "bytes */*", new byte[0]).statusCode()).isEqualTo(404);
  }

  @Test
  @Fact({"RT-082", "RT-084"})
  void aMultipartBodyMayHaveLowerCaseHeadersAndPlainLineEnds()
      throws IOException, InterruptedException {
    HttpResponse<String> crlf = uploader.multipart(job("multi", "m1"), SMALL, "\r\n", "\r\n");
    HttpResponse<String> lf = uploader.multipart(job("multi", "m2"), SMALL, "\n", "");

    assertThat(crlf.statusCode()).isEqualTo(200);
    assertThat(crlf.body()).contains("\"jobType\":\"LOAD\"", "\"jobId\":\"m1\"");
    assertThat(lf.statusCode()).isEqualTo(200);
    assertThat(end("m1").getError()).isNull();
    assertThat(end("m2").getError()).isNull();
    assertThat(clients.rows("multi")).containsExactly("1|one", "1|one");
  }

  @Test
  @Fact({"RT-069", "RT-081"})
  void aKnownJobIdIsRefusedAtTheEndOfTheUpload() throws IOException, InterruptedException {
    uploader.multipart(job("dup", "dup"), SMALL, "\r\n", "\r\n");
    String session = uploader.begin(job("dup", "dup"));
    String range = "bytes 0-%d/%d".formatted(SMALL.length - 1, SMALL.length);

    for (int i = 0; i < 2; i++) {
      HttpResponse<String> answer = uploader.put(session, range, SMALL);
      assertThat(answer.statusCode()).isEqualTo(409);
      assertThat(answer.body()).contains("Already Exists: Job p:US.dup");
    }
    assertThat(end("dup").getError()).isNull();
    awaitRows("dup", 1);
  }

  @Test
  void aLostAnswerIsFoundByAskingForTheState() throws IOException, InterruptedException {
    clients.local.faults().add("jobs.uploadChunk", null, 1, 1, new Fault.CutAfterCommit());
    clients.local.faults().add("jobs.uploadChunk", null, 2, 2, new Fault.Fail("503", "later"));
    String session = uploader.begin(job("lost", "lost"));
    String range = "bytes 0-%d/%d".formatted(SMALL.length - 1, SMALL.length);

    assertThatThrownBy(() -> uploader.put(session, range, SMALL)).isInstanceOf(IOException.class);
    assertThat(uploader.put(session, "bytes */*", new byte[0]).statusCode()).isEqualTo(503);
    HttpResponse<String> state = uploader.put(session, "bytes */*", new byte[0]);

    assertThat(state.statusCode()).isEqualTo(200);
    assertThat(end("lost").getError()).isNull();
    awaitRows("lost", 1);
  }

  @Test
  void refusesFilesAboveTheLimit() throws IOException, InterruptedException {
    LocalOptions options = LocalOptions.inMemory().withLoads(new LoadOptions(100));
    try (LocalClients small = new LocalClients(options)) {
      small.rest.create(DatasetInfo.of("d"));
      HttpResponse<String> answer =
          new Uploader(small.local).multipart(job("large", "large"), SMALL, "\r\n", "\r\n");

      assertThat(SMALL.length).isGreaterThan(100);
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body()).contains("Upload exceeds the limit: 100 bytes");
    }
  }
}
