package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Requests that no client of Google's sends. Each is answered, and none keeps others waiting. */
class HttpEdgesTest {
  private static final String PROJECT = "/bigquery/v2/projects/p/";
  private static LocalBigQuery local;

  @BeforeAll
  static void start() {
    local = LocalBigQuery.start(LocalOptions.inMemory());
  }

  @AfterAll
  static void stop() {
    local.close();
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(local.restUrl() + PROJECT + path));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static Socket open() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), URI.create(local.restUrl()).getPort());
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void requestsThatNeverEndKeepNoOtherWaiting() throws Exception {
    List<Socket> halves = new ArrayList<>();
    try {
      for (int i = 0; i < 100; i++) {
        Socket socket = open();
        halves.add(socket);
        write(socket, "POST " + PROJECT + "queries HTTP/1.1\r\nHost: localhost\r\n");
        write(socket, "Content-Length: 1000\r\n\r\n{");
      }
      assertThat(send(request("datasets")).statusCode()).isEqualTo(200);
    } finally {
      for (Socket socket : halves) {
        socket.close();
      }
    }
  }

  @Test
  void refusesAFieldSelectionThatNestsTooDeep() throws Exception {
    String selection = "datasets(".repeat(3_000) + "id" + ")".repeat(3_000);
    assertThat(send(request("datasets?fields=" + selection)).statusCode()).isEqualTo(400);
    assertThat(send(request("datasets?fields=" + "a/".repeat(3_000) + "a")).statusCode())
        .isEqualTo(400);
  }

  @Test
  void refusesABodyThatIsNotTheGzipItIsSaidToBe() throws Exception {
    HttpResponse<String> answer =
        send(
            request("queries")
                .header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofByteArray(new byte[] {0x1f, (byte) 0x8b, 0, 0, 0, 0})));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("The body is not the gzip that Content-Encoding says");
  }

  @Test
  void refusesANameOfAnotherSiteThatLeadsHereAtEveryApi() throws IOException {
    for (String path : List.of("/", PROJECT + "datasets", "/storage/v1/b", "/_penstock/")) {
      try (Socket socket = open()) {
        write(socket, "GET " + path + " HTTP/1.1\r\nHost: rebound.example.com\r\n\r\n");
        assertThat(
                new BufferedReader(
                        new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine())
            .as(path)
            .startsWith("HTTP/1.1 403 ");
      }
    }
  }
}
