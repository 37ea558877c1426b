package dev.penstock.core.connection;

import com.google.api.client.http.HttpRequest;
import com.google.api.client.http.HttpRequestInitializer;
import com.google.api.client.http.javanet.NetHttpTransport;
import com.google.api.client.json.gson.GsonFactory;
import com.google.api.services.bigquery.Bigquery;
import com.google.auth.http.HttpCredentialsAdapter;
import com.google.auth.oauth2.GoogleCredentials;
import io.grpc.auth.MoreCallCredentials;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clients and channels of one endpoint, shared by all writers of a task. Thread-safe. Closing it
 * ends every connection.
 *
 * <p>REST goes through Google's generated client and not through {@code google-cloud-bigquery}: the
 * latter sends no {@code If-Match}, which makes safe schema updates impossible, and drops column
 * attributes that it does not know.
 */
public final class BigQueryConnection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BigQueryConnection.class);
  private static final int CONNECT_TIMEOUT_MS = 20_000;
  private static final int READ_TIMEOUT_MS = 60_000;

  private final String project;
  private final Bigquery rest;
  private final String storageRoot;
  private final ChannelPool channels;
  private final @Nullable ExecutorService refreshes;

  private BigQueryConnection(
      String project,
      Bigquery rest,
      String storageRoot,
      ChannelPool channels,
      @Nullable ExecutorService refreshes) {
    this.project = project;
    this.rest = rest;
    this.storageRoot = storageRoot;
    this.channels = channels;
    this.refreshes = refreshes;
  }

  /**
   * Prepares clients. Nothing is sent to BigQuery here; Application Default Credentials may ask the
   * metadata server of the machine.
   *
   * @param project the project that jobs run in
   * @param userAgent names the edge and its version, for example {@code penstock-kafka/0.1.0}
   * @throws dev.penstock.core.error.IngestException CREDENTIALS when a key cannot be read
   */
  public static BigQueryConnection open(Endpoint endpoint, String project, String userAgent) {
    if (endpoint instanceof Endpoint.Emulator emulator) {
      return openEmulator(emulator, project, userAgent);
    }
    if (endpoint instanceof Endpoint.Service service) {
      return openService(service, project, userAgent);
    }
    throw new AssertionError(endpoint);
  }

  private static BigQueryConnection openEmulator(
      Endpoint.Emulator emulator, String project, String userAgent) {
    LOG.info(
        "BigQuery is an emulator: REST {}, gRPC {}, Cloud Storage {}; plaintext, no credentials",
        emulator.rest(),
        emulator.grpc(),
        emulator.storage());
    Bigquery rest = client(rootOf(emulator.rest()), userAgent, BigQueryConnection::bounded);
    ChannelPool channels = new ChannelPool(emulator.grpc(), true, userAgent, null);
    return new BigQueryConnection(project, rest, rootOf(emulator.storage()), channels, null);
  }

  private static String rootOf(URI address) {
    String root = address.toString();
    return root.endsWith("/") ? root : root + "/";
  }

  private static BigQueryConnection openService(
      Endpoint.Service service, String project, String userAgent) {
    GoogleCredentials credentials = CredentialLoader.load(service);
    String universe = CredentialLoader.universeOf(credentials);
    HttpCredentialsAdapter authorized = new HttpCredentialsAdapter(credentials);
    Bigquery rest =
        client(
            "https://bigquery." + universe + "/",
            userAgent,
            request -> {
              authorized.initialize(request);
              bounded(request);
            });
    ExecutorService refreshes =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, "penstock-token-refresh");
              thread.setDaemon(true);
              return thread;
            });
    ChannelPool channels =
        new ChannelPool(
            "bigquerystorage." + universe + ":443",
            false,
            userAgent,
            new RefreshingCallCredentials(MoreCallCredentials.from(credentials), refreshes));
    return new BigQueryConnection(
        project, rest, "https://storage." + universe + "/", channels, refreshes);
  }

  private static Bigquery client(
      String root, String userAgent, HttpRequestInitializer initializer) {
    return new Bigquery.Builder(
            new NetHttpTransport(), GsonFactory.getDefaultInstance(), initializer)
        .setRootUrl(root)
        .setApplicationName(userAgent)
        .build();
  }

  /** One repetition lets an expired token be renewed; every other retry is the caller's. */
  private static void bounded(HttpRequest request) {
    request.setConnectTimeout(CONNECT_TIMEOUT_MS);
    request.setReadTimeout(READ_TIMEOUT_MS);
    request.setNumberOfRetries(1);
    request.setResponseInterceptor(NotHttpException::check);
  }

  /** The project that jobs run in. */
  public String project() {
    return project;
  }

  /** The REST v2 client. It retries nothing but an expired token. */
  public Bigquery rest() {
    return rest;
  }

  /** Where Cloud Storage is, with a slash at the end. Requests go through the client of REST v2. */
  public String storageRoot() {
    return storageRoot;
  }

  /** The channels to the Storage APIs. */
  public ChannelPool channels() {
    return channels;
  }

  @Override
  public void close() {
    channels.close();
    if (refreshes != null) {
      refreshes.shutdownNow();
    }
  }
}
