package dev.penstock.local;

import static dev.penstock.local.LocalClients.streamName;
import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static dev.penstock.local.Streams.at;
import static dev.penstock.local.Streams.flush;
import static dev.penstock.local.Streams.storageCode;
import static dev.penstock.local.Streams.tableName;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.gax.rpc.NotFoundException;
import com.google.api.gax.rpc.PermissionDeniedException;
import com.google.cloud.bigquery.DatasetInfo;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableInfo;
import com.google.cloud.bigquery.TimePartitioning;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.RowError;
import com.google.cloud.bigquery.storage.v1.StorageError.StorageErrorCode;
import com.google.cloud.bigquery.storage.v1.WriteStream;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.penstock.local.service.WriteOptions;
import dev.penstock.local.service.WriteOptions.NewColumns;
import dev.penstock.local.service.WriteOptions.NewTables;
import io.grpc.Status;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the write service knows late, and what time does to its connections. */
class PropagationTest {
  private static final DescriptorProto ID = schema("id:INT64");
  private static final Field ID_COLUMN = Field.of("id", StandardSQLTypeName.INT64);
  private static final AtomicReference<Instant> NOW =
      new AtomicReference<>(Instant.parse("2026-01-02T03:04:05Z"));

  private static LocalClients clients;

  @BeforeAll
  static void start() throws IOException {
    WriteOptions writes =
        WriteOptions.defaults()
            .withNewTables(new NewTables(1, Duration.ofMinutes(1), 1, 1))
            .withNewColumns(new NewColumns(1, Duration.ofSeconds(35), 0, Duration.ZERO))
            .withMaxRequestBytes(WriteOptions.FORMER_MAX_REQUEST_BYTES);
    clients = new LocalClients(LocalOptions.inMemory().withClock(NOW::get).withWrites(writes));
    clients.rest.create(DatasetInfo.of("d"));
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  private static void advance(Duration time) {
    NOW.updateAndGet(now -> now.plus(time));
  }

  private static String createStream(String table) {
    return Streams.create(clients, table, WriteStream.Type.BUFFERED);
  }

  @Test
  @Fact({"WA-037", "WA-038", "WA-184", "RT-046"})
  void missesANewTableOnceInCallsAndNeverInAppends() throws InterruptedException {
    clients.createTable("fresh", ID_COLUMN);
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("fresh"), ID, row(1L)));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }
    assertThatThrownBy(() -> createStream("fresh"))
        .isInstanceOf(PermissionDeniedException.class)
        .hasMessageContaining(
            "Permission 'TABLES_UPDATE_DATA' denied on resource '"
                + tableName("fresh")
                + "' (or it may not exist).");
    String stream = createStream("fresh");
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(at(0, request(stream, ID, row(2L))));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }
    assertThatThrownBy(() -> flush(clients, stream, 0))
        .isInstanceOf(PermissionDeniedException.class)
        .hasMessageContaining("(or it may not exist)");
    assertThat(flush(clients, stream, 0)).isZero();

    assertThat(clients.rows("fresh")).containsExactly("1", "2");
  }

  @Test
  @Fact("WA-039")
  void doesNotFindATableThatWasCreatedAgain() {
    clients.createTable("again", ID_COLUMN);
    assertThatThrownBy(() -> createStream("again")).isInstanceOf(PermissionDeniedException.class);
    clients.rest.delete(TableId.of("d", "again"));
    clients.createTable("again", ID_COLUMN);

    assertThatThrownBy(() -> createStream("again"))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("Requested entity was not found.");
    assertThat(createStream("again")).startsWith(tableName("again"));
  }

  @Test
  void findsATableThatIsOlderThanTheWindow() {
    clients.createTable("old", ID_COLUMN);
    advance(Duration.ofMinutes(1));

    assertThat(createStream("old")).startsWith(tableName("old"));
  }

  @Test
  @Fact({"WA-162", "WA-163", "WA-166", "WA-167"})
  void appendsKnowANewColumnOnlyAfterAWhile()
      throws InterruptedException, InvalidProtocolBufferException {
    clients.createTable("grown", ID_COLUMN);
    DescriptorProto wide = schema("id:INT64", "extra:STRING");
    Schema columns = Schema.of(ID_COLUMN, Field.of("extra", StandardSQLTypeName.STRING));
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("grown"), ID, row(1L)));
      assertThat(connection.response().hasAppendResult()).isTrue();
      TableId id = TableId.of("d", "grown");
      clients.rest.update(TableInfo.of(id, StandardTableDefinition.of(columns)));
      assertThat(clients.rest.getTable(id).getDefinition().getSchema().getFields()).hasSize(2);

      connection.send(request(null, wide, row(2L, "early")));
      connection.send(request(null, ID, row(3L)));
      assertThat(storageCode(connection.response().getError()))
          .isEqualTo(StorageErrorCode.SCHEMA_MISMATCH_EXTRA_FIELDS);
      assertThat(connection.response())
          .matches(response -> response.hasAppendResult() && !response.hasUpdatedSchema());

      advance(Duration.ofSeconds(35));
      connection.send(request(null, null, row(4L)));
      connection.send(request(null, wide, row(5L, "late")));
      assertThat(connection.response().getUpdatedSchema().getFieldsCount()).isEqualTo(2);
      assertThat(connection.response().hasAppendResult()).isTrue();
    }

    assertThat(clients.rows("grown")).containsExactly("1|null", "3|null", "4|null", "5|late");
  }

  @Test
  @Fact({"WA-056", "WA-057"})
  void closesAConnectionWithoutTrafficAfterTenMinutes() throws InterruptedException {
    clients.createTable("idle", ID_COLUMN);
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("idle"), ID, row(1L)));
      assertThat(connection.response().hasAppendResult()).isTrue();
      advance(Duration.ofSeconds(599));
      connection.send(request(null, null, row(2L)));
      assertThat(connection.response().hasAppendResult()).isTrue();
      advance(Duration.ofSeconds(601));

      Status status = Status.fromThrowable((Throwable) connection.next());
      assertThat(status.getCode()).isEqualTo(Status.Code.ABORTED);
      assertThat(status.getDescription())
          .isEqualTo(
              "Closing the stream because it has been inactive for 600 seconds. Entity: "
                  + streamName("idle"));
    }
    assertThat(clients.rows("idle")).containsExactly("1", "2");
  }

  @Test
  @Fact({"WA-066", "WA-067"})
  void refusesARequestAboveTheFormerLimitIfAsked() throws InterruptedException {
    clients.createTable("wide", Field.of("text", StandardSQLTypeName.STRING));
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(
          request(streamName("wide"), schema("text:STRING"), row("x".repeat(12_000_000))));
      Status status = Status.fromThrowable((Throwable) connection.next());
      assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
      assertThat(status.getDescription())
          .matches("AppendRows request too large: 120000\\d\\d limit 10485760");
    }
  }

  @Test
  @Fact("WA-206")
  void takesPartitionValuesOfTenYearsAgoToAYearAhead() throws InterruptedException {
    clients.rest.create(
        TableInfo.of(
            TableId.of("d", "daily"),
            StandardTableDefinition.newBuilder()
                .setSchema(Schema.of(Field.of("day", StandardSQLTypeName.DATE)))
                .setTimePartitioning(
                    TimePartitioning.newBuilder(TimePartitioning.Type.DAY).setField("day").build())
                .build()));
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(
          request(
              streamName("daily"),
              schema("day:STRING"),
              row("2016-02-01"),
              row("2015-12-31"),
              row("2027-02-01")));
      AppendRowsResponse refused = connection.response();
      assertThat(refused.getRowErrorsList()).extracting(RowError::getIndex).containsExactly(1L, 2L);
      assertThat(refused.getRowErrors(0).getMessage())
          .startsWith(
              "Value 2015-12-31 for field day of the destination table p:d.daily is outside");
      connection.send(request(null, null, row("2016-02-01"), row("2026-12-31"), row()));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }

    assertThat(clients.rows("daily")).containsExactly("2016-02-01", "2026-12-31", "null");
  }

  @Test
  void refusesPartitionDecoratorsByName() throws InterruptedException {
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("daily$20260102"), ID, row(1L)));
      Status status = Status.fromThrowable((Throwable) connection.next());
      assertThat(status.getCode()).isEqualTo(Status.Code.UNIMPLEMENTED);
      assertThat(status.getDescription())
          .isEqualTo("not supported by Penstock local: partition decorators (daily$20260102)");
    }
  }
}
