package dev.penstock.core.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.cloud.bigquery.storage.v1.BigQueryReadGrpc;
import com.google.cloud.bigquery.storage.v1.CreateReadSessionRequest;
import com.google.cloud.bigquery.storage.v1.ReadSession;
import com.sun.net.httpserver.HttpServer;
import dev.penstock.core.connection.UnaryCalls.Answer;
import dev.penstock.core.error.ErrorCode;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of an address that is not BigQuery's. */
@Timeout(30)
class WayFaultsTest {
  private static BigQueryConnection connection(int port) {
    return BigQueryConnection.open(
        new Endpoint.Emulator(URI.create("http://127.0.0.1:" + port), "127.0.0.1:" + port),
        "p",
        "test");
  }

  private static Failure grpc(int port) {
    try (BigQueryConnection connection = connection(port)) {
      Answer<ReadSession> answer =
          new UnaryCalls(connection.channels())
              .call(
                  BigQueryReadGrpc.getCreateReadSessionMethod(),
                  CreateReadSessionRequest.getDefaultInstance(),
                  "read_session.table=t",
                  Duration.ofSeconds(10));
      return ((Answer.Refusal<ReadSession>) answer).failure();
    }
  }

  private static Failure rest(int port) {
    try (BigQueryConnection connection = connection(port)) {
      IOException thrown =
          catchThrowableOfType(
              IOException.class, () -> connection.rest().datasets().list("p").execute());
      return Failures.of(thrown, "127.0.0.1:" + port);
    }
  }

  private static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void namesTheAddressThatNobodyListensOn() throws IOException {
    int port = closedPort();

    assertThat(grpc(port).code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(grpc(port).reason())
        .startsWith("UNAVAILABLE: io exception at 127.0.0.1:" + port + " (")
        .endsWith("Connection refused)");
    assertThat(rest(port).code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(rest(port).reason()).isEqualTo("Connection refused at 127.0.0.1:" + port);
    assertThat(rest(port).isServerGone()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:9050, true",
    "127.8.0.1, true",
    "localhost:9050, true",
    "[::1]:9050, true",
    "127.0.0.1.example.com:9050, false",
    "10.0.0.1:9050, false",
    "bigquery.googleapis.com, false",
    "[fd00::1]:9050, false"
  })
  void onlyAServerOfThisMachineIsGoneWhereNobodyListens(String address, boolean gone) {
    assertThat(Failures.of(new ConnectException("Connection refused"), address).isServerGone())
        .isEqualTo(gone);
    assertThat(Failures.of(new SocketException("Connection reset"), address).isServerGone())
        .isFalse();
  }

  @Test
  void tellsThatThePortSpeaksHttp() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
    int port = server.getAddress().getPort();
    try {
      Failure failure = grpc(port);

      assertThat(failure.code()).isEqualTo(ErrorCode.NOT_SUPPORTED);
      assertThat(failure.toException("Making a read session failed", ""))
          .hasMessage(
              "Making a read session failed: UNIMPLEMENTED: 127.0.0.1:"
                  + port
                  + " does not speak gRPC; is it the REST port?");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void tellsThatThePortSpeaksGrpc() throws IOException {
    Server server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .build()
            .start();
    try {
      Failure failure = rest(server.getPort());

      assertThat(failure.code()).isEqualTo(ErrorCode.NOT_SUPPORTED);
      assertThat(failure.reason())
          .isEqualTo(
              "127.0.0.1:" + server.getPort() + " does not speak HTTP; is it the gRPC port?");
    } finally {
      server.shutdownNow();
    }
  }
}
