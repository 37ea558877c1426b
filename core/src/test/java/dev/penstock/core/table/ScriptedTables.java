package dev.penstock.core.table;

import com.google.api.client.json.gson.GsonFactory;
import com.google.api.services.bigquery.model.Table;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The tables of REST v2 in memory, with etags and 412, and failures by script. Knows no SQL: every
 * job fails. Thread-safe.
 */
public final class ScriptedTables implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(8);
  private final Map<String, Table> tables = new HashMap<>();
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final Map<String, Deque<Failure>> failures = new HashMap<>();
  private long versions;

  /** An error answer. */
  private record Failure(int status, String reason, String message) {}

  private volatile int retryAfter;

  private ScriptedTables() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** Starts on a free port, without tables. */
  public static ScriptedTables start() {
    return new ScriptedTables();
  }

  /** The base address. */
  public URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** The next call of a method ("GET", "POST", "PATCH") on tables fails. */
  public synchronized void failNext(String method, int status, String reason, String message) {
    failures
        .computeIfAbsent(method, key -> new ArrayDeque<>())
        .add(new Failure(status, reason, message));
  }

  /** All failures from now on ask to wait so many seconds. */
  public void askToWait(int seconds) {
    retryAfter = seconds;
  }

  /** Method and path of each call, for example {@code PATCH t}. */
  public List<String> calls() {
    return List.copyOf(calls);
  }

  /** A table as it is; null when absent. */
  public synchronized @Nullable Table table(String id) {
    Table table = tables.get(id);
    return table == null ? null : table.clone();
  }

  /** Puts a table as if it had always been there. */
  public synchronized void put(String id, Table table) {
    tables.put(
        id, stamped(table.clone().setType(table.getType() == null ? "TABLE" : table.getType())));
  }

  /** Drops a table. */
  public synchronized void drop(String id) {
    tables.remove(id);
  }

  private Table stamped(Table table) {
    versions++;
    if (table.getCreationTime() == null) {
      table.setCreationTime(versions);
    }
    return table.setEtag("etag-" + versions).setLocation("US");
  }

  private void handle(HttpExchange exchange) throws IOException {
    String override = exchange.getRequestHeaders().getFirst("X-HTTP-Method-Override");
    String method = override != null ? override : exchange.getRequestMethod();
    String[] parts = exchange.getRequestURI().getPath().split("/", -1);
    String last = parts[parts.length - 1];
    byte[] body = body(exchange);
    String match = exchange.getRequestHeaders().getFirst("If-Match");
    calls.add(method + " " + last);
    try {
      Table answer = answer(method, last, body, match);
      send(exchange, 200, GsonFactory.getDefaultInstance().toString(answer));
    } catch (Refused e) {
      Failure failure = e.failure;
      if (retryAfter > 0) {
        exchange.getResponseHeaders().add("Retry-After", String.valueOf(retryAfter));
      }
      send(
          exchange,
          failure.status(),
          "{\"error\":{\"code\":%d,\"message\":\"%s\",\"errors\":[{\"message\":\"%s\",\"domain\":\"global\",\"reason\":\"%s\"}]}}"
              .formatted(failure.status(), failure.message(), failure.message(), failure.reason()));
    }
  }

  private synchronized Table answer(String method, String last, byte[] body, @Nullable String match)
      throws IOException {
    Deque<Failure> scripted = failures.get(method);
    if (scripted != null && !scripted.isEmpty()) {
      throw new Refused(scripted.remove());
    }
    return switch (method) {
      case "GET" -> found(last);
      case "POST" -> insert(last, body);
      case "PATCH" -> patch(last, body, match);
      default -> throw new Refused(new Failure(501, "notImplemented", method));
    };
  }

  private Table found(String id) {
    Table table = tables.get(id);
    if (table == null) {
      throw new Refused(new Failure(404, "notFound", "Not found: Table p:d." + id));
    }
    return table;
  }

  private Table insert(String last, byte[] body) throws IOException {
    if (!last.equals("tables")) {
      throw new Refused(new Failure(501, "notImplemented", "no SQL here"));
    }
    Table table = parse(body);
    String id = table.getTableReference().getTableId();
    if (tables.containsKey(id)) {
      throw new Refused(new Failure(409, "duplicate", "Already Exists: Table p:d." + id));
    }
    tables.put(id, stamped(table.setType("TABLE")));
    return table;
  }

  private Table patch(String id, byte[] body, @Nullable String match) throws IOException {
    Table table = found(id);
    if (match != null && !match.equals(table.getEtag())) {
      throw new Refused(new Failure(412, "conditionNotMet", "Precondition check failed."));
    }
    table.putAll(parse(body));
    return stamped(table);
  }

  private static Table parse(byte[] body) throws IOException {
    return GsonFactory.getDefaultInstance()
        .createJsonParser(new String(body, StandardCharsets.UTF_8))
        .parse(Table.class);
  }

  private static byte[] body(HttpExchange exchange) throws IOException {
    InputStream raw = exchange.getRequestBody();
    boolean zipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (InputStream in = zipped ? new GZIPInputStream(raw) : raw) {
      in.transferTo(bytes);
    }
    return bytes.toByteArray();
  }

  private static void send(HttpExchange exchange, int status, String json) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Failure failure;

    private Refused(Failure failure) {
      this.failure = failure;
    }
  }
}
