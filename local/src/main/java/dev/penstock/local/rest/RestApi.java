package dev.penstock.local.rest;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.penstock.local.catalog.Catalog;
import dev.penstock.local.http.HttpFaults;
import dev.penstock.local.rows.DuckRowStore;
import dev.penstock.local.service.AccessPolicies;
import dev.penstock.local.service.Job;
import dev.penstock.local.service.Jobs;
import dev.penstock.local.service.RowInserts;
import dev.penstock.local.service.TableData;
import dev.penstock.local.service.TableWrites;
import dev.penstock.local.service.Uploads;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** BigQuery's REST v2. Thread-safe. */
public final class RestApi {
  /** What the resources work on. */
  public record Services(
      Catalog catalog,
      DuckRowStore rows,
      TableData data,
      Jobs jobs,
      Uploads<Job> uploads,
      TableWrites writes,
      InstantSource clock) {}

  private RestApi() {}

  /** What serves it, by the beginning of the path. */
  public static Map<String, HttpHandler> handlers(Services services, HttpFaults faults) {
    List<Route> routes = new ArrayList<>();
    routes.addAll(new DatasetResource(services.catalog()).routes());
    routes.addAll(
        new TableResource(services.catalog(), services.rows(), services.jobs(), services.clock())
            .routes());
    routes.addAll(
        new TableDataResource(services.catalog(), services.data(), services.jobs(), faults.point())
            .routes());
    routes.addAll(new ProjectResource(services.catalog()).routes());
    AccessPolicies policies = new AccessPolicies(services.rows());
    routes.addAll(new PolicyResource(services.catalog(), policies, services.clock()).routes());
    RowInserts inserts =
        new RowInserts(services.catalog(), services.writes(), services.clock(), faults.point());
    routes.addAll(new InsertAllResource(inserts).routes());
    LoadJobJson loads = new LoadJobJson(services.jobs(), services.rows()::open, services.clock());
    routes.addAll(new JobResource(services.jobs(), loads).routes());
    RestCalls calls = new RestCalls(routes, faults);
    UploadCalls uploads = new UploadCalls(services.uploads(), services.jobs(), loads, faults);
    HttpHandler methods = (HttpExchange exchange) -> calls.handle(exchange);
    return Map.of(
        "/",
        methods,
        RestCalls.BASE,
        methods,
        "/batch",
        (HttpExchange exchange) -> calls.handleBatch(exchange),
        UploadCalls.BASE,
        (HttpExchange exchange) -> uploads.handle(exchange));
  }
}
