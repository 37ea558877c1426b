package dev.penstock.local.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.http.HttpAnswers;
import dev.penstock.local.http.HttpFaults;
import dev.penstock.local.http.HttpFaults.Answer;
import dev.penstock.local.http.HttpRequests;
import dev.penstock.local.http.MultipartBody;
import dev.penstock.local.http.PathTemplate;
import dev.penstock.local.http.ResumableCalls;
import dev.penstock.local.objects.Attributes;
import dev.penstock.local.objects.Draft;
import dev.penstock.local.objects.ObjectStore;
import dev.penstock.local.objects.StoredObject;
import dev.penstock.local.service.Uploads;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** The uploads of objects: media, multipart and in chunks. Thread-safe. */
final class ObjectUploads {
  static final String BASE = "/upload/storage/v1/";

  private static final PathTemplate PATH = new PathTemplate(BASE + "b/{bucket}/o");

  private final ObjectStore store;
  private final Uploads<StoredObject> uploads;
  private final HttpFaults faults;
  private final ResumableCalls<StoredObject> chunks;

  ObjectUploads(ObjectStore store, Uploads<StoredObject> uploads, HttpFaults faults) {
    this.store = store;
    this.uploads = uploads;
    this.faults = faults;
    this.chunks = new ResumableCalls<>(uploads, ObjectUploads::succeed);
  }

  void handle(HttpExchange exchange) throws IOException {
    try {
      String path = exchange.getRequestURI().getRawPath();
      Map<String, String> variables =
          PATH.match(path)
              .orElseThrow(
                  () -> ServiceException.notSupported(exchange.getRequestMethod() + " " + path));
      StorageCall call =
          new StorageCall(
              StorageApi.base(exchange),
              variables,
              HttpRequests.query(exchange.getRequestURI().getRawQuery()),
              StorageApi.headers(exchange),
              HttpRequests.parse(new byte[0]));
      String session = call.query().get("upload_id");
      if (session == null) {
        faults.around(exchange, "storage.objects.insert", null, () -> begin(exchange, call));
      } else {
        faults.around(
            exchange, "storage.objects.uploadChunk", null, () -> chunks.go(exchange, session));
      }
    } catch (RuntimeException e) {
      HttpRequests.readOver(exchange);
      HttpAnswers.fail(exchange, e);
    }
  }

  private Answer begin(HttpExchange exchange, StorageCall call) throws IOException {
    HttpRequests.requireMethod(exchange, "POST");
    if (call.headers().containsKey("x-goog-encryption-algorithm")) {
      throw ServiceException.notSupported("customer-supplied encryption keys");
    }
    call.refuse("kmsKeyName");
    String type = call.text("uploadType");
    return switch (type) {
      case "media" -> media(exchange, call);
      case "multipart" -> multipart(exchange, call);
      case "resumable" -> resumable(exchange, call);
      default ->
          throw ServiceException.invalid(
              "Invalid value for uploadType: "
                  + type
                  + " (expected: media, multipart or resumable)");
    };
  }

  /** The body is the object, zipped or not. */
  private Answer media(HttpExchange exchange, StorageCall call) throws IOException {
    ObjectNode body = call.body();
    String encoding = call.text("contentEncoding");
    String said = call.headers().getOrDefault("content-encoding", "");
    if (!encoding.isEmpty() || !said.isEmpty()) {
      body.put("contentEncoding", encoding.isEmpty() ? said : encoding);
    }
    Draft draft = draft(call, body, call.headers().get("content-type"));
    return upload(exchange, draft, exchange.getRequestBody());
  }

  private Answer multipart(HttpExchange exchange, StorageCall call) throws IOException {
    boolean zipped = "gzip".equals(call.headers().get("content-encoding"));
    InputStream in = exchange.getRequestBody();
    MultipartBody parts =
        new MultipartBody(
            zipped ? new GZIPInputStream(in) : in, call.headers().get("content-type"));
    ObjectNode body = HttpRequests.parse(HttpRequests.bounded(parts.next().content()));
    MultipartBody.Part media = parts.next();
    return upload(
        exchange, draft(call, body, media.headers().get("content-type")), media.content());
  }

  private Answer upload(HttpExchange exchange, Draft draft, InputStream media) throws IOException {
    store.check(draft);
    StoredObject object = uploads.upload(file -> store.put(file, draft), media);
    return () -> succeed(exchange, object);
  }

  private Answer resumable(HttpExchange exchange, StorageCall call) throws IOException {
    ObjectNode body = HttpRequests.parse(HttpRequests.body(exchange));
    Draft draft = draft(call, body, call.headers().get("x-upload-content-type"));
    store.check(draft);
    return chunks.begin(exchange, file -> store.put(file, draft));
  }

  private static Draft draft(StorageCall call, ObjectNode body, @Nullable String contentType) {
    String name = StorageCall.text(body, "name");
    if (contentType != null && !body.has("contentType") && !contentType.equals("*/*")) {
      body.put("contentType", contentType);
    }
    return new Draft(
        call.variable("bucket"),
        name == null ? call.text("name") : name,
        ObjectJson.change(Attributes.NONE, body),
        call.preconditions(),
        StorageCall.text(body, "crc32c"),
        StorageCall.text(body, "md5Hash"));
  }

  private static void succeed(HttpExchange exchange, StoredObject object) throws IOException {
    HttpAnswers.succeed(exchange, ObjectJson.write(object, StorageApi.base(exchange)));
  }
}
