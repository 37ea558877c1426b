package dev.penstock.demo.page;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.penstock.demo.progress.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Serves one static page and the state it polls, on a free loopback port. Thread-safe. */
public final class PageServer implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;

  private PageServer(HttpServer server) {
    this.server = server;
  }

  /** Starts serving. */
  public static PageServer start(Progress progress) {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      byte[] page = page();
      server.createContext("/", exchange -> serve(exchange, page));
      server.createContext(
          "/state",
          exchange ->
              answer(exchange, "application/json", JSON.writeValueAsBytes(progress.snapshot())));
      server.start();
      return new PageServer(server);
    } catch (IOException e) {
      throw new UncheckedIOException("The page could not be served: " + e.getMessage(), e);
    }
  }

  private static byte[] page() throws IOException {
    try (InputStream resource = PageServer.class.getResourceAsStream("index.html")) {
      if (resource == null) {
        throw new IOException("index.html is missing in the artifact");
      }
      return resource.readAllBytes();
    }
  }

  private static void serve(HttpExchange exchange, byte[] page) throws IOException {
    if (exchange.getRequestURI().getPath().equals("/")) {
      answer(exchange, "text/html; charset=utf-8", page);
    } else {
      exchange.sendResponseHeaders(404, -1);
      exchange.close();
    }
  }

  private static void answer(HttpExchange exchange, String type, byte[] body) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** The page's address. */
  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
