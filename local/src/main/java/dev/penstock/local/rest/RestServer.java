package dev.penstock.local.rest;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.rows.DuckRowStore;
import dev.penstock.local.service.FaultPoint;
import dev.penstock.local.service.Jobs;
import dev.penstock.local.service.TableData;
import dev.penstock.local.service.Uploads;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** The REST port. Thread-safe. */
public final class RestServer implements AutoCloseable {
  private static final int THREADS = 32;

  /** What the resources work on. */
  public record Services(
      Catalog catalog,
      DuckRowStore rows,
      TableData data,
      Jobs jobs,
      Uploads uploads,
      InstantSource clock) {}

  private final HttpServer server;
  private final ExecutorService executor;

  private RestServer(HttpServer server, ExecutorService executor) {
    this.server = server;
    this.executor = executor;
  }

  /** Starts the server. */
  public static RestServer start(InetSocketAddress address, Services services, FaultPoint scripted)
      throws IOException {
    List<Route> routes = new ArrayList<>();
    routes.addAll(new DatasetResource(services.catalog()).routes());
    routes.addAll(
        new TableResource(services.catalog(), services.rows(), services.jobs(), services.clock())
            .routes());
    routes.addAll(
        new TableDataResource(services.catalog(), services.data(), services.jobs()).routes());
    routes.addAll(new JobResource(services.jobs()).routes());
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
    RestFaults faults = new RestFaults(scripted);
    RestCalls calls = new RestCalls(routes, faults);
    LoadJobJson loads = new LoadJobJson(services.jobs(), services.rows()::open, services.clock());
    UploadCalls uploads = new UploadCalls(services.uploads(), loads, faults);
    server.createContext("/", (HttpExchange exchange) -> calls.handle(exchange));
    server.createContext(UploadCalls.BASE, (HttpExchange exchange) -> uploads.handle(exchange));
    server.start();
    return new RestServer(server, executor);
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
