package dev.penstock.core.load.store;

import com.google.api.client.googleapis.batch.BatchCallback;
import com.google.api.client.googleapis.batch.BatchRequest;
import com.google.api.client.googleapis.json.GoogleJsonError;
import com.google.api.client.googleapis.json.GoogleJsonErrorContainer;
import com.google.api.client.http.GenericUrl;
import com.google.api.client.http.HttpHeaders;
import com.google.api.client.http.HttpRequestFactory;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.job.RestCalls;
import dev.penstock.core.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Removes objects of Cloud Storage, a hundred with one request. Thread-safe. */
public final class ObjectRemoval {
  /** Calls in one batch, as the service takes them. */
  private static final int BATCH_CALLS = 100;

  private static final int NOT_FOUND = 404;
  private static final int TOO_MANY = 429;
  private static final int SERVER_ERROR = 500;
  private static final Pattern URI = Pattern.compile("gs://([^/]+)/(.+)");

  private final BigQueryConnection connection;
  private final RestCalls calls;

  /**
   * Removal through a connection.
   *
   * @param retryTimeout how long one request is sent again after failures that may pass
   */
  public ObjectRemoval(BigQueryConnection connection, Duration retryTimeout, Time time) {
    this.connection = connection;
    this.calls = new RestCalls(connection.rest(), time, retryTimeout);
  }

  /**
   * Removes objects; one that does not exist is no failure.
   *
   * @param uris {@code gs://bucket/name}, read once in their order
   * @throws IngestException PERMISSION_DENIED and the like, once all were tried
   */
  public void delete(List<String> uris) {
    List<String> refused = new ArrayList<>();
    List<String> batch = new ArrayList<>();
    for (String uri : uris) {
      batch.add(uri);
      if (batch.size() == BATCH_CALLS) {
        delete(batch, refused);
        batch = new ArrayList<>();
      }
    }
    delete(batch, refused);
    if (!refused.isEmpty()) {
      throw new IngestException(
          ErrorCode.PERMISSION_DENIED,
          "Deleting "
              + refused.size()
              + " objects failed, the first "
              + refused.get(0)
              + ". "
              + ObjectStore.CURE);
    }
  }

  /** Tries again what may be removed later; empties the batch. */
  private void delete(List<String> batch, List<String> refused) {
    if (!batch.isEmpty()) {
      String what = "Deleting " + batch.size() + " objects from " + batch.get(0);
      var unused = calls.run(what, () -> once(batch, refused));
    }
  }

  private int once(List<String> batch, List<String> refused) throws IOException {
    HttpRequestFactory requests = connection.rest().getRequestFactory();
    BatchRequest request =
        connection
            .rest()
            .batch(requests.getInitializer())
            .setBatchUrl(new GenericUrl(connection.storageRoot() + "batch/storage/v1"));
    List<String> later = new ArrayList<>();
    for (String uri : batch) {
      request.queue(
          requests.buildDeleteRequest(url(uri)).setParser(connection.rest().getObjectParser()),
          Void.class,
          GoogleJsonErrorContainer.class,
          new Answer(uri, later, refused));
    }
    request.execute();
    batch.clear();
    batch.addAll(later);
    if (!later.isEmpty()) {
      throw new IOException(later.size() + " objects could not be deleted yet");
    }
    return 0;
  }

  private GenericUrl url(String uri) {
    Matcher matcher = URI.matcher(uri);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("uri: " + uri + " (expected: gs://bucket/name)");
    }
    GenericUrl url = new GenericUrl(connection.storageRoot());
    List<String> parts = url.getPathParts();
    parts.remove(parts.size() - 1);
    // One part: a slash in a name is written as %2F.
    parts.addAll(List.of("storage", "v1", "b", matcher.group(1), "o", matcher.group(2)));
    return url;
  }

  /** The answer to one call of a batch. */
  private record Answer(String uri, List<String> later, List<String> refused)
      implements BatchCallback<Void, GoogleJsonErrorContainer> {
    @Override
    public void onSuccess(Void nothing, HttpHeaders headers) {}

    @Override
    public void onFailure(GoogleJsonErrorContainer container, HttpHeaders headers) {
      GoogleJsonError error = container == null ? null : container.getError();
      int code = error == null ? SERVER_ERROR : error.getCode();
      if (code >= SERVER_ERROR || code == TOO_MANY) {
        later.add(uri);
      } else if (code != NOT_FOUND) {
        refused.add(uri + ": " + (error == null ? code : error.getMessage()));
      }
    }
  }
}
