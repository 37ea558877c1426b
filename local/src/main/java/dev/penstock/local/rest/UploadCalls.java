package dev.penstock.local.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.http.HttpAnswers;
import dev.penstock.local.http.HttpFaults;
import dev.penstock.local.http.HttpFaults.Answer;
import dev.penstock.local.http.HttpRequests;
import dev.penstock.local.http.MultipartBody;
import dev.penstock.local.http.ResumableCalls;
import dev.penstock.local.service.Job;
import dev.penstock.local.service.Jobs;
import dev.penstock.local.service.LoadSource;
import dev.penstock.local.service.LoadSpec;
import dev.penstock.local.service.Uploads;
import dev.penstock.local.service.Uploads.Completion;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The upload half of jobs.insert: files of load jobs (RT-080 to RT-084). Thread-safe. */
final class UploadCalls {
  static final String BASE = "/upload/";

  private static final Pattern PATH = Pattern.compile("/upload/bigquery/v2/projects/([^/]+)/jobs");

  private final Uploads<Job> uploads;
  private final Jobs jobs;
  private final LoadJobJson loads;
  private final HttpFaults faults;
  private final ResumableCalls<Job> chunks;

  UploadCalls(Uploads<Job> uploads, Jobs jobs, LoadJobJson loads, HttpFaults faults) {
    this.uploads = uploads;
    this.jobs = jobs;
    this.loads = loads;
    this.faults = faults;
    this.chunks = new ResumableCalls<>(uploads, UploadCalls::succeed);
  }

  void handle(HttpExchange exchange) throws IOException {
    try {
      Matcher path = PATH.matcher(exchange.getRequestURI().getRawPath());
      if (!path.matches()) {
        throw ServiceException.notSupported(
            exchange.getRequestMethod() + " " + exchange.getRequestURI().getRawPath());
      }
      String project = HttpRequests.decodePath(path.group(1));
      Map<String, String> query = HttpRequests.query(exchange.getRequestURI().getRawQuery());
      String session = query.get("upload_id");
      if (session == null) {
        String type = query.getOrDefault("uploadType", "");
        faults.around(exchange, "jobs.upload", null, () -> begin(exchange, project, type));
      } else {
        faults.around(exchange, "jobs.uploadChunk", null, () -> chunks.go(exchange, session));
      }
    } catch (RuntimeException e) {
      HttpRequests.readOver(exchange);
      HttpAnswers.fail(exchange, e);
    }
  }

  private Answer begin(HttpExchange exchange, String project, String type) throws IOException {
    HttpRequests.requireMethod(exchange, "POST");
    return switch (type) {
      case "multipart" -> whole(exchange, project);
      case "resumable" ->
          chunks.begin(
              exchange, completion(project, HttpRequests.parse(HttpRequests.body(exchange))));
      default ->
          throw ServiceException.invalid(
              "Invalid value for uploadType: " + type + " (expected: multipart or resumable)");
    };
  }

  private Answer whole(HttpExchange exchange, String project) throws IOException {
    MultipartBody parts =
        new MultipartBody(
            exchange.getRequestBody(), exchange.getRequestHeaders().getFirst("Content-Type"));
    ObjectNode body = HttpRequests.parse(HttpRequests.bounded(parts.next().content()));
    Job job = uploads.upload(completion(project, body), parts.next().content());
    return () -> succeed(exchange, job);
  }

  private Completion<Job> completion(String project, ObjectNode body) {
    Function<LoadSource, LoadSpec> spec = loads.readUpload(project, body);
    return file -> jobs.submit(spec.apply(new LoadSource.Uploaded(file)));
  }

  private static void succeed(HttpExchange exchange, Job job) throws IOException {
    HttpAnswers.succeed(exchange, JobJson.write(job));
  }
}
