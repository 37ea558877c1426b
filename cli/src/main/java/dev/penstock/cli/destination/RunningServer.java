package dev.penstock.cli.destination;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.penstock.core.connection.Endpoint;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds the server that serves a data directory, by the {@code server.json} in it. Immutable. */
final class RunningServer {
  private static final int TIMEOUT_MS = 10_000;
  private static final int OK = 200;
  private static final int MAX_ANSWER_BYTES = 8_192;

  private RunningServer() {}

  /**
   * The server's addresses; empty when none runs. A file that a killed server left behind counts as
   * none, whoever has its port now.
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
      if (ProcessHandle.of(server.path("pid").asLong()).isEmpty()
          || !directoryOf(rest).equals(dataDirectory.toRealPath().toString())) {
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

  /**
   * Whose rows are served there: another process may have got the number of the dead one, and
   * another program, or another server, its port.
   */
  private static String directoryOf(URI rest) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) rest.resolve("/penstock/data-directory").toURL().openConnection();
    try {
      connection.setConnectTimeout(TIMEOUT_MS);
      connection.setReadTimeout(TIMEOUT_MS);
      if (connection.getResponseCode() != OK) {
        return "";
      }
      try (InputStream answer = connection.getInputStream()) {
        return new String(answer.readNBytes(MAX_ANSWER_BYTES), StandardCharsets.UTF_8);
      }
    } finally {
      connection.disconnect();
    }
  }
}
