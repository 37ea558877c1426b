package dev.penstock.local;

import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static dev.penstock.local.Streams.at;
import static dev.penstock.local.Streams.storageCode;
import static dev.penstock.local.Streams.tableName;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableInfo;
import com.google.cloud.bigquery.storage.v1.AppendRowsRequest;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.Exceptions;
import com.google.cloud.bigquery.storage.v1.GetWriteStreamRequest;
import com.google.cloud.bigquery.storage.v1.RowError;
import com.google.cloud.bigquery.storage.v1.StorageError.StorageErrorCode;
import com.google.cloud.bigquery.storage.v1.WriteStream;
import com.google.cloud.bigquery.storage.v1.WriteStreamView;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.Code;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Streams that an application creates to flush them itself. */
@Tag("protocol")
class BufferedStreamTest {
  private static final DescriptorProto ID_NAME = schema("id:INT64", "name:STRING");

  private static LocalClients clients;

  @BeforeAll
  static void start() throws IOException {
    clients = LocalClients.inMemory();
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  private static void createTable(String name) {
    clients.createTable(
        name,
        Field.of("id", StandardSQLTypeName.INT64),
        Field.newBuilder("name", StandardSQLTypeName.STRING).setMaxLength(5L).build());
  }

  private static String createStream(String table) {
    return Streams.create(clients, table, WriteStream.Type.BUFFERED);
  }

  private static long flush(String stream, long offset) {
    return Streams.flush(clients, stream, offset);
  }

  @Test
  @Fact({"WA-006", "WA-014", "WA-021", "WA-024", "WA-025", "WA-026", "WA-017", "WA-036"})
  void describesWhatItCreated() {
    createTable("described");
    WriteStream created =
        clients.writes.createWriteStream(
            tableName("described"),
            WriteStream.newBuilder().setType(WriteStream.Type.BUFFERED).build());

    assertThat(created.getName()).startsWith(tableName("described") + "/streams/Ci");
    assertThat(created.getType()).isEqualTo(WriteStream.Type.BUFFERED);
    assertThat(created.getWriteMode()).isEqualTo(WriteStream.WriteMode.INSERT);
    assertThat(created.getLocation()).isEqualTo("us");
    assertThat(created.hasCreateTime()).isTrue();
    assertThat(created.hasCommitTime()).isFalse();
    assertThat(created.getTableSchema().getFieldsList())
        .extracting(field -> field.getName() + " " + field.getType())
        .containsExactly("id INT64", "name STRING");
    assertThat(clients.writes.getWriteStream(created.getName()))
        .isEqualTo(created.toBuilder().clearTableSchema().build());
    assertThat(
            clients.writes.getWriteStream(
                GetWriteStreamRequest.newBuilder()
                    .setName(created.getName())
                    .setView(WriteStreamView.FULL)
                    .build()))
        .isEqualTo(created);
  }

  @Test
  @Fact({"WA-020", "WA-051", "WA-072", "WA-179", "WA-185"})
  void showsRowsOnlyOnceAFlushCoversThem() throws InterruptedException {
    createTable("visible");
    String stream = createStream("visible");
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(at(0, request(stream, ID_NAME, row(1L, "a"), row(2L, "b"), row(3L, "c"))));
      AppendRowsResponse first = connection.response();
      assertThat(first.getWriteStream()).isEqualTo(stream);
      assertThat(first.getAppendResult().getOffset().getValue()).isZero();
      connection.send(at(3, request(null, null, row(4L, "d"))));
      assertThat(connection.response().getAppendResult().getOffset().getValue()).isEqualTo(3);
      connection.send(request(null, null, row(5L, "e")));
      assertThat(connection.response().getAppendResult().getOffset().getValue()).isEqualTo(4);
    }
    assertThat(clients.rows("visible")).isEmpty();

    assertThat(flush(stream, 1)).isEqualTo(1);
    assertThat(clients.rows("visible")).containsExactly("1|a", "2|b");

    assertThat(flush(stream, 4)).isEqualTo(4);
    assertThat(clients.rows("visible")).containsExactly("1|a", "2|b", "3|c", "4|d", "5|e");
  }

  @Test
  @Fact({
    "WA-033", "WA-053", "WA-073", "WA-074", "WA-076", "WA-077", "WA-078", "WA-080", "WA-082",
    "WA-079"
  })
  void takesOnlyTheNextOffset() throws InterruptedException, InvalidProtocolBufferException {
    createTable("offsets");
    String stream = createStream("offsets");
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(at(10, request(stream, ID_NAME, row(1L, "a"))));
      com.google.rpc.Status beyond = connection.response().getError();
      assertThat(beyond.getCode()).isEqualTo(Code.OUT_OF_RANGE_VALUE);
      assertThat(beyond.getMessage())
          .isEqualTo(
              "The offset is beyond stream, expected offset 0, received 10 Entity: " + stream);
      assertThat(storageCode(beyond)).isEqualTo(StorageErrorCode.OFFSET_OUT_OF_RANGE);

      connection.send(at(0, request(null, null, row(1L, "a"))));
      assertThat(connection.response().hasAppendResult()).isTrue();

      connection.send(at(0, request(null, null, row(1L, "a"), row(2L, "b"))));
      com.google.rpc.Status within = connection.response().getError();
      assertThat(within.getCode()).isEqualTo(Code.ALREADY_EXISTS_VALUE);
      assertThat(within.getMessage())
          .startsWith("The offset is within stream, expected offset 1, received 0");
      assertThat(storageCode(within)).isEqualTo(StorageErrorCode.OFFSET_ALREADY_EXISTS);
    }
    try (RawConnection reopened = new RawConnection(clients.local)) {
      reopened.send(at(1, request(stream, ID_NAME, row(2L, "b"))));
      assertThat(reopened.response().getAppendResult().getOffset().getValue()).isEqualTo(1);
    }

    assertThat(flush(stream, 1)).isEqualTo(1);
    assertThat(clients.rows("offsets")).containsExactly("1|a", "2|b");
  }

  @Test
  @Fact({"WA-081", "WA-085", "WA-096"})
  void keepsTheOffsetWhereItWasAfterABadRow() throws InterruptedException {
    createTable("bad");
    String stream = createStream("bad");
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(at(0, request(stream, ID_NAME, row(1L, "a"), row(2L, "too long"))));
      connection.send(at(2, request(null, null, row(3L, "c"))));
      AppendRowsResponse refused = connection.response();
      assertThat(refused.getRowErrorsList()).extracting(RowError::getIndex).containsExactly(1L);
      assertThat(connection.response().getError().getCode()).isEqualTo(Code.OUT_OF_RANGE_VALUE);
      connection.send(at(0, request(null, null, row(1L, "a"), row(3L, "c"))));
      assertThat(connection.response().getAppendResult().getOffset().getValue()).isZero();
    }

    assertThat(flush(stream, 1)).isEqualTo(1);
    assertThat(clients.rows("bad")).containsExactly("1|a", "3|c");
  }

  @Test
  @Fact({"CDC-001", "CDC-007", "CDC-009"})
  void takesInsertsButNoChangeRows() throws InterruptedException {
    clients.createKeyedTable(
        "keyed",
        List.of("id"),
        Field.newBuilder("id", StandardSQLTypeName.INT64).setMode(Field.Mode.REQUIRED).build(),
        Field.of("name", StandardSQLTypeName.STRING));
    String stream = createStream("keyed");
    DescriptorProto changes = schema("id:INT64", "name:STRING", "_CHANGE_TYPE:STRING");
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(at(0, request(stream, changes, row(1L, "a", "UPSERT"))));
      AppendRowsResponse refused = connection.response();
      assertThat(refused.getRowErrors(0).getMessage())
          .isEqualTo("The given value is not a valid CHANGE_TYPE in insert mode: UPSERT");
      connection.send(at(0, request(null, null, row(1L, "a", "INSERT"), row(2L, "b"))));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }

    assertThat(flush(stream, 1)).isEqualTo(1);
    assertThat(clients.rows("keyed")).containsExactly("1|a", "2|b");
  }

  @Test
  @Fact({"WA-106", "WA-148", "WA-155", "WA-156", "WA-157", "WA-158", "WA-162", "WA-169"})
  void fillsDefaultsAndFollowsNewColumnsAsTheDefaultStreamDoes() throws InterruptedException {
    clients.createTable(
        "filled",
        Field.of("id", StandardSQLTypeName.INT64),
        Field.newBuilder("name", StandardSQLTypeName.STRING)
            .setDefaultValueExpression("'x'")
            .build(),
        Field.newBuilder("tags", StandardSQLTypeName.STRING).setMode(Field.Mode.REPEATED).build());
    String stream = createStream("filled");
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(at(0, request(stream, schema("id:INT64"), row(1L))));
      connection.send(at(1, request(null, ID_NAME, row(2L))));
      connection.send(
          at(2, request(null, null, row(3L)))
              .setDefaultMissingValueInterpretation(
                  AppendRowsRequest.MissingValueInterpretation.DEFAULT_VALUE));
      for (int i = 0; i < 3; i++) {
        assertThat(connection.response().hasAppendResult()).isTrue();
      }
      clients.rest.update(
          TableInfo.of(
              TableId.of("d", "filled"),
              StandardTableDefinition.of(
                  Schema.of(
                      Field.of("id", StandardSQLTypeName.INT64),
                      Field.newBuilder("name", StandardSQLTypeName.STRING)
                          .setDefaultValueExpression("'x'")
                          .build(),
                      Field.newBuilder("tags", StandardSQLTypeName.STRING)
                          .setMode(Field.Mode.REPEATED)
                          .build(),
                      Field.of("extra", StandardSQLTypeName.STRING),
                      Field.newBuilder("more", StandardSQLTypeName.INT64)
                          .setMode(Field.Mode.REPEATED)
                          .build()))));
      connection.send(at(3, request(null, schema("id:INT64", "extra:STRING"), row(4L, "new"))));
      AppendRowsResponse told = connection.response();
      assertThat(told.getAppendResult().getOffset().getValue()).isEqualTo(3);
      assertThat(told.getUpdatedSchema().getFieldsCount()).isEqualTo(5);
    }

    assertThat(flush(stream, 3)).isEqualTo(3);
    assertThat(clients.rows("filled"))
        .containsExactly("1|x|[]|null|[]", "2|null|[]|null|[]", "3|x|[]|null|[]", "4|x|[]|new|[]");
  }

  @Test
  void keepsHundredsOfStreamsOfOneTableApart() throws InterruptedException {
    createTable("many");
    List<String> streams = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      streams.add(createStream("many"));
    }
    for (int i = 0; i < streams.size(); i++) {
      try (RawConnection connection = new RawConnection(clients.local)) {
        connection.send(at(0, request(streams.get(i), ID_NAME, row((long) i, "a"))));
        connection.send(at(1, request(null, null, row((long) i, "b"))));
        assertThat(connection.response().hasAppendResult()).isTrue();
        assertThat(connection.response().getAppendResult().getOffset().getValue()).isEqualTo(1);
      }
    }
    for (int i = 0; i < streams.size(); i += 2) {
      assertThat(flush(streams.get(i), 0)).isZero();
    }

    assertThat(clients.rows("many"))
        .hasSize(100)
        .allMatch(
            text -> text.endsWith("|a") && Integer.parseInt(text.split("\\|", 2)[0]) % 2 == 0);
    assertThat(clients.local.writeStreams(new dev.penstock.local.catalog.TableId("p", "d", "many")))
        .hasSize(200)
        .allMatch(stream -> stream.rows() == 2);
  }

  @Test
  @Fact({"WA-077", "WA-078", "WA-178"})
  void speaksToTheClientLibraryInItsOwnExceptions() throws Throwable {
    createTable("library");
    String stream = createStream("library");
    try (StreamRows rows = StreamRows.open(stream, ID_NAME, clients.writes)) {
      assertThat(rows.append(0, row(1L, "a"), row(2L, "b"))).isZero();
      assertThat(rows.append(2, row(3L, "c"))).isEqualTo(2);
      assertThatThrownBy(() -> rows.append(0, row(1L, "a")))
          .isInstanceOfSatisfying(
              Exceptions.OffsetAlreadyExists.class,
              e -> assertThat(e.getExpectedOffset()).isEqualTo(3));
      assertThatThrownBy(() -> rows.append(9, row(1L, "a")))
          .isInstanceOfSatisfying(
              Exceptions.OffsetOutOfRange.class,
              e -> assertThat(e.getExpectedOffset()).isEqualTo(3));
      assertThatThrownBy(() -> rows.append(3, row(4L, "too long")))
          .isInstanceOfSatisfying(
              Exceptions.AppendSerializationError.class,
              e -> assertThat(e.getRowIndexToErrorMessage()).containsOnlyKeys(0));
      clients.writes.finalizeWriteStream(stream);
      assertThatThrownBy(() -> rows.append(3, row(4L, "d")))
          .isInstanceOf(Exceptions.StreamFinalizedException.class);
    }
  }
}
