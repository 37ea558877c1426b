package dev.penstock.local;

import static dev.penstock.local.LocalClients.streamName;
import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.gax.rpc.ApiException;
import com.google.api.gax.rpc.StatusCode;
import com.google.cloud.bigquery.DatasetInfo;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.storage.v1.CreateReadSessionRequest;
import com.google.cloud.bigquery.storage.v1.DataFormat;
import com.google.cloud.bigquery.storage.v1.ReadSession;
import com.google.cloud.bigquery.storage.v1.ReadSession.TableReadOptions.ResponseCompressionCodec;
import com.google.cloud.bigquery.storage.v1.ReadStream;
import com.google.cloud.bigquery.storage.v1.SplitReadStreamRequest;
import com.google.cloud.bigquery.storage.v1.SplitReadStreamResponse;
import com.google.protobuf.ByteString;
import com.google.protobuf.util.Timestamps;
import dev.penstock.local.service.ReadOptions;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.avro.generic.GenericRecord;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Read sessions, as Google's client creates them. */
@Tag("protocol")
class ReadSessionTest {
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
  private static final AtomicReference<Instant> NOW = new AtomicReference<>(START);

  private static LocalClients clients;
  private static TableReads reads;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    clients =
        new LocalClients(
            LocalOptions.inMemory()
                .withClock(NOW::get)
                .withReads(ReadOptions.defaults().withStreamBytes(400).withSessionBytes(100_000)));
    clients.rest.create(DatasetInfo.newBuilder("d").setLocation("EU").build());
    reads = new TableReads(clients.local);
    clients.createTable(
        "t",
        Field.newBuilder("id", StandardSQLTypeName.INT64).setMode(Field.Mode.REQUIRED).build(),
        Field.of("name", StandardSQLTypeName.STRING));
    append("t", 0, 100);
    clients.createTable("empty", Field.of("id", StandardSQLTypeName.INT64));
    clients.createTable("bare");
  }

  private static void append(String table, int from, int to) throws InterruptedException {
    ByteString[] rows = new ByteString[to - from];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = row((long) from + i, "n" + (from + i));
    }
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName(table), schema("id:INT64", "name:STRING"), rows));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }
  }

  @AfterEach
  void resetClock() {
    NOW.set(START);
  }

  @AfterAll
  static void stop() {
    reads.close();
    clients.close();
  }

  private static void assertRefused(
      ThrowingCallable call, StatusCode.Code code, String description) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.getStatusCode().getCode()).isEqualTo(code);
              assertThat(e.getMessage()).contains(description);
            });
  }

  private static void assertRefused(
      Consumer<CreateReadSessionRequest.Builder> change, StatusCode.Code code, String description) {
    CreateReadSessionRequest.Builder request = TableReads.request("t");
    change.accept(request);
    assertRefused(() -> reads.create(request), code, description);
  }

  @Test
  @Fact({"RA-001", "RA-002", "RA-003", "RA-004", "RA-007", "RA-034", "RA-035"})
  void describesItsRows() {
    ReadSession session = reads.create(TableReads.request("t").setMaxStreamCount(1));

    assertThat(session.getName()).startsWith("projects/p/locations/eu/sessions/");
    assertThat(session.getStreamsList())
        .extracting(ReadStream::getName)
        .containsExactly(session.getName() + "/streams/s0");
    assertThat(session.getExpireTime())
        .isEqualTo(Timestamps.fromMillis(START.plus(Duration.ofHours(6)).toEpochMilli()));
    assertThat(session.getTable()).isEqualTo("projects/p/datasets/d/tables/t");
    assertThat(session.getDataFormat()).isEqualTo(DataFormat.AVRO);
    assertThat(session.getAvroSchema().getSchema())
        .isEqualTo(
            "{\"type\":\"record\",\"name\":\"__root__\",\"fields\":[{\"name\":\"id\",\"type\":\"long\"},"
                + "{\"name\":\"name\",\"type\":[\"null\",\"string\"]}]}");
    assertThat(session.getEstimatedRowCount()).isEqualTo(100);
    assertThat(session.getEstimatedTotalBytesScanned()).isEqualTo(100 * 8 + 10 * 4 + 90 * 5);
  }

  @Test
  @Fact({"RA-008", "RA-009", "RA-032"})
  void cutsRowsIntoStreamsBySize() throws IOException {
    ReadSession all = reads.create("t");
    ReadSession narrow = reads.create("t", "", "id");
    ReadSession capped = reads.create(TableReads.request("t").setMaxStreamCount(3));
    ReadSession many = reads.create(TableReads.request("t").setPreferredMinStreamCount(7));
    ReadSession small = reads.create("t", "id < 20");

    assertThat(all.getStreamsCount()).isEqualTo(4);
    assertThat(narrow.getStreamsCount()).isEqualTo(2);
    assertThat(capped.getStreamsCount()).isEqualTo(3);
    assertThat(many.getStreamsCount()).isEqualTo(7);
    assertThat(small.getStreamsCount()).isEqualTo(1);
    List<GenericRecord> rows = reads.rows(many);
    assertThat(rows).extracting(row -> (Long) row.get("id")).hasSize(100).isSorted();
    assertThat(reads.rows(many)).isEqualTo(rows);
  }

  @Test
  @Fact({"RA-018", "RA-023"})
  void givesOneStreamWithoutRowsForAnEmptyTable() throws IOException {
    ReadSession session = reads.create("empty");

    assertThat(session.getStreamsCount()).isEqualTo(1);
    assertThat(session.getEstimatedRowCount()).isZero();
    assertThat(reads.responses(session, 0, 0)).isEmpty();
  }

  @Test
  @Fact({"RA-011", "RA-019"})
  void readsWhatTheTableHeldWhenItWasCreated() throws IOException, InterruptedException {
    clients.createTable(
        "grows",
        Field.of("id", StandardSQLTypeName.INT64),
        Field.of("name", StandardSQLTypeName.STRING));
    append("grows", 0, 2);
    ReadSession before = reads.create("grows");
    append("grows", 2, 3);
    ReadSession after = reads.create("grows");
    clients.rest.delete(com.google.cloud.bigquery.TableId.of("d", "grows"));

    assertThat(TableReads.column(reads.rows(before), "name")).containsExactly("n0", "n1");
    assertThat(TableReads.column(reads.rows(after), "name")).containsExactly("n0", "n1", "n2");
  }

  @Test
  @Fact("RA-002")
  void takesBothSpellingsOfAParent() {
    ReadSession session =
        reads.create(TableReads.request("t").setParent("projects/payer/locations/eu"));

    assertThat(session.getName()).startsWith("projects/payer/locations/eu/sessions/");
  }

  @Test
  @Fact({"RA-003", "RA-010", "RA-012", "RA-047", "RA-048"})
  void refusesBadRequests() {
    assertRefused(
        request ->
            request.getReadSessionBuilder().getReadOptionsBuilder().addSelectedFields("wrong"),
        StatusCode.Code.INVALID_ARGUMENT,
        "request failed: The following selected fields do not exist in the table schema: wrong");
    assertRefused(
        request -> request.getReadSessionBuilder().setTable("projects/p/datasets/d/tables/no"),
        StatusCode.Code.NOT_FOUND,
        "request failed: Not found: Table p:d.no");
    assertRefused(
        request -> request.setMaxStreamCount(2).setPreferredMinStreamCount(3),
        StatusCode.Code.INVALID_ARGUMENT,
        "preferred_min_stream_count: 3 (expected: 0 to max_stream_count, which is 2)");
    assertRefused(
        request -> request.setParent("p"), StatusCode.Code.INVALID_ARGUMENT, "Invalid parent 'p'.");
    assertRefused(
        request -> request.getReadSessionBuilder().setTable("d.t"),
        StatusCode.Code.INVALID_ARGUMENT,
        "Invalid table name 'd.t'.");
    assertRefused(
        request -> request.getReadSessionBuilder().clearDataFormat(),
        StatusCode.Code.INVALID_ARGUMENT,
        "data_format must be specified.");
    assertRefused(
        request -> request.getReadSessionBuilder().setTraceId("x".repeat(257)),
        StatusCode.Code.INVALID_ARGUMENT,
        "trace_id is longer than 256 bytes.");
    assertRefused(
        request -> snapshot(request, START.minus(Duration.ofHours(169))),
        StatusCode.Code.INVALID_ARGUMENT,
        "request failed: time travel timestamp exceeds the maximum time travel duration of 168h");
    assertRefused(
        request -> request.getReadSessionBuilder().setTable("projects/p/datasets/d/tables/bare"),
        StatusCode.Code.INVALID_ARGUMENT,
        "Table p:d.bare does not have a schema.");
  }

  private static void snapshot(CreateReadSessionRequest.Builder request, Instant time) {
    request
        .getReadSessionBuilder()
        .getTableModifiersBuilder()
        .setSnapshotTime(Timestamps.fromMillis(time.toEpochMilli()));
  }

  @Test
  @Fact({"RA-003", "RA-005", "RA-043"})
  void namesWhatItLeavesOut() {
    assertRefused(
        request -> request.getReadSessionBuilder().getReadOptionsBuilder().setSamplePercentage(10),
        StatusCode.Code.UNIMPLEMENTED,
        "not supported by Penstock local: sample_percentage");
    assertRefused(
        request ->
            request
                .getReadSessionBuilder()
                .getReadOptionsBuilder()
                .setResponseCompressionCodec(
                    ResponseCompressionCodec.RESPONSE_COMPRESSION_CODEC_LZ4),
        StatusCode.Code.UNIMPLEMENTED,
        "not supported by Penstock local: response compression RESPONSE_COMPRESSION_CODEC_LZ4");
    assertRefused(
        request ->
            request
                .getReadSessionBuilder()
                .getReadOptionsBuilder()
                .getAvroSerializationOptionsBuilder()
                .setEnableDisplayNameAttribute(true),
        StatusCode.Code.UNIMPLEMENTED,
        "not supported by Penstock local: enable_display_name_attribute");
  }

  @Test
  @Fact("RA-031")
  void cutsAStreamIntoTwo() throws IOException {
    ReadSession session = reads.create("t");
    ReadStream whole = session.getStreams(0);
    List<GenericRecord> rows = reads.rows(session, 0, 0);

    SplitReadStreamResponse split = split(whole, 0.25);
    ReadSession halves =
        session.toBuilder()
            .clearStreams()
            .addStreams(split.getPrimaryStream())
            .addStreams(split.getRemainderStream())
            .build();
    assertThat(reads.rows(halves, 0, 0)).hasSize((int) Math.round(rows.size() * 0.25));
    assertThat(reads.rows(halves)).isEqualTo(rows);
    assertThat(reads.rows(session, 0, 0)).isEqualTo(rows);
    assertThat(split(split.getRemainderStream(), 0.999).hasPrimaryStream()).isTrue();
    assertRefused(
        () -> split(whole, 1), StatusCode.Code.INVALID_ARGUMENT, "expected: between 0 and 1");
    ReadStream none = reads.create("empty").getStreams(0);
    assertThat(split(none, 0.5).hasPrimaryStream()).isFalse();
  }

  private static SplitReadStreamResponse split(ReadStream stream, double fraction) {
    return reads.client.splitReadStream(
        SplitReadStreamRequest.newBuilder()
            .setName(stream.getName())
            .setFraction(fraction)
            .build());
  }

  @Test
  @Fact("RA-011")
  void readsStreamedRowsAsOfAnEarlierTime() throws IOException, InterruptedException {
    clients.createTable(
        "timed",
        Field.newBuilder("id", StandardSQLTypeName.INT64).setMode(Field.Mode.REQUIRED).build(),
        Field.of("name", StandardSQLTypeName.STRING));
    append("timed", 0, 3);
    NOW.set(START.plusSeconds(3600));
    append("timed", 3, 5);

    assertThat(reads.rows(timed(START))).hasSize(3);
    assertThat(reads.rows(timed(START.plusSeconds(3599)))).hasSize(3);
    assertThat(reads.rows(timed(START.plusSeconds(3600)))).hasSize(5);
    assertRefused(
        () -> timed(START.minusSeconds(1)), StatusCode.Code.INVALID_ARGUMENT, "Cannot read before");
    assertRefused(
        () -> timed(START.plusSeconds(3601)),
        StatusCode.Code.INVALID_ARGUMENT,
        "Cannot read after");
    clients.rest.update(
        clients.rest.getTable(TableId.of("d", "timed")).toBuilder()
            .setDescription("Changed")
            .build());
    assertRefused(
        () -> timed(START),
        StatusCode.Code.UNIMPLEMENTED,
        "not supported by Penstock local: time travel of table p.d.timed");
  }

  private static ReadSession timed(Instant time) {
    CreateReadSessionRequest.Builder request = TableReads.request("timed");
    snapshot(request, time);
    return reads.create(request);
  }

  @Test
  @Fact({"RA-007", "RA-028"})
  void endsAfterSixHours() throws IOException {
    ReadSession session = reads.create("t");
    NOW.set(START.plus(Duration.ofHours(6)).minusMillis(1));
    assertThat(reads.rows(session)).hasSize(100);

    NOW.set(START.plus(Duration.ofHours(6)));
    assertRefused(() -> reads.rows(session), StatusCode.Code.FAILED_PRECONDITION, "Stream expired");
  }

  @Test
  void boundsWhatSessionsHoldTogether() throws IOException {
    NOW.set(START.plus(Duration.ofDays(1)));
    ReadSession first = reads.create("t");
    int held = 1;
    while (held < 77) {
      ReadSession unused = reads.create("t");
      held++;
    }

    assertRefused(
        () -> reads.create("t"),
        StatusCode.Code.RESOURCE_EXHAUSTED,
        "Read session of 1290 bytes does not fit: the unfinished sessions of this server would"
            + " hold 100620 (sessionBytes allows 100000).");
    assertThat(reads.rows(first)).hasSize(100);
    ReadSession afterFinished = reads.create("t");
    assertThat(reads.rows(afterFinished)).hasSize(100);
    assertRefused(() -> reads.rows(first), StatusCode.Code.FAILED_PRECONDITION, "Stream expired");
    NOW.set(START.plus(Duration.ofDays(2)));
    assertThat(reads.create("t").getEstimatedRowCount()).isEqualTo(100);
  }
}
