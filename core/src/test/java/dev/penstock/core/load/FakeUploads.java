package dev.penstock.core.load;

import com.google.api.client.json.gson.GsonFactory;
import com.google.api.services.bigquery.model.ErrorProto;
import com.google.api.services.bigquery.model.Job;
import com.google.api.services.bigquery.model.JobReference;
import com.google.api.services.bigquery.model.JobStatistics;
import com.google.api.services.bigquery.model.JobStatistics3;
import com.google.api.services.bigquery.model.JobStatus;
import com.google.api.services.bigquery.model.Table;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.SeekableByteArrayInput;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * One table and its load jobs by resumable upload, as the service answers them: chunks at the
 * offset that is due, 308 with what is held, the job with the last byte, 409 for an id that is
 * taken. Requests of an upload meet a script. Thread-safe.
 */
final class FakeUploads implements AutoCloseable {
  private static final String TABLE =
      """
      {"tableReference": {"projectId": "p", "datasetId": "d", "tableId": "t"}, "type": "TABLE",
       "location": "EU", "etag": "1", "schema": {"fields": [
        {"name": "id", "type": "INTEGER", "mode": "REQUIRED"},
        {"name": "name", "type": "STRING", "maxLength": "9"},
        {"name": "note", "type": "STRING"},
        {"name": "price", "type": "NUMERIC", "precision": "10", "scale": "2"}]}}
      """;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(2);
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final Map<String, Upload> uploads = new HashMap<>();
  private final Map<String, Job> jobs = new LinkedHashMap<>();
  private final List<String> rows = new ArrayList<>();
  private IntFunction<Meets> script = call -> Meets.NOTHING;
  private int puts;

  /** What a request to an upload meets. */
  enum Meets {
    NOTHING,
    /** Nothing is done, and the answer is 503. */
    UNAVAILABLE,
    /** The same, and it asks to wait for 20 s. */
    UNAVAILABLE_FOR_A_WHILE,
    /** It is done, and the answer is 503. */
    UNAVAILABLE_AFTER,
    /** It is done, and the connection ends. */
    CUT_AFTER,
    /** Half of the bytes are taken. */
    HALF,
    /** The upload is forgotten. */
    GONE,
    /** It is done, and then the upload is forgotten. */
    GONE_AFTER,
    /** The last byte is held, and the job does not begin. */
    WAITS,
    /** The caller has no right. */
    DENIED
  }

  private static final class Upload {
    private final Job job;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private Upload(Job job) {
      this.job = job;
    }
  }

  private FakeUploads() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** Starts on a free port, with an empty table {@code p.d.t}. */
  static FakeUploads start() {
    return new FakeUploads();
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** What the requests to uploads meet, numbered from 1. */
  synchronized void script(IntFunction<Meets> meets) {
    script = meets;
  }

  /** Puts a job that ended in an earlier process, having stored so many rows or failed. */
  synchronized void put(String id, long outputRows, @Nullable String failure) {
    jobs.put(id, job(new JobReference().setProjectId("p").setJobId(id), outputRows, failure));
  }

  /** The calls, for example {@code PUT bytes 0-99/*}. */
  List<String> calls() {
    return List.copyOf(calls);
  }

  /** The rows that jobs stored. */
  synchronized List<String> rows() {
    return List.copyOf(rows);
  }

  /** The configuration of a job, as JSON. */
  synchronized String configuration(String id) {
    try {
      return GsonFactory.getDefaultInstance().toString(known(id).getConfiguration());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Job known(String id) {
    return Objects.requireNonNull(jobs.get(id), id);
  }

  private static Job job(JobReference reference, long outputRows, @Nullable String failure) {
    JobStatus status = new JobStatus().setState("DONE");
    if (failure != null) {
      status.setErrorResult(new ErrorProto().setReason("invalid").setMessage(failure));
    }
    return new Job()
        .setJobReference(reference)
        .setStatus(status)
        .setStatistics(new JobStatistics().setLoad(new JobStatistics3().setOutputRows(outputRows)));
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String range = exchange.getRequestHeaders().getFirst("Content-Range");
    String last = path.substring(path.lastIndexOf('/') + 1);
    calls.add(exchange.getRequestMethod() + " " + (range == null ? last : range));
    byte[] body = exchange.getRequestBody().readAllBytes();
    synchronized (this) {
      if (path.startsWith("/session/")) {
        put(exchange, path, range == null ? "" : range, body);
      } else if (path.startsWith("/upload/bigquery/v2/projects/p/jobs")) {
        begin(exchange, body);
      } else if (path.contains("/jobs/")) {
        Job job = jobs.get(last);
        send(exchange, job == null ? 404 : 200, job == null ? error(404, "notFound") : json(job));
      } else {
        send(exchange, 200, json(parse(TABLE.getBytes(StandardCharsets.UTF_8), Table.class)));
      }
    }
  }

  private void begin(HttpExchange exchange, byte[] body) throws IOException {
    Job job = parse(body, Job.class);
    if (jobs.containsKey(job.getJobReference().getJobId())) {
      send(exchange, 409, error(409, "duplicate"));
      return;
    }
    String path = "/session/" + (uploads.size() + 1);
    uploads.put(path, new Upload(job));
    exchange.getResponseHeaders().add("Location", uri() + path);
    send(exchange, 200, "");
  }

  private void put(HttpExchange exchange, String path, String range, byte[] body)
      throws IOException {
    Meets meets = script.apply(++puts);
    Upload upload = uploads.get(path);
    if (meets == Meets.GONE || upload == null) {
      uploads.remove(path);
      send(exchange, upload == null ? 404 : 410, "");
    } else if (meets == Meets.UNAVAILABLE || meets == Meets.UNAVAILABLE_FOR_A_WHILE) {
      if (meets == Meets.UNAVAILABLE_FOR_A_WHILE) {
        exchange.getResponseHeaders().add("Retry-After", "20");
      }
      send(exchange, 503, "");
    } else if (meets == Meets.DENIED) {
      send(exchange, 403, error(403, "accessDenied"));
    } else {
      take(upload, range, meets == Meets.HALF ? body.length / 2 : body.length, body);
      answer(exchange, upload, range, meets);
      if (meets == Meets.GONE_AFTER) {
        uploads.remove(path);
      }
    }
  }

  /** {@code bytes 100-199/*}, the last with the total, a question with a star for the bytes. */
  private static void take(Upload upload, String range, int length, byte[] body) {
    if (body.length > 0) {
      String from = range.substring("bytes ".length(), range.indexOf('-'));
      if (Long.parseLong(from) != upload.bytes.size()) {
        throw new AssertionError(range + " although " + upload.bytes.size() + " are held");
      }
      upload.bytes.write(body, 0, length);
    }
  }

  private void answer(HttpExchange exchange, Upload upload, String range, Meets meets)
      throws IOException {
    String total = range.substring(range.indexOf('/') + 1);
    boolean complete = meets != Meets.WAITS && total.equals(Integer.toString(upload.bytes.size()));
    String id = upload.job.getJobReference().getJobId();
    if (complete && !jobs.containsKey(id)) {
      run(upload, id);
    }
    if (meets == Meets.CUT_AFTER) {
      exchange.close();
    } else if (meets == Meets.UNAVAILABLE_AFTER || meets == Meets.GONE_AFTER) {
      send(exchange, 503, "");
    } else if (complete) {
      send(exchange, 200, json(known(id)));
    } else {
      if (upload.bytes.size() > 0) {
        exchange.getResponseHeaders().add("Range", "bytes=0-" + (upload.bytes.size() - 1));
      }
      send(exchange, 308, "");
    }
  }

  private void run(Upload upload, String id) throws IOException {
    int before = rows.size();
    try (DataFileReader<GenericRecord> reader =
        new DataFileReader<>(
            new SeekableByteArrayInput(upload.bytes.toByteArray()), new GenericDatumReader<>())) {
      reader.forEach(row -> rows.add(row.get("id") + " " + row.get("name")));
    }
    Job done = job(upload.job.getJobReference(), rows.size() - before, null);
    jobs.put(id, done.setConfiguration(upload.job.getConfiguration()));
  }

  private static String error(int status, String reason) {
    return "{\"error\":{\"code\":%d,\"message\":\"%s\",\"errors\":[{\"reason\":\"%s\"}]}}"
        .formatted(status, "it is " + reason, reason);
  }

  private static String json(Object value) throws IOException {
    return GsonFactory.getDefaultInstance().toString(value);
  }

  private static <T> T parse(byte[] json, Class<T> type) throws IOException {
    return GsonFactory.getDefaultInstance()
        .createJsonParser(new String(json, StandardCharsets.UTF_8))
        .parse(type);
  }

  private static void send(HttpExchange exchange, int status, String json) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
