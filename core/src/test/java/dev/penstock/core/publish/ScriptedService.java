package dev.penstock.core.publish;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.connection.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A REST service that answers what a test told it, and 404 else. */
final class ScriptedService implements AutoCloseable {
  private static final String NOT_FOUND =
      "{\"error\":{\"code\":404,\"message\":\"Not found: Table p:d.t\",\"errors\":[{\"reason\":\"notFound\"}]}}";

  private final HttpServer server;
  private final Map<String, Deque<String>> answers = new ConcurrentHashMap<>();
  final List<String> calls = new CopyOnWriteArrayList<>();
  final BigQueryConnection connection;

  ScriptedService() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
    URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    connection = BigQueryConnection.open(new Endpoint.Emulator(uri, "127.0.0.1:1"), "p", "test/1");
  }

  /**
   * Answers calls of a kind one after another, the last for ever.
   *
   * @param call method and path below the project: {@code GET /jobs/x}
   * @param texts bodies of 200, or a status of three digits, a space and a body
   */
  ScriptedService answer(String call, String... texts) {
    answers.put(call, new ArrayDeque<>(List.of(texts)));
    return this;
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String call =
        exchange.getRequestMethod() + " " + path.substring(path.indexOf("/projects/p") + 11);
    calls.add(call);
    Deque<String> queue = answers.getOrDefault(call, new ArrayDeque<>());
    String answer = queue.isEmpty() ? "404 " + NOT_FOUND : queue.peek();
    if (queue.size() > 1) {
      queue.poll();
    }
    boolean failed = Character.isDigit(answer.charAt(0));
    byte[] body = (failed ? answer.substring(4) : answer).getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(
        failed ? Integer.parseInt(answer.substring(0, 3)) : 200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    connection.close();
    server.stop(0);
  }
}
