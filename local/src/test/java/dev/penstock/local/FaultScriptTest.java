package dev.penstock.local;

import static dev.penstock.local.LocalClients.streamName;
import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.bigquery.BigQueryException;
import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import com.google.cloud.bigquery.TableId;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.rpc.Code;
import dev.penstock.local.FaultScript.Fault;
import io.grpc.Status;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripted faults as clients meet them. */
class FaultScriptTest {
  private static final DescriptorProto ID = schema("id:INT64");

  private static LocalClients clients;

  @BeforeAll
  static void start() throws IOException {
    clients = LocalClients.inMemory();
    clients.createTable("t", Field.of("id", StandardSQLTypeName.INT64));
    clients.createTable("cut", Field.of("id", StandardSQLTypeName.INT64));
    clients.createTable("other", Field.of("id", StandardSQLTypeName.INT64));
  }

  @AfterEach
  void clear() {
    clients.local.faults().clear();
  }

  @AfterAll
  static void stop() {
    clients.close();
  }

  @Test
  void failsTheSecondAppendOfOneTableInItsStream() throws InterruptedException {
    clients
        .local
        .faults()
        .add("AppendRows", "t", 2, 2, new Fault.Fail("RESOURCE_EXHAUSTED", "Exceeds quota"));
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("t"), ID, row(1L)));
      connection.send(request(streamName("other"), ID, row(1L)));
      connection.send(request(streamName("t"), null, row(2L)));
      connection.send(request(streamName("t"), null, row(3L)));
      assertThat(connection.response().hasAppendResult()).isTrue();
      assertThat(connection.response().hasAppendResult()).isTrue();
      assertThat(connection.response().getError().getCode())
          .isEqualTo(Code.RESOURCE_EXHAUSTED_VALUE);
      assertThat(connection.response().hasAppendResult()).isTrue();
    }

    assertThat(clients.rows("t")).containsExactly("1", "3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ABORTED", "INTERNAL"})
  @Fact("WA-079")
  void givesTheDocumentedCodesInTheStream(String code) throws InterruptedException {
    clients.local.faults().add("AppendRows", "other", 1, 1, new Fault.Fail(code, "Scripted"));
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("other"), ID, row(1L)));
      connection.send(request(null, null, row(2L)));
      assertThat(connection.response().getError().getCode())
          .isEqualTo(Code.valueOf(code).getNumber());
      assertThat(connection.response().hasAppendResult()).isTrue();
    }
  }

  @Test
  void cutsBeforeOrAfterTheCommit() throws InterruptedException {
    clients.local.faults().add("AppendRows", "cut", 1, 1, new Fault.CutBeforeCommit());
    clients.local.faults().add("AppendRows", "cut", 2, 2, new Fault.CutAfterCommit());
    for (long id = 1; id <= 2; id++) {
      try (RawConnection connection = new RawConnection(clients.local)) {
        connection.send(request(streamName("cut"), ID, row(id)));
        assertThat(Status.fromThrowable((Throwable) connection.next()).getCode())
            .isEqualTo(Status.Code.UNAVAILABLE);
      }
    }

    assertThat(clients.rows("cut")).containsExactly("2");
  }

  @Test
  void endsDelaysOrHangsACall() throws InterruptedException {
    clients
        .local
        .faults()
        .add("AppendRows", null, 1, 1, new Fault.EndCall("ABORTED", "inactive for 600 seconds"));
    clients.local.faults().add("AppendRows", null, 2, 2, new Fault.Delay(Duration.ofMillis(300)));
    clients.local.faults().add("AppendRows", null, 3, 3, new Fault.Hang());
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("other"), ID, row(1L)));
      assertThat(Status.fromThrowable((Throwable) connection.next()).getCode())
          .isEqualTo(Status.Code.ABORTED);
    }
    try (RawConnection connection = new RawConnection(clients.local)) {
      connection.send(request(streamName("other"), ID, row(1L)));
      assertThat(connection.peek(100)).isNull();
      assertThat(connection.response().hasAppendResult()).isTrue();
      connection.send(request(null, null, row(2L)));
      assertThat(connection.peek(200)).isNull();
    }
  }

  @Test
  @Fact({"RT-001", "RT-003", "RT-013"})
  void failsRestMethodsWithCodeAndReason() throws IOException, InterruptedException {
    clients
        .local
        .faults()
        .add(
            "tables.get",
            "t",
            1,
            1,
            new Fault.Fail("403 rateLimitExceeded", "Exceeded rate limits"));
    assertThatThrownBy(() -> clients.rest.getTable(TableId.of("d", "t")))
        .isInstanceOfSatisfying(
            BigQueryException.class,
            e -> {
              assertThat(e.getCode()).isEqualTo(403);
              assertThat(e.getReason()).isEqualTo("rateLimitExceeded");
            });

    clients.local.faults().add("tables.get", "t", 1, 1, new Fault.Fail("503", "try again"));
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(
                        URI.create(
                            clients.local.restUrl()
                                + "/bigquery/v2/projects/p/datasets/d/tables/t"))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body())
        .contains("\"reason\":\"backendError\"", "\"domain\":\"global\"", "\"try again\"");
  }
}
