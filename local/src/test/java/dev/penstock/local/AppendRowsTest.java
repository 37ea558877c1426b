package dev.penstock.local;

import static dev.penstock.local.LocalClients.streamName;
import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.gax.rpc.PermissionDeniedException;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.Schema;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.StandardTableDefinition;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.TableInfo;
import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import com.google.cloud.bigquery.storage.v1.GetWriteStreamRequest;
import com.google.cloud.bigquery.storage.v1.RowError;
import com.google.cloud.bigquery.storage.v1.StorageError;
import com.google.cloud.bigquery.storage.v1.WriteStream;
import com.google.cloud.bigquery.storage.v1.WriteStreamView;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.Int64Value;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.Code;
import io.grpc.Status;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The default stream without a client library in between. */
@Tag("protocol")
class AppendRowsTest {
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

  @Test
  @Fact({"WA-007", "WA-008", "WA-042", "WA-043", "WA-047", "WA-051", "WA-061", "WA-202", "WA-016"})
  void takesThreeSpellingsAndASchemaOnce() throws InterruptedException {
    createTable("spell");
    String table = "projects/p/datasets/d/tables/spell";
    for (String stream : new String[] {table + "/streams/_default", table + "/_default", table}) {
      try (RawConnection connection = new RawConnection(clients.local)) {
        connection.send(request(stream, ID_NAME, row(1L, "a")));
        connection.send(request(null, null, row(2L, "b")));
        AppendRowsResponse first = connection.response();
        assertThat(first.getWriteStream()).isEqualTo(table + "/streams/_default");
        assertThat(first.hasAppendResult()).isTrue();
        assertThat(first.getAppendResult().hasOffset()).isFalse();
        assertThat(connection.response().hasAppendResult()).isTrue();
        connection.halfClose();
        assertThat(connection.next()).isEqualTo("completed");
      }
    }

    assertThat(clients.rows("spell")).containsExactly("1|a", "1|a", "1|a", "2|b", "2|b", "2|b");
  }

  @Test
  @Fact({"WA-044", "WA-045"})
  void multiplexesTablesAndThenWantsTheStreamNameAlways() throws InterruptedException {
    createTable("mux_a");
    createTable("mux_b");
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("mux_a"), ID_NAME, row(1L, "a")));
      connection.send(request(streamName("mux_b"), ID_NAME, row(2L, "b")));
      connection.send(request(streamName("mux_a"), null, row(3L, "c")));
      connection.send(request(null, null, row(4L, "d")));
      for (int i = 0; i < 3; i++) {
        assertThat(connection.response().hasAppendResult()).isTrue();
      }
      assertThat(Status.fromThrowable((Throwable) connection.next()).getCode())
          .isEqualTo(Status.Code.INVALID_ARGUMENT);
    }

    assertThat(clients.rows("mux_a")).containsExactly("1|a", "3|c");
    assertThat(clients.rows("mux_b")).containsExactly("2|b");
  }

  @Test
  @Fact({"WA-042", "WA-010"})
  void refusesAFirstRequestWithoutStreamOrSchema() throws InterruptedException {
    createTable("first");
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(null, ID_NAME, row(1L)));
      assertThat(Status.fromThrowable((Throwable) connection.next()).getCode())
          .isEqualTo(Status.Code.INVALID_ARGUMENT);
    }
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("first"), null, row(1L)));
      assertThat(connection.response().getError().getCode()).isEqualTo(Code.INVALID_ARGUMENT_VALUE);
    }
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.halfClose();
      Status status = Status.fromThrowable((Throwable) connection.next());
      assertThat(status.getDescription()).isEqualTo("Cannot route on empty project id ''");
    }
  }

  @Test
  @Fact({"WA-085", "WA-086", "WA-087", "WA-088", "WA-089", "WA-052", "WA-096", "WA-050"})
  void storesNoRowOfARequestWithBadRows() throws InterruptedException {
    createTable("bad");
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(
          request(
              streamName("bad"),
              ID_NAME,
              row(1L, "a"),
              row(2L, "toolong"),
              row(3L, "b"),
              row(4L, "longer")));
      AppendRowsResponse refused = connection.response();
      assertThat(refused.getError().getCode()).isEqualTo(Code.INVALID_ARGUMENT_VALUE);
      assertThat(refused.getError().getMessage())
          .startsWith("Errors found while processing rows. Please refer to the row_errors field");
      assertThat(refused.getRowErrorsList())
          .containsExactly(
              RowError.newBuilder()
                  .setIndex(1)
                  .setCode(RowError.RowErrorCode.FIELDS_ERROR)
                  .setMessage(
                      "Field name: STRING(5) has maximum length 5 but got a value with length 7 on"
                          + " field name.")
                  .build(),
              RowError.newBuilder()
                  .setIndex(3)
                  .setCode(RowError.RowErrorCode.FIELDS_ERROR)
                  .setMessage(
                      "Field name: STRING(5) has maximum length 5 but got a value with length 6 on"
                          + " field name.")
                  .build());

      connection.send(request(null, null, row(5L, "good")));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }

    assertThat(clients.rows("bad")).containsExactly("5|good");
  }

  @Test
  @Fact({"WA-102", "WA-103", "WA-104", "WA-193"})
  void refusesFieldsThatTheTableLacksOrTypesItCannotTake()
      throws InterruptedException, InvalidProtocolBufferException {
    createTable("mismatch");
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("mismatch"), schema("id:INT64", "extra:STRING"), row(1L)));
      com.google.rpc.Status error = connection.response().getError();
      assertThat(error.getMessage())
          .startsWith("Input schema has more fields than BigQuery schema, extra fields: 'extra'");
      StorageError detail = error.getDetails(0).unpack(StorageError.class);
      assertThat(detail.getCode())
          .isEqualTo(StorageError.StorageErrorCode.SCHEMA_MISMATCH_EXTRA_FIELDS);
      assertThat(detail.getEntity()).isEqualTo(streamName("mismatch"));
    }
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("mismatch"), schema("id:STRING"), row("x")));
      assertThat(connection.response().getError().getMessage())
          .startsWith(
              "The proto field mismatched with BigQuery field at Row.id, the proto field type"
                  + " string, BigQuery field type INTEGER");
    }
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("mismatch"), schema("id:UINT64"), row(1L)));
      assertThat(connection.response().getError().getCode()).isEqualTo(Code.INVALID_ARGUMENT_VALUE);
    }
  }

  @Test
  @Fact({"WA-100", "WA-101", "WA-097"})
  void refusesBrokenDescriptors() throws InterruptedException {
    createTable("broken");
    DescriptorProto proto3 =
        ID_NAME.toBuilder()
            .setField(0, ID_NAME.getField(0).toBuilder().setProto3Optional(true))
            .build();
    DescriptorProto dangling =
        ID_NAME.toBuilder()
            .setField(
                0,
                ID_NAME.getField(0).toBuilder()
                    .setTypeName("Composer")
                    .setType(
                        com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type
                            .TYPE_MESSAGE))
            .build();
    for (DescriptorProto broken : new DescriptorProto[] {proto3, dangling}) {
      try (RawConnection connection = new RawConnection(clients.local)) {
        connection.send(request(streamName("broken"), broken, row(1L)));
        assertThat(connection.response().getError().getMessage())
            .startsWith("Invalid proto schema: BqMessage.proto: Row.id: ");
      }
    }
  }

  @Test
  @Fact({"WA-107", "WA-108", "WA-158"})
  void requiredColumnsMustBeInSchemaAndRow() throws InterruptedException {
    clients.createTable(
        "required",
        Field.newBuilder("id", StandardSQLTypeName.INT64).setMode(Field.Mode.REQUIRED).build(),
        Field.of("name", StandardSQLTypeName.STRING),
        Field.newBuilder("kind", StandardSQLTypeName.STRING)
            .setDefaultValueExpression("'x'")
            .build());
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("required"), schema("name:STRING"), row("a")));
      assertThat(connection.response().getError().getMessage())
          .startsWith("The required field id is missing in the proto message");
    }
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("required"), ID_NAME, row(1L, "a"), row(null, "b")));
      assertThat(connection.response().getRowErrorsList())
          .extracting(RowError::getIndex)
          .containsExactly(1L);
      connection.send(request(null, null, row(1L, "a")));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }

    assertThat(clients.rows("required")).containsExactly("1|a|x");
  }

  @Test
  @Fact({"WA-162", "WA-168", "WA-169", "WA-050"})
  void tellsOfANewColumnOncePerConnection() throws InterruptedException {
    createTable("evolve");
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("evolve"), ID_NAME, row(1L, "a")));
      assertThat(connection.response().hasUpdatedSchema()).isFalse();
      clients.rest.update(
          TableInfo.of(
              TableId.of("d", "evolve"),
              StandardTableDefinition.of(
                  Schema.of(
                      Field.of("id", StandardSQLTypeName.INT64),
                      Field.newBuilder("name", StandardSQLTypeName.STRING).setMaxLength(5L).build(),
                      Field.of("extra", StandardSQLTypeName.STRING)))));

      connection.send(request(null, null, row(2L, "b")));
      assertThat(connection.response().getUpdatedSchema().getFieldsList())
          .extracting(field -> field.getName())
          .containsExactly("id", "name", "extra");
      connection.send(
          request(null, schema("id:INT64", "name:STRING", "extra:STRING"), row(3L, "c", "new")));
      assertThat(connection.response().hasUpdatedSchema()).isFalse();
    }

    assertThat(clients.rows("evolve")).containsExactly("1|a|null", "2|b|null", "3|c|new");
  }

  @Test
  @Fact({"WA-195", "WA-013"})
  void masksAMissingTable() throws InterruptedException {
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("nowhere"), ID_NAME, row(1L)));
      Status status = Status.fromThrowable((Throwable) connection.next());
      assertThat(status.getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
      assertThat(status.getDescription())
          .isEqualTo(
              "Permission 'TABLES_GET' denied on resource"
                  + " 'projects/p/datasets/d/tables/nowhere' (or it may not exist).");
    }
    assertThatThrownBy(() -> clients.writes.getWriteStream(streamName("nowhere")))
        .isInstanceOf(PermissionDeniedException.class);
  }

  @Test
  @Fact("WA-196")
  void endsAConnectionWhoseTableWasRecreated() throws InterruptedException {
    createTable("again");
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("again"), ID_NAME, row(1L, "a")));
      assertThat(connection.response().hasAppendResult()).isTrue();
      clients.rest.delete(TableId.of("d", "again"));
      createTable("again");
      connection.send(request(null, null, row(2L, "b")));
      Status status = Status.fromThrowable((Throwable) connection.next());
      assertThat(status.getCode()).isEqualTo(Status.Code.NOT_FOUND);
      assertThat(status.getDescription()).startsWith("Table p:d.again is re-created.");
    }

    assertThat(clients.rows("again")).isEmpty();
  }

  @Test
  @Fact({"WA-066", "WA-067", "WA-054", "WA-069", "QT-035"})
  void takes15MegabytesAndRefusesMoreThan20() throws InterruptedException {
    clients.createTable("big", Field.of("text", StandardSQLTypeName.STRING));
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(
          request(streamName("big"), schema("text:STRING"), row("x".repeat(15_000_000))));
      assertThat(connection.response().hasAppendResult()).isTrue();
      connection.send(request(null, null, row("x".repeat(21_000_000))));
      Status status = Status.fromThrowable((Throwable) connection.next());
      assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
      assertThat(status.getDescription())
          .matches("AppendRows request too large: 210000\\d\\d limit 20971520");
    }

    assertThat(clients.rows("big")).hasSize(1);
  }

  @Test
  @Fact({"WA-075", "WA-084"})
  void refusesOffsetsAndEmptyRequests() throws InterruptedException {
    createTable("offset");
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("offset"), ID_NAME, row(1L)).setOffset(Int64Value.of(0)));
      assertThat(connection.response().getError().getCode()).isEqualTo(Code.INVALID_ARGUMENT_VALUE);
      connection.send(request(streamName("offset"), ID_NAME));
      assertThat(connection.response().getError().getCode()).isEqualTo(Code.INVALID_ARGUMENT_VALUE);
      // The writer schema of a refused request is known all the same.
      connection.send(request(null, null, row(1L)));
      assertThat(connection.response().hasAppendResult()).isTrue();
    }
  }

  @Test
  @Fact({"WA-013", "WA-014", "WA-023", "WA-025", "WA-026"})
  void describesTheDefaultStream() {
    createTable("described");
    WriteStream basic = clients.writes.getWriteStream(streamName("described"));
    WriteStream full =
        clients.writes.getWriteStream(
            GetWriteStreamRequest.newBuilder()
                .setName(streamName("described"))
                .setView(WriteStreamView.FULL)
                .build());

    assertThat(basic.getType()).isEqualTo(WriteStream.Type.COMMITTED);
    assertThat(basic.getLocation()).isEqualTo("us");
    assertThat(basic.hasCreateTime()).isFalse();
    assertThat(basic.hasTableSchema()).isFalse();
    assertThat(full.getTableSchema().getFieldsList())
        .extracting(field -> field.getName() + " " + field.getType())
        .containsExactly("id INT64", "name STRING");
  }
}
