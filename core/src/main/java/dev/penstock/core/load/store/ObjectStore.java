package dev.penstock.core.load.store;

import com.google.api.client.http.GenericUrl;
import com.google.api.client.http.json.JsonHttpContent;
import com.google.api.client.util.GenericData;
import dev.penstock.core.connection.BigQueryConnection;
import dev.penstock.core.load.file.FileChunks;
import dev.penstock.core.load.file.FileStore;
import dev.penstock.core.time.Time;
import java.time.Duration;
import java.util.List;

/**
 * Objects of Cloud Storage below one path, by its JSON API. Thread-safe.
 *
 * @see <a href="https://cloud.google.com/storage/docs/json_api">Cloud Storage JSON API</a>
 */
public final class ObjectStore implements FileStore {
  static final String CURE = "Grant the credentials roles/storage.objectAdmin on the bucket.";

  private final BigQueryConnection connection;
  private final StagingPath path;
  private final Duration retryTimeout;
  private final Time time;

  /**
   * The objects below a path.
   *
   * @param retryTimeout how long one request is sent again after failures that may pass
   */
  public ObjectStore(
      BigQueryConnection connection, StagingPath path, Duration retryTimeout, Time time) {
    this.connection = connection;
    this.path = path;
    this.retryTimeout = retryTimeout;
    this.time = time;
  }

  @Override
  public String uri(String name) {
    return path.uri(name);
  }

  @Override
  public FileChunks create(String name) {
    GenericUrl url = new GenericUrl(connection.storageRoot());
    url.getPathParts().remove(url.getPathParts().size() - 1);
    url.getPathParts().addAll(List.of("upload", "storage", "v1", "b", path.bucket(), "o"));
    url.put("uploadType", "resumable");
    // The name is new: a second object of it would be somebody else's.
    url.put("ifGenerationMatch", 0);
    GenericData object = new GenericData().set("name", path.object(name));
    return new ResumableUpload(
        connection.rest(),
        new UploadStart(
            uri(name),
            uri(name),
            CURE,
            url,
            new JsonHttpContent(connection.rest().getJsonFactory(), object)),
        retryTimeout,
        time);
  }
}
