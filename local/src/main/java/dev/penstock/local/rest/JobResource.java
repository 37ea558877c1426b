package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.service.Job;
import dev.penstock.local.service.JobHeader;
import dev.penstock.local.service.JobTarget;
import dev.penstock.local.service.Jobs;
import dev.penstock.local.service.QuerySpec;
import dev.penstock.local.service.TableLayout;
import dev.penstock.local.service.WriteDisposition;
import dev.penstock.local.sql.SqlRequest;
import dev.penstock.local.sql.SqlResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The jobs of the API (RT-067 to RT-079, RT-126 to RT-151). Thread-safe. */
final class JobResource {
  private static final long DEFAULT_TIMEOUT_MS = 10_000;
  private static final long MAX_TIMEOUT_MS = 200_000;
  private static final Set<String> LEFT_OUT =
      Set.of(
          "tableDefinitions",
          "userDefinedFunctionResources",
          "schemaUpdateOptions",
          "scriptOptions");

  private final Jobs jobs;
  private final LoadJobJson loads;

  JobResource(Jobs jobs, LoadJobJson loads) {
    this.jobs = jobs;
    this.loads = loads;
  }

  List<Route> routes() {
    String all = "projects/{project}/jobs";
    String queries = "projects/{project}/queries";
    return List.of(
        new Route("jobs.query", "POST", queries, this::query),
        new Route("jobs.getQueryResults", "GET", queries + "/{job}", this::results),
        new Route("jobs.insert", "POST", all, this::insert),
        new Route("jobs.list", "GET", all, this::list),
        new Route("jobs.get", "GET", all + "/{job}", request -> JobJson.write(load(request))),
        new Route("jobs.cancel", "POST", all + "/{job}/cancel", this::cancel),
        new Route("jobs.delete", "DELETE", all + "/{job}/delete", this::delete));
  }

  private Job load(Request request) {
    String location = request.query().getOrDefault("location", "US");
    return jobs.load(request.project(), request.variable("job"), location);
  }

  private ObjectNode query(Request request) {
    ObjectNode body = request.body();
    Dialect.requireGoogleSql(body);
    SqlRequest sql = sql(request, body, null, body.path("dryRun").asBoolean());
    CellJson cells = new CellJson(body.path("formatOptions").path("useInt64Timestamp").asBoolean());
    if (sql.dryRun()) {
      SqlResult analyzed = jobs.dryRun(sql);
      ObjectNode out = Json.object().put("kind", "bigquery#queryResponse");
      out.set("schema", FieldJson.schema(analyzed.schema()));
      out.put("jobComplete", true).put("cacheHit", false);
      out.put("totalBytesProcessed", Long.toString(analyzed.cost().processed()));
      out.putObject("jobReference").put("projectId", request.project());
      return out;
    }
    ObjectNode configuration = Json.object().put("jobType", "QUERY");
    configuration.putObject("query").put("query", sql.sql()).put("useLegacySql", false);
    if (Json.has(body, "labels")) {
      configuration.set("labels", body.get("labels"));
    }
    QuerySpec spec =
        new QuerySpec(
            new JobHeader(request.project(), null, sql.location(), configuration),
            sql,
            null,
            TableLayout.NONE);
    String requestId = Json.text(body, "requestId");
    Job job = requestId == null ? jobs.submit(spec) : jobs.submitOnce(requestId, spec);
    long timeout = body.path("timeoutMs").asLong(DEFAULT_TIMEOUT_MS);
    long max = body.path("maxResults").asLong(10_000);
    ObjectNode out = answer(job, timeout, cells, max, "bigquery#queryResponse");
    if (!"JOB_CREATION_REQUIRED".equals(Json.text(body, "jobCreationMode"))) {
      out.put("queryId", job.id()).put("location", job.location());
    }
    boolean hasAllRows = out.path("jobComplete").asBoolean() && !out.has("pageToken");
    if (hasAllRows && "JOB_CREATION_OPTIONAL".equals(Json.text(body, "jobCreationMode"))) {
      out.remove("jobReference");
    }
    return out;
  }

  private static ObjectNode answer(Job job, long timeoutMs, CellJson cells, long max, String kind) {
    if (!job.await(Math.min(MAX_TIMEOUT_MS, timeoutMs))) {
      ObjectNode out = Json.object().put("kind", kind).put("jobComplete", false);
      out.set("jobReference", QueryJson.reference(job));
      return out;
    }
    ObjectNode out = QueryJson.page(job, 0, (int) Math.min(100_000, max), cells);
    return finished(out, job, kind);
  }

  private static ObjectNode finished(ObjectNode out, Job job, String kind) {
    out.put("kind", kind).put("jobComplete", true).put("cacheHit", false);
    SqlResult result = QueryJson.result(job);
    out.put("totalBytesProcessed", Long.toString(result.cost().processed()));
    out.set("jobReference", QueryJson.reference(job));
    if (JobJson.isDml(result)) {
      out.put("numDmlAffectedRows", Long.toString(result.affectedRows()));
      out.set("dmlStats", JobStatisticsJson.dmlStats(result));
    }
    return out;
  }

  private ObjectNode results(Request request) {
    Job job = load(request);
    CellJson cells = TableDataResource.cells(request);
    String kind = "bigquery#getQueryResultsResponse";
    long timeout = Math.min(MAX_TIMEOUT_MS, request.number("timeoutMs", DEFAULT_TIMEOUT_MS));
    if (!job.await(timeout)) {
      return answer(job, 0, cells, 0, kind);
    }
    return finished(QueryJson.page(job, request), job, kind);
  }

  private ObjectNode insert(Request request) {
    JsonNode configuration = request.body().path("configuration");
    if (Json.has(configuration, "load")) {
      return JobJson.write(jobs.submit(loads.readObjects(request.project(), request.body())));
    }
    if (Json.has(configuration, "extract")) {
      throw ServiceException.notSupported("extract jobs");
    }
    return Json.has(configuration, "copy")
        ? JobJson.write(jobs.submit(CopyJobJson.read(request.project(), request.body(), jobs)))
        : insertQuery(request);
  }

  private ObjectNode insertQuery(Request request) {
    ObjectNode body = request.body();
    JobJson.requireKind(body, "query");
    JsonNode query = body.path("configuration").path("query");
    Dialect.requireGoogleSql(query);
    Json.refuse(query, LEFT_OUT, "query job");
    boolean dryRun = body.path("configuration").path("dryRun").asBoolean();
    JobTarget target =
        Json.has(query, "destinationTable")
            ? JobJson.target(
                query, "destinationTable", request.project(), WriteDisposition.WRITE_EMPTY)
            : null;
    SqlRequest sql = sql(request, (ObjectNode) query, target, dryRun);
    ObjectNode shown = JobJson.shown(body, "QUERY");
    if (dryRun) {
      return JobJson.dryRun(request.project(), shown, jobs.dryRun(sql));
    }
    String id = Json.text(body.path("jobReference"), "jobId");
    return JobJson.write(
        jobs.submit(
            new QuerySpec(
                new JobHeader(request.project(), id, sql.location(), shown),
                sql,
                target,
                JobJson.layout(query))));
  }

  private SqlRequest sql(
      Request request, ObjectNode query, @Nullable JobTarget target, boolean dryRun) {
    if (query.path("createSession").asBoolean()) {
      throw ServiceException.notSupported("sessions");
    }
    Json.refuse(query, Set.of("connectionProperties"), "query job");
    String location = Json.text(request.body(), "location");
    if (location == null) {
      location = Json.text(request.body().path("jobReference"), "location");
    }
    String text = Json.required(query, "query");
    String defaultDataset = Json.text(query.path("defaultDataset"), "datasetId");
    if (location == null) {
      List<String> others = new ArrayList<>();
      if (target != null) {
        others.add(target.table().dataset());
      }
      if (defaultDataset != null) {
        others.add(defaultDataset);
      }
      location = jobs.location(request.project(), text, others);
    }
    if (target != null) {
      location = jobs.location(target.table(), location);
    }
    SqlRequest sql =
        new SqlRequest(
            request.project(),
            defaultDataset,
            location,
            text,
            ParameterJson.read(query.path("queryParameters")),
            dryRun);
    return target == null ? sql : sql.withDestination();
  }

  private ObjectNode list(Request request) {
    JobFilter filter = JobFilter.of(request);
    List<Job> found = jobs.list(request.project()).stream().filter(filter::matches).toList();
    Page<Job> page = Page.of(found, request, 1000);
    ObjectNode out = Json.object().put("kind", "bigquery#jobList");
    ArrayNode array = out.putArray("jobs");
    page.items().forEach(job -> array.add(item(job, filter.isFull())));
    Json.putText(out, "nextPageToken", page.nextToken());
    return out;
  }

  private static ObjectNode item(Job job, boolean isFull) {
    ObjectNode item = JobJson.write(job);
    item.put("state", job.state().name());
    JsonNode error = item.path("status").get("errorResult");
    if (error != null) {
      item.set("errorResult", error);
    }
    if (!isFull) {
      item.remove("configuration");
    }
    return item;
  }

  /** RT-078. */
  private @Nullable ObjectNode delete(Request request) {
    jobs.delete(load(request));
    return null;
  }

  /** RT-076: a job that has committed stays as it is. */
  private ObjectNode cancel(Request request) {
    jobs.cancel(load(request));
    ObjectNode out = Json.object().put("kind", "bigquery#jobCancelResponse");
    out.set("job", JobJson.write(load(request)));
    return out;
  }
}
