package dev.penstock.local.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.catalog.StoredCatalog;
import dev.penstock.local.http.HttpAnswers;
import dev.penstock.local.http.HttpRequests;
import dev.penstock.local.rows.DuckRowStore;
import dev.penstock.local.service.CallCounts;
import dev.penstock.local.service.Jobs;
import dev.penstock.local.service.MovableClock;
import dev.penstock.local.service.PriceLedger;
import dev.penstock.local.service.Quotas;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The calls below {@code /_penstock/}. Thread-safe. */
public final class AdminApi {
  private static final String BASE = "/_penstock/";

  /** What the calls work on. */
  public record Services(
      StoredCatalog catalog,
      DuckRowStore rows,
      MovableClock clock,
      FaultControl faults,
      CallCounts counts,
      Quotas quotas,
      PriceLedger ledger,
      Jobs jobs,
      AckOnly ackOnly) {}

  private final List<AdminRoute> routes;

  private AdminApi(List<AdminRoute> routes) {
    this.routes = List.copyOf(routes);
  }

  /** What serves them, by the beginning of the path. */
  public static Map<String, HttpHandler> handlers(Services services) {
    List<AdminRoute> routes = new ArrayList<>();
    routes.addAll(new Controls(services).routes());
    routes.addAll(new QuotaCalls(services.quotas()).routes());
    routes.addAll(new CostCalls(services.ledger()).routes());
    TableState states = new TableState(services.catalog(), services.rows());
    routes.addAll(states.routes());
    routes.addAll(new DumpCalls(services, states).routes());
    routes.addAll(new StoryCalls(services.catalog(), services.rows()).routes());
    AdminApi api = new AdminApi(routes);
    return Map.of(BASE, (HttpExchange exchange) -> api.handle(exchange));
  }

  private void handle(HttpExchange exchange) throws IOException {
    try {
      AdminGuard.check(exchange);
      AdminRequest request =
          AdminRequest.of(
              exchange.getRequestURI().getRawQuery(),
              new String(HttpRequests.body(exchange), StandardCharsets.UTF_8));
      HttpAnswers.succeed(exchange, answer(exchange, request));
    } catch (IllegalArgumentException e) {
      HttpAnswers.fail(exchange, ServiceException.invalid(String.valueOf(e.getMessage())));
    } catch (RuntimeException e) {
      HttpAnswers.fail(exchange, e);
    }
  }

  private ObjectNode answer(HttpExchange exchange, AdminRequest request) {
    String path = exchange.getRequestURI().getPath().substring(BASE.length());
    if (path.isEmpty()) {
      return index();
    }
    for (AdminRoute route : routes) {
      if (route.path().equals(path) && route.method().equals(exchange.getRequestMethod())) {
        return route.handler().handle(request);
      }
    }
    throw ServiceException.notFound(
        exchange.getRequestMethod()
            + " "
            + BASE
            + path
            + " is none of the calls that "
            + BASE
            + " lists.");
  }

  private ObjectNode index() {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    ArrayNode calls = out.putArray("calls");
    for (AdminRoute route : routes) {
      calls
          .addObject()
          .put("method", route.method())
          .put("path", BASE + route.path())
          .put("purpose", route.purpose());
    }
    return out;
  }
}
