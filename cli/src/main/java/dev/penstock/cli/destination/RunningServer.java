package dev.penstock.cli.destination;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.penstock.core.connection.Endpoint;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds the server that serves a data directory, by the {@code server.json} in it. Immutable. */
final class RunningServer {
  private static final int TIMEOUT_MS = 3_000;
  private static final int OK = 200;

  private RunningServer() {}

  /**
   * The server's addresses; empty when none runs. A file that a killed server left behind counts as
   * none.
   */
  static Optional<Endpoint.Emulator> find(Path dataDirectory) {
    Path file = dataDirectory.resolve("server.json");
    try {
      if (!Files.exists(file)) {
        return Optional.empty();
      }
      JsonNode server = new ObjectMapper().readTree(file.toFile());
      String host = reachable(server.path("host").asText());
      URI rest = URI.create("http://" + host + ":" + server.path("restPort").asInt());
      if (ProcessHandle.of(server.path("pid").asLong()).isEmpty() || !answers(rest)) {
        return Optional.empty();
      }
      return Optional.of(new Endpoint.Emulator(rest, host + ":" + server.path("grpcPort").asInt()));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** A server on all addresses is reached by the loopback one. */
  private static String reachable(String host) {
    return host.isEmpty() || host.equals("0.0.0.0") ? "127.0.0.1" : host;
  }

  /** Another process may have got the number of the dead one, and another program its port. */
  private static boolean answers(URI rest) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection)
            rest.resolve("/bigquery/v2/projects/" + BigQueryUri.LOCAL + "/datasets")
                .toURL()
                .openConnection();
    try {
      connection.setConnectTimeout(TIMEOUT_MS);
      connection.setReadTimeout(TIMEOUT_MS);
      return connection.getResponseCode() == OK;
    } finally {
      connection.disconnect();
    }
  }
}
