package dev.penstock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.api.gax.core.NoCredentialsProvider;
import com.google.api.gax.grpc.InstantiatingGrpcChannelProvider;
import com.google.api.gax.rpc.ApiException;
import com.google.api.gax.rpc.BidiStream;
import com.google.api.gax.rpc.StatusCode;
import com.google.cloud.NoCredentials;
import com.google.cloud.bigquery.BigQueryException;
import com.google.cloud.bigquery.CopyJobConfiguration;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.FormatOptions;
import com.google.cloud.bigquery.Job;
import com.google.cloud.bigquery.JobConfiguration;
import com.google.cloud.bigquery.JobId;
import com.google.cloud.bigquery.JobInfo;
import com.google.cloud.bigquery.LoadJobConfiguration;
import com.google.cloud.bigquery.QueryJobConfiguration;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableInfo;
import com.google.cloud.bigquery.storage.v1.AppendRowsRequest;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.BigQueryReadClient;
import com.google.cloud.bigquery.storage.v1.BigQueryReadSettings;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteClient;
import com.google.cloud.bigquery.storage.v1.DataFormat;
import com.google.cloud.bigquery.storage.v1.FlushRowsRequest;
import com.google.cloud.bigquery.storage.v1.ProtoRows;
import com.google.cloud.bigquery.storage.v1.ProtoSchema;
import com.google.cloud.bigquery.storage.v1.ReadRowsRequest;
import com.google.cloud.bigquery.storage.v1.ReadSession;
import com.google.cloud.bigquery.storage.v1.WriteStream;
import com.google.cloud.storage.BlobInfo;
import com.google.cloud.storage.BucketInfo;
import com.google.cloud.storage.Storage;
import com.google.cloud.storage.StorageOptions;
import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.Int64Value;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each example does what it says. */
class FaultExamplesIT {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets("d");

  private static BigQueryWriteClient writes;
  private static Storage storage;

  private String table;

  @BeforeAll
  static void connect() throws IOException {
    writes = BigQueryWriteClient.create(BIGQUERY.writeSettings());
    storage =
        StorageOptions.newBuilder()
            .setHost(BIGQUERY.restUrl())
            .setProjectId(BIGQUERY.project())
            .setCredentials(NoCredentials.getInstance())
            .build()
            .getService();
    storage.create(BucketInfo.of("staging"));
  }

  @AfterAll
  static void disconnect() throws Exception {
    writes.close();
    storage.close();
  }

  @BeforeEach
  void createTable(TestInfo test) {
    table = test.getTestMethod().orElseThrow().getName();
    create(table);
  }

  @AfterEach
  void clear() {
    BIGQUERY.faults().clear();
  }

  private static void use(String example) {
    BIGQUERY.faults().add(FaultExamples.load(example));
  }

  private static TableInfo info(String name) {
    return TableInfo.of(
        TableId.of("d", name),
        StandardTableDefinition.of(Schema.of(Field.of("id", StandardSQLTypeName.INT64))));
  }

  private static void create(String name) {
    BIGQUERY.client().create(info(name));
  }

  private String tableName() {
    return "projects/" + BIGQUERY.project() + "/datasets/d/tables/" + table;
  }

  private String createStream(WriteStream.Type type) {
    return writes
        .createWriteStream(tableName(), WriteStream.newBuilder().setType(type).build())
        .getName();
  }

  private List<Object> ids() {
    List<Object> ids = new ArrayList<>();
    BIGQUERY.table("d", table).rows().forEach(row -> ids.add(row.get("id")));
    return ids;
  }

  private static AppendRowsRequest request(String stream, int id, long offset) {
    DescriptorProto descriptor =
        DescriptorProto.newBuilder()
            .setName("Row")
            .addField(
                FieldDescriptorProto.newBuilder()
                    .setName("id")
                    .setNumber(1)
                    .setType(FieldDescriptorProto.Type.TYPE_INT64)
                    .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL))
            .build();
    AppendRowsRequest.Builder request =
        AppendRowsRequest.newBuilder()
            .setWriteStream(stream)
            .setProtoRows(
                AppendRowsRequest.ProtoData.newBuilder()
                    .setWriterSchema(ProtoSchema.newBuilder().setProtoDescriptor(descriptor))
                    .setRows(
                        ProtoRows.newBuilder()
                            .addSerializedRows(ByteString.copyFrom(new byte[] {8, (byte) id}))));
    return offset < 0 ? request.build() : request.setOffset(Int64Value.of(offset)).build();
  }

  /** Appends one row in a call of its own. */
  private static AppendRowsResponse append(String stream, int id, long offset) {
    BidiStream<AppendRowsRequest, AppendRowsResponse> call = writes.appendRowsCallable().call();
    call.send(request(stream, id, offset));
    AppendRowsResponse response = call.iterator().next();
    call.closeSend();
    return response;
  }

  private AppendRowsResponse append(int id) {
    return append(tableName() + "/streams/_default", id, -1);
  }

  private static StatusCode.Code failure(Runnable call) {
    try {
      call.run();
    } catch (ApiException e) {
      return e.getStatusCode().getCode();
    }
    return StatusCode.Code.OK;
  }

  private StatusCode.Code appended(int id) {
    return failure(() -> append(id));
  }

  @Test
  void namesWhatThereIs() {
    assertThat(FaultExamples.NAMES).isSorted();
    for (String name : FaultExamples.NAMES) {
      use(name);
    }
    assertThatThrownBy(() -> FaultExamples.load("nope"))
        .hasMessageStartingWith("name: nope (expected: one of anonymous-result-dropped-early, ");
  }

  @Test
  void deniesTheFirstCreateWriteStreams() {
    use("deny-first-create-write-streams");
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> createStream(WriteStream.Type.BUFFERED))
          .isInstanceOf(ApiException.class)
          .hasMessageContaining(
              "Permission 'TABLES_UPDATE_DATA' denied on resource '" + tableName())
          .hasMessageContaining("(or it may not exist)");
    }
    assertThat(createStream(WriteStream.Type.BUFFERED)).startsWith(tableName());
  }

  @Test
  void deniesTheFirstFlushRows() {
    String stream = createStream(WriteStream.Type.BUFFERED);
    append(stream, 1, 0);
    use("deny-first-flush-rows");
    FlushRowsRequest flush =
        FlushRowsRequest.newBuilder().setWriteStream(stream).setOffset(Int64Value.of(0)).build();
    assertThat(failure(() -> writes.flushRows(flush))).isEqualTo(StatusCode.Code.PERMISSION_DENIED);
    assertThat(ids()).isEmpty();
    assertThat(writes.flushRows(flush).getOffset()).isZero();
    assertThat(ids()).containsExactly(1L);
  }

  @Test
  void limitsFiveOfSixteenCreates() {
    use("five-of-sixteen-creates");
    List<String> answers = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      try {
        create("created");
        answers.add("created");
      } catch (BigQueryException e) {
        answers.add(e.getReason());
      }
    }
    assertThat(answers).filteredOn("rateLimitExceeded"::equals).hasSize(5);
    assertThat(answers).filteredOn("duplicate"::equals).hasSize(10);
  }

  @Test
  void aSchemaSpreadsFor35Seconds() {
    use("schema-propagation-35s");
    assertThat(append(1).getError().getMessage()).startsWith("Input schema has more fields");
    BIGQUERY.server().advanceClock(Duration.ofSeconds(36));
    assertThat(append(1).hasAppendResult()).isTrue();
    assertThat(ids()).containsExactly(1L);
  }

  @Test
  void aSchemaSpreadsForTwoHours() {
    use("schema-propagation-2h");
    assertThat(append(1).hasError()).isTrue();
    BIGQUERY.server().advanceClock(Duration.ofMinutes(7));
    hangs(2);
    BIGQUERY.server().advanceClock(Duration.ofMinutes(114));
    assertThat(append(3).hasAppendResult()).isTrue();
    assertThat(ids()).containsExactlyInAnyOrder(2L, 3L);
  }

  /** Appends a row that is stored and not answered. */
  private void hangs(int id) {
    BidiStream<AppendRowsRequest, AppendRowsResponse> call = writes.appendRowsCallable().call();
    call.send(request(tableName() + "/streams/_default", id, -1));
    await().until(() -> ids().contains((long) id));
    assertThat(call.isReceiveReady()).isFalse();
    call.cancel();
  }

  @Test
  void hangsAnAppendThatIsApplied() {
    use("hang-append-then-apply");
    append(1);
    hangs(2);
    append(3);
    assertThat(ids()).containsExactlyInAnyOrder(1L, 2L, 3L);
  }

  @Test
  void dropsTheResponseOfAnAppendThatIsApplied() {
    use("drop-response-after-apply");
    assertThat(List.of(appended(1), appended(2), appended(3)))
        .containsExactly(StatusCode.Code.OK, StatusCode.Code.UNAVAILABLE, StatusCode.Code.OK);
    assertThat(ids()).containsExactlyInAnyOrder(1L, 2L, 3L);
  }

  @Test
  void protectsItsMemory() {
    use("memory-protection-burst");
    append(1);
    assertThatThrownBy(() -> append(2))
        .isInstanceOfSatisfying(
            ApiException.class,
            e ->
                assertThat(String.valueOf(e.getErrorDetails().getRetryInfo()))
                    .contains("nanos: 50000000"))
        .hasMessageContaining("memory-protection");
    assertThat(List.of(appended(3), appended(4), appended(5)))
        .containsExactly(
            StatusCode.Code.UNAVAILABLE, StatusCode.Code.UNAVAILABLE, StatusCode.Code.OK);
    assertThat(ids()).containsExactlyInAnyOrder(1L, 5L);
  }

  @Test
  void finalizesAStreamUnderItsWriter() {
    String stream = createStream(WriteStream.Type.BUFFERED);
    use("finalize-stream-under-writer");
    append(stream, 1, 0);
    assertThat(append(stream, 2, 1).getError().getMessage())
        .startsWith("Stream has been finalized");
  }

  @Test
  void expiresAnIdleStreamAfterSevenDays() {
    String stream = createStream(WriteStream.Type.BUFFERED);
    use("expire-stream-after-7-days");
    append(stream, 1, 0);
    assertThat(failure(() -> append(stream, 2, 1))).isEqualTo(StatusCode.Code.NOT_FOUND);
  }

  private static BigQueryReadClient reads() throws IOException {
    return BigQueryReadClient.create(
        BigQueryReadSettings.newBuilder()
            .setCredentialsProvider(NoCredentialsProvider.create())
            .setTransportChannelProvider(
                InstantiatingGrpcChannelProvider.newBuilder()
                    .setEndpoint(BIGQUERY.grpcTarget())
                    .setChannelConfigurator(channel -> channel.usePlaintext())
                    .build())
            .build());
  }

  private ReadSession session(BigQueryReadClient reads) {
    return reads.createReadSession(
        "projects/" + BIGQUERY.project(),
        ReadSession.newBuilder().setTable(tableName()).setDataFormat(DataFormat.AVRO).build(),
        1);
  }

  @Test
  void expiresAReadSessionAfterSixHours() throws IOException {
    append(1);
    use("expire-session-after-6-hours");
    try (BigQueryReadClient reads = reads()) {
      ReadRowsRequest read =
          ReadRowsRequest.newBuilder()
              .setReadStream(session(reads).getStreams(0).getName())
              .build();
      assertThat(reads.readRowsCallable().all().call(read)).hasSize(1);
      assertThat(failure(() -> reads.readRowsCallable().all().call(read)))
          .isNotEqualTo(StatusCode.Code.OK);
    }
  }

  @Test
  void refusesAViewOnce() throws IOException {
    use("view-error");
    append(1);
    try (BigQueryReadClient reads = reads()) {
      assertThatThrownBy(() -> session(reads))
          .hasMessageContaining(
              "request failed: non-table entities cannot be read with the storage API");
      assertThat(session(reads).getStreamsCount()).isEqualTo(1);
    }
  }

  private static void run(String id, JobConfiguration configuration) {
    Job unused =
        BIGQUERY
            .client()
            .create(
                JobInfo.of(JobId.newBuilder().setJob(id).setLocation("US").build(), configuration));
  }

  private static Job ended(String id) {
    return await()
        .until(
            () -> BIGQUERY.client().getJob(JobId.newBuilder().setJob(id).setLocation("US").build()),
            job -> job != null && job.getStatus().getState().toString().equals("DONE"));
  }

  private static String error(String id) {
    return ended(id).getStatus().getError().getMessage();
  }

  private LoadJobConfiguration load(String object) {
    storage.create(
        BlobInfo.newBuilder("staging", object).build(),
        "{\"id\": 1}".getBytes(StandardCharsets.UTF_8));
    return LoadJobConfiguration.newBuilder(
            TableId.of("d", table), "gs://staging/" + object, FormatOptions.json())
        .setSchema(Schema.of(Field.of("id", StandardSQLTypeName.INT64)))
        .build();
  }

  @Test
  void looksForADatasetWhereItIsNot() {
    use("wrong-location");
    assertThatThrownBy(() -> run("wrong", load("wrong.json")))
        .isInstanceOfSatisfying(
            BigQueryException.class, e -> assertThat(e.getCode()).isEqualTo(404))
        .hasMessageContaining("location EU");
  }

  @Test
  void aJobWhoseAnswerIsLostIsThereAlready() {
    use("statusless-duplicate-job");
    assertThatThrownBy(() -> run("twice", load("twice.json")))
        .isInstanceOfSatisfying(
            BigQueryException.class, e -> assertThat(e.getReason()).isEqualTo("duplicate"));
    assertThat(ended("twice").getStatus().getError()).isNull();
    assertThat(ids()).containsExactly(1L);
  }

  @Test
  void aLoadJobFailsAfterItRan() {
    use("load-job-fails-after-running");
    run("corrupt", load("corrupt.json"));
    assertThat(error("corrupt")).contains("The file is corrupt");
    assertThat(ids()).isEmpty();
  }

  @Test
  void anObjectIsDeletedBeforeItIsLoaded() {
    use("delete-staged-object");
    run("gone", load("gone.json"));
    assertThat(error("gone")).contains("Not found: URI gs://staging/gone.json");
    assertThat(storage.get("staging", "gone.json")).isNull();
  }

  @Test
  void theSecondCopyFails() {
    use("copy-fails-at-level-2");
    run("level1", CopyJobConfiguration.of(TableId.of("d", "level1"), TableId.of("d", table)));
    assertThat(ended("level1").getStatus().getError()).isNull();
    run("level2", CopyJobConfiguration.of(TableId.of("d", "level2"), TableId.of("d", "level1")));
    assertThat(error("level2")).contains("of this level failed");
    assertThat(BIGQUERY.table("d", "level2").exists()).isFalse();
  }

  @Test
  @Tag("sql")
  void anAnonymousResultIsGone() {
    use("anonymous-result-dropped-early");
    QueryJobConfiguration query = QueryJobConfiguration.of("SELECT 1 AS one");
    assertThatThrownBy(() -> BIGQUERY.client().query(query))
        .hasMessageContaining("Not found: Table");
  }
}
