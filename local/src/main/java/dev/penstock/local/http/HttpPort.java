package dev.penstock.local.http;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** The port of all APIs that speak HTTP. Thread-safe. */
public final class HttpPort implements AutoCloseable {
  /** Above the requests of all clients here; one whose sender is slow holds a thread. */
  private static final int THREADS = 256;

  private final HttpServer server;
  private final ExecutorService executor;

  private HttpPort(HttpServer server, ExecutorService executor) {
    this.server = server;
    this.executor = executor;
  }

  /**
   * Starts to listen.
   *
   * @param handlers by the beginning of the paths that each of them serves; the longest counts
   */
  public static HttpPort start(InetSocketAddress address, Map<String, HttpHandler> handlers)
      throws IOException {
    HttpServer server = HttpServer.create(address, 0);
    AtomicInteger count = new AtomicInteger();
    ExecutorService executor =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "penstock-rest-" + count.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    server.setExecutor(executor);
    List<Filter> filters =
        List.of(
            new LastResort(),
            new HeaderLimit(),
            new OtherSites(address.getAddress().isLoopbackAddress()));
    handlers.forEach(
        (path, handler) -> server.createContext(path, handler).getFilters().addAll(filters));
    server.start();
    return new HttpPort(server, executor);
  }

  /**
   * Answers at {@code /penstock/data-directory} whose rows are served, so that nobody takes this
   * for another server that had its port before.
   */
  public void tellDirectory(Path directory) {
    byte[] answer = directory.toString().getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/penstock/data-directory",
        exchange -> {
          try (exchange) {
            exchange.sendResponseHeaders(HttpURLConnection.HTTP_OK, answer.length);
            exchange.getResponseBody().write(answer);
          }
        });
  }

  /** The port it listens on. */
  public int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
  }
}
