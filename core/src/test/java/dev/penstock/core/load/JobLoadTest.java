package dev.penstock.core.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.core.append.TextRow;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.load.FakeUploads.Meets;
import dev.penstock.core.load.LoadJob.Disposition;
import dev.penstock.core.load.file.FileCodec;
import dev.penstock.core.model.Destination;
import dev.penstock.core.time.FakeTime;
import dev.penstock.core.time.Time;
import dev.penstock.core.time.Wakeup;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a load by a job does with the answers of an upload. */
class JobLoadTest {
  private static final SourceSchema ROWS =
      new SourceSchema(
          List.of(
              SourceField.of("id", ValueKind.LONG, false),
              SourceField.of("name", ValueKind.TEXT, true)));

  /** Texts that no codec shortens much make about three chunks. */
  private static final int ROW_COUNT = 30_000;

  private final FakeUploads server = FakeUploads.start();
  private final FakeTime time = new FakeTime();
  private final BigQueryConnection connection =
      BigQueryConnection.open(new Endpoint.Emulator(server.uri(), "127.0.0.1:1"), "p", "test/1");

  @AfterEach
  void close() {
    connection.close();
    server.close();
  }

  private JobLoad open(String jobId, FileCodec codec) {
    return open(jobId, codec, time);
  }

  private JobLoad open(String jobId, FileCodec codec, Time clock) {
    return JobLoad.open(
        connection,
        new Destination("p", "d", "t"),
        new LoadJob(jobId, Map.of("run_id", "r1"), Disposition.APPEND, Duration.ofMinutes(1)),
        JobLoadOptions.builder()
            .chunkBytes(JobLoadOptions.CHUNK_UNIT)
            .blockBytes(64 << 10)
            .codec(codec)
            .retryTimeout(Duration.ofMinutes(5))
            .build(),
        clock);
  }

  private static List<TextRow> rows(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(id -> new TextRow(id, "row " + id)).toList();
  }

  private static List<String> expected(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(id -> id + " row " + id).toList();
  }

  private LoadResult load(String jobId, int count) {
    try (JobLoad load = open(jobId, FileCodec.NONE)) {
      ListCursor.appendAll(load, ROWS, rows(count));
      return load.finish();
    }
  }

  private List<String> puts() {
    return server.calls().stream().filter(call -> call.startsWith("PUT")).toList();
  }

  @Test
  void uploadsChunksAndStoresAllRowsByOneJob() {
    LoadResult result = load("job_1", ROW_COUNT);

    assertThat(result.rows()).isEqualTo(ROW_COUNT);
    assertThat(result.jobId()).isEqualTo("job_1");
    assertThat(server.rows()).isEqualTo(expected(ROW_COUNT));
    assertThat(puts())
        .containsExactly(
            "PUT bytes 0-262143/*",
            "PUT bytes 262144-" + (result.bytes() - 1) + "/" + result.bytes());
    assertThat(server.configuration("job_1"))
        .isEqualTo(
            ("{'labels':{'run_id':'r1'},'load':{'createDisposition':'CREATE_NEVER',"
                    + "'decimalTargetTypes':['NUMERIC','BIGNUMERIC'],"
                    + "'destinationTable':{'datasetId':'d','projectId':'p','tableId':'t'},"
                    + "'schema':{'fields':[{'mode':'REQUIRED','name':'id','type':'INT64'},"
                    + "{'maxLength':'9','mode':'NULLABLE','name':'name','type':'STRING'}]},"
                    + "'sourceFormat':'AVRO','useAvroLogicalTypes':true,"
                    + "'writeDisposition':'WRITE_APPEND'}}")
                .replace('\'', '"'));
  }

  @Test
  void compressedBlocksHoldTheSameRows() {
    try (JobLoad load = open("job_1", FileCodec.DEFLATE)) {
      ListCursor.appendAll(load, ROWS, rows(1_000));

      assertThat(load.finish().bytes()).isLessThan(7_000);
    }

    assertThat(server.rows()).isEqualTo(expected(1_000));
  }

  @ParameterizedTest
  @EnumSource(names = {"UNAVAILABLE", "UNAVAILABLE_AFTER", "CUT_AFTER", "HALF", "WAITS"})
  void anAnswerThatIsLostOrLateRepeatsNothing(Meets meets) {
    server.script(call -> call == 1 || call == 3 || call == 5 ? meets : Meets.NOTHING);

    assertThat(load("job_1", ROW_COUNT).rows()).isEqualTo(ROW_COUNT);
    assertThat(server.rows()).isEqualTo(expected(ROW_COUNT));
  }

  @Test
  void theRestOfAChunkIsSentAgain() {
    server.script(call -> call == 1 ? Meets.HALF : Meets.NOTHING);

    load("job_1", ROW_COUNT);

    assertThat(puts()).startsWith("PUT bytes 0-262143/*", "PUT bytes 131072-262143/*");
    assertThat(server.rows()).isEqualTo(expected(ROW_COUNT));
  }

  @Test
  void anUploadThatTheServiceForgotIsNotBegunAnew() {
    server.script(call -> call == 2 ? Meets.GONE : Meets.NOTHING);
    try (JobLoad load = open("job_1", FileCodec.NONE)) {
      ListCursor.appendAll(load, ROWS, rows(ROW_COUNT));

      assertThatThrownBy(load::finish)
          .isInstanceOf(IngestException.class)
          .hasMessage(
              "The upload of job job_1 was forgotten by the service after 262144 bytes. Load"
                  + " again.");
    }
    assertThat(server.rows()).isEmpty();
  }

  @Test
  void aJobThatBeganAlthoughItsUploadIsGoneIsFound() {
    server.script(call -> call == 2 ? Meets.GONE_AFTER : Meets.NOTHING);

    assertThat(load("job_1", ROW_COUNT).rows()).isEqualTo(ROW_COUNT);
    assertThat(server.rows()).isEqualTo(expected(ROW_COUNT));
  }

  @Test
  void anUploadWaitsAsLongAsTheServiceAsks() {
    server.script(call -> call == 1 ? Meets.UNAVAILABLE_FOR_A_WHILE : Meets.NOTHING);

    assertThat(load("job_1", 10).rows()).isEqualTo(10);
    assertThat(time.sleptMillis()).isEqualTo(20_000);
  }

  @Test
  void aServiceThatStaysAwayEndsTheLoad() {
    server.script(call -> Meets.UNAVAILABLE);
    try (JobLoad load = open("job_1", FileCodec.NONE)) {
      ListCursor.appendAll(load, ROWS, rows(10));

      assertThatThrownBy(load::finish)
          .isInstanceOfSatisfying(
              IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
          .hasMessageMatching(
              "Uploading the rows of job job_1 stopped at byte 0: HTTP 503, after \\d+ attempts in"
                  + " \\d+ s\\. Load again when the service is well\\.");
    }
    assertThat(time.sleptMillis()).isBetween(200_000L, 300_000L);
  }

  @Test
  void aServerOfThisMachineThatIsGoneIsNotWaitedForLong() {
    String address = server.uri().getAuthority();
    try (JobLoad load = open("job_1", FileCodec.NONE)) {
      ListCursor.appendAll(load, ROWS, rows(10));
      server.close();

      assertThatThrownBy(load::finish)
          .isInstanceOfSatisfying(
              IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
          .hasMessageMatching(
              "Beginning the upload of job job_1 failed: Connection refused at "
                  + address
                  + ", after \\d+ attempts in \\d+ s\\. The server there has ended: start it"
                  + " again\\. Whether its rows are stored is unknown: look at job job_1 before"
                  + " loading again\\.");
    }
    assertThat(time.sleptMillis()).isBetween(4_000L, 10_000L);
  }

  @Test
  void anUploadWhoseServerIsGoneIsNotTriedForLong() {
    String address = server.uri().getAuthority();
    server.script(call -> call == 2 ? Meets.UNAVAILABLE : Meets.NOTHING);
    try (JobLoad load = open("job_1", FileCodec.NONE, new ClosesTheServer())) {
      ListCursor.appendAll(load, ROWS, rows(ROW_COUNT));

      assertThatThrownBy(load::finish)
          .hasMessageMatching(
              "Uploading the rows of job job_1 stopped at byte 262144: Connection refused at "
                  + address
                  + ", after \\d+ attempts in \\d+ s\\. The server there has ended: start it"
                  + " again\\. Whether its rows are stored is unknown: look at job job_1 before"
                  + " loading again\\.");
    }
    assertThat(time.sleptMillis()).isBetween(4_000L, 11_000L);
  }

  /** Between two tries the server ends. */
  private final class ClosesTheServer implements Time {
    @Override
    public long currentMillis() {
      return time.currentMillis();
    }

    @Override
    public long nanos() {
      return time.nanos();
    }

    @Override
    public void sleep(long millis) throws InterruptedException {
      server.close();
      time.sleep(millis);
    }

    @Override
    public void await(Wakeup wakeup, long millis) throws InterruptedException {
      sleep(millis);
    }
  }

  @Test
  void aRefusalIsNotRepeated() {
    server.script(call -> Meets.DENIED);
    try (JobLoad load = open("job_1", FileCodec.NONE)) {
      ListCursor.appendAll(load, ROWS, rows(10));

      assertThatThrownBy(load::finish)
          .isInstanceOfSatisfying(
              IngestException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.PERMISSION_DENIED));
    }
    assertThat(puts()).hasSize(1);
  }

  @Test
  void aRefusalOfAChunkOnItsWayEndsTheLoadAtTheNextChunk() {
    server.script(call -> Meets.DENIED);
    try (JobLoad load = open("job_1", FileCodec.NONE)) {
      assertThatThrownBy(() -> ListCursor.appendAll(load, ROWS, rows(2 * ROW_COUNT)))
          .isInstanceOf(IngestException.class)
          .hasMessage(
              "Uploading the rows of job job_1 failed: it is accessDenied. Grant the credentials"
                  + " roles/bigquery.dataEditor on the dataset and roles/bigquery.jobUser on the"
                  + " project.");
      assertThatThrownBy(load::finish).isInstanceOf(IllegalStateException.class);
    }
    assertThat(puts()).hasSize(1);
  }

  @Test
  void aSecondLoadOfOneIdStoresNothingAgain() {
    load("job_1", 100);

    assertThat(load("job_1", 100)).isEqualTo(new LoadResult(100, 0, "job_1"));
    assertThat(server.rows()).hasSize(100);
    assertThat(puts()).hasSize(1);
  }

  @Test
  void aJobThatAnotherProcessFinishedMeanwhileIsTakenForThisOne() {
    try (JobLoad load = open("job_1", FileCodec.NONE)) {
      server.put("job_1", ROW_COUNT, null);
      ListCursor.appendAll(load, ROWS, rows(ROW_COUNT));

      assertThat(load.finish()).isEqualTo(new LoadResult(ROW_COUNT, 0, "job_1"));
    }
    assertThat(server.rows()).isEmpty();
  }

  @Test
  void aSourceThatChangedSinceTheJobOfItsIdRanIsAnError() {
    server.put("job_1", 99, null);

    assertThatThrownBy(() -> load("job_1", 100))
        .isInstanceOf(IngestException.class)
        .hasMessageStartingWith("Job job_1 stored 99 rows in p.d.t, although the source has 100.");
  }

  @Test
  void anIdWhoseJobFailedIsUsedUp() {
    server.put("job_1", 0, "bad rows");

    assertThat(load("job_1", 100).jobId()).isEqualTo("job_1_2");
    assertThat(server.rows()).hasSize(100);
  }

  @Test
  void aLoadWithoutRowsUploadsNothing() {
    assertThat(load("job_1", 0)).isEqualTo(new LoadResult(0, 0, null));
    assertThat(server.calls()).containsExactly("GET t", "GET job_1");
  }

  @Test
  void aLoadThatIsOnlyClosedStartsNoJob() {
    try (JobLoad load = open("job_1", FileCodec.NONE)) {
      ListCursor.appendAll(load, ROWS, rows(ROW_COUNT));
    }

    assertThat(puts()).allMatch(put -> put.endsWith("/*"));
    assertThat(server.rows()).isEmpty();
  }

  @Test
  void aValueThatDoesNotFitEndsTheLoadAndNamesPositionAndColumn() {
    try (JobLoad load = open("job_1", FileCodec.NONE)) {
      assertThatThrownBy(
              () ->
                  ListCursor.appendAll(
                      load,
                      ROWS,
                      List.of(new TextRow(1, "fits"), new TextRow(2, "too long it is"))))
          .isInstanceOfSatisfying(
              IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ROW_INVALID))
          .hasMessage(
              "Loading p.d.t failed at line 3: Column 'name' is STRING(9), and the value has more"
                  + " characters. Shorten the value or widen the column.");
      assertThatThrownBy(load::finish).isInstanceOf(IllegalStateException.class);
    }
    assertThat(puts()).isEmpty();
  }

  @Test
  void fieldsWithoutAColumnAreNamed() {
    SourceSchema wider =
        new SourceSchema(
            Stream.concat(
                    ROWS.fields().stream(), Stream.of(SourceField.of("city", ValueKind.TEXT, true)))
                .toList());
    try (JobLoad load = open("job_1", FileCodec.NONE)) {
      assertThatThrownBy(
              () -> ListCursor.appendAll(load, wider, List.of(new TextRow(1, "a", "Rome"))))
          .hasMessage(
              "Rows for p.d.t carry columns that the table lacks: [city]. Add the columns, or leave"
                  + " the fields out.");
    }
  }

  @Test
  void refusesOptionsOutOfRange() {
    assertThatThrownBy(() -> JobLoadOptions.builder().chunkBytes(100).build())
        .hasMessage("chunkBytes: 100 (expected: a multiple of 262144 up to 1073741824)");
    assertThatThrownBy(() -> JobLoadOptions.builder().blockBytes(1 << 21).build())
        .hasMessage("blockBytes: 2097152 (expected: 1..1048576)");
  }
}
