package dev.penstock.local;

import static dev.penstock.local.LocalClients.streamName;
import static dev.penstock.local.RawConnection.request;
import static dev.penstock.local.RawConnection.row;
import static dev.penstock.local.RawConnection.schema;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.storage.v1.AppendRowsResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kill -9 of a server's process loses no acknowledged row. */
class KillIT {
  private static final Pattern READY = Pattern.compile("penstock local: REST (\\S+) gRPC (\\S+)");

  /** A server process. */
  private record Server(Process process, String rest, String grpc) {
    static Server start(Path directory) throws IOException {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx256m",
                  "-cp",
                  System.getProperty("java.class.path"),
                  LocalMain.class.getName(),
                  "--data-dir",
                  directory.toString(),
                  "--exit-with-parent")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      BufferedReader out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        Matcher ready = READY.matcher(line);
        if (ready.matches()) {
          return new Server(process, ready.group(1), ready.group(2));
        }
      }
      throw new IOException("the server did not start");
    }

    String call(String method, String path, String body) throws IOException, InterruptedException {
      HttpResponse<String> answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create(rest + "/bigquery/v2/projects/p/" + path))
                      .method(method, HttpRequest.BodyPublishers.ofString(body))
                      .build(),
                  HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      return answer.body();
    }

    void kill() throws InterruptedException {
      process.destroyForcibly().waitFor();
    }
  }

  @TempDir private Path root;

  @Test
  void everyAcknowledgedRowIsThereAfterKill() throws IOException, InterruptedException {
    Path directory = root.resolve("data");
    directory.toFile().mkdir();
    Server server = Server.start(directory);
    server.call("POST", "datasets", "{\"datasetReference\":{\"datasetId\":\"d\"}}");
    server.call(
        "POST",
        "datasets/d/tables",
        "{\"tableReference\":{\"tableId\":\"t\"},\"schema\":{\"fields\":["
            + "{\"name\":\"id\",\"type\":\"INT64\"}]}}");
    List<Long> acknowledged = new ArrayList<>();
    long next = 0;
    for (int round = 0; round < 2; round++) {
      next = appendUntilKilled(server, next, acknowledged);
      server = Server.start(directory);
      String rows = server.call("GET", "datasets/d/tables/t/data?maxResults=100000", "");
      for (long id : acknowledged) {
        assertThat(rows).contains("{\"v\":\"" + id + "\"}");
      }
    }
    server.kill();

    assertThat(acknowledged).hasSizeGreaterThan(100);
  }

  /** Sends one row a request, kills the server in the middle; the first id not sent. */
  private static long appendUntilKilled(Server server, long first, List<Long> acknowledged)
      throws InterruptedException {
    long sent = first;
    try (RawConnection connection = new RawConnection(server.grpc())) {
      connection.send(request(streamName("t"), schema("id:INT64"), row(sent++)));
      for (int i = 0; i < 400; i++) {
        connection.send(request(null, null, row(sent++)));
      }
      long id = first;
      for (Object answer = connection.next();
          answer instanceof AppendRowsResponse;
          answer = connection.next()) {
        acknowledged.add(id++);
        if (id == first + 150) {
          server.kill();
        }
      }
    }
    return sent;
  }
}
