package dev.penstock.testkit;

import com.google.cloud.bigquery.BigQuery;
import com.google.cloud.bigquery.DatasetId;
import com.google.cloud.bigquery.DatasetInfo;
import com.google.cloud.bigquery.TableId;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteSettings;
import dev.penstock.local.FaultScript;
import dev.penstock.local.LocalBigQuery;
import dev.penstock.local.LocalOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A JUnit 5 extension that runs a local BigQuery for the tests of a class, on free ports of the
 * loopback interface. Thread-safe once the class's tests run.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets("shop");
 * }</pre>
 *
 * <p>Tables live as long as the class's tests: a test that needs a clean start uses a dataset of
 * its own from {@link #createDataset}.
 */
public final class LocalBigQueryExtension implements BeforeAllCallback, AfterAllCallback {
  private static final String DEFAULT_PROJECT = "penstock-test";

  private final LocalOptions options;
  private final String project;
  private final List<String> datasets;
  private @Nullable LocalBigQuery server;
  private @Nullable BigQuery client;

  private LocalBigQueryExtension(LocalOptions options, String project, List<String> datasets) {
    this.options = options;
    this.project = project;
    this.datasets = List.copyOf(datasets);
  }

  /** In memory, in project {@code penstock-test}, with these datasets. */
  public static LocalBigQueryExtension withDatasets(String... datasets) {
    return new LocalBigQueryExtension(LocalOptions.inMemory(), DEFAULT_PROJECT, List.of(datasets));
  }

  /** The same with other options of the server, for example a data directory. */
  public LocalBigQueryExtension on(LocalOptions other) {
    return new LocalBigQueryExtension(other, project, datasets);
  }

  /** The same in another project. */
  public LocalBigQueryExtension inProject(String other) {
    return new LocalBigQueryExtension(options, other, datasets);
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    LocalBigQuery started = LocalBigQuery.start(options);
    server = started;
    client = connect(started);
    datasets.forEach(this::createDataset);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (server != null) {
      server.close();
      server = null;
      client = null;
    }
  }

  /** The project of {@link #client()}; the server itself accepts any. */
  public String project() {
    return project;
  }

  /** The base URL of REST v2, for example {@code http://127.0.0.1:9050}. */
  public String restUrl() {
    return server().restUrl();
  }

  /** {@code host:port} of the gRPC services, plaintext. */
  public String grpcTarget() {
    return server().grpcTarget();
  }

  /** The faults that requests meet from now on; empty at the start. */
  public FaultScript faults() {
    return server().faults();
  }

  /** Google's BigQuery client on this server, without credentials. */
  public BigQuery client() {
    if (client == null) {
      throw notStarted();
    }
    return client;
  }

  /** Settings for Google's Storage Write clients on this server, without credentials. */
  public BigQueryWriteSettings writeSettings() {
    return writeSettings(grpcTarget());
  }

  /** The same through a proxy before this server. */
  public BigQueryWriteSettings writeSettings(String target) {
    return Connections.writes(target);
  }

  /** Creates an empty dataset and returns its name. */
  public String createDataset(String dataset) {
    client().create(DatasetInfo.of(DatasetId.of(project, dataset)));
    return dataset;
  }

  /** The names of a dataset's tables in name order. */
  public List<String> tables(String dataset) {
    List<String> names = new ArrayList<>();
    client()
        .listTables(DatasetId.of(project, dataset))
        .iterateAll()
        .forEach(table -> names.add(table.getTableId().getTable()));
    return names.stream().sorted().toList();
  }

  /** Reads a table of this project. */
  public TableReader table(String dataset, String table) {
    return new TableReader(client(), TableId.of(project, dataset, table));
  }

  /**
   * What the server holds, as JSON to attach to a test that failed: tables with row counts and
   * write streams, jobs and their errors, but no rows.
   */
  public String dump() {
    try (InputStream in = URI.create(restUrl() + "/_penstock/dump").toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("The server on " + restUrl() + " gave no dump", e);
    }
  }

  private BigQuery connect(LocalBigQuery started) {
    return Connections.bigQuery(started.restUrl(), project).getService();
  }

  /** The server itself: its clock, change log and write streams. */
  public LocalBigQuery server() {
    if (server == null) {
      throw notStarted();
    }
    return server;
  }

  private static IllegalStateException notStarted() {
    return new IllegalStateException(
        "Local BigQuery is not running: it starts with the first test of a class. Register the"
            + " extension in a static field annotated with @RegisterExtension.");
  }
}
