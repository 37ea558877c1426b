package dev.penstock.flink.sink;

import dev.penstock.flink.BigQueryFailure;
import dev.penstock.flink.DestinationResolver;
import dev.penstock.flink.FailureHandler;
import dev.penstock.flink.ServiceAccess;
import dev.penstock.flink.TableDestination;
import dev.penstock.flink.serializer.BigQuerySerializationSchema;
import java.util.Objects;
import org.apache.flink.annotation.Experimental;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.connector.sink2.Sink;
import org.jspecify.annotations.Nullable;

/**
 * Collects what a sink is. A single value is checked where it is set, values against each other in
 * {@link #build}. Nothing here reaches for a file or the network. One owner thread.
 *
 * @param <T> the records
 */
@PublicEvolving
public final class BigQuerySinkBuilder<T> {
  private WriteMethod writeMethod = WriteMethod.STORAGE_API_AT_LEAST_ONCE;
  private @Nullable DestinationResolver<? super T> resolver;
  private @Nullable BigQuerySerializationSchema<? super T> serializer;
  private FailureHandler<? super BigQueryFailure> failureHandler = FailureHandler.failJob();
  private CreateDisposition createDisposition = CreateDisposition.CREATE_IF_NEEDED;
  private TableCreateOptionsProvider createOptions =
      new TableRules.SameCreateOptions(TableCreateOptions.builder().build());
  private SchemaUpdateOptions schemaUpdates = SchemaUpdateOptions.builder().build();
  private ServiceAccess access = ServiceAccess.DEFAULT;
  private @Nullable String location;
  private @Nullable CdcOptions<? super T> cdcOptions;
  private @Nullable CdcTableOptionsProvider cdcTableOptions;
  private @Nullable CdcTableReconciliationPolicy reconciliation;
  private @Nullable DefaultStreamOptions defaultStreamOptions;
  private @Nullable BufferedStreamOptions bufferedStreamOptions;

  BigQuerySinkBuilder() {}

  /** How rows reach BigQuery; default {@link WriteMethod#STORAGE_API_AT_LEAST_ONCE}. */
  public BigQuerySinkBuilder<T> writeMethod(WriteMethod method) {
    writeMethod = Objects.requireNonNull(method, "writeMethod");
    return this;
  }

  /** The table of all records. This or a resolver is required; the last call counts. */
  public BigQuerySinkBuilder<T> table(TableDestination table) {
    resolver = new FixedDestination(Objects.requireNonNull(table, "table"));
    return this;
  }

  /** The table of each record. This or a table is required; the last call counts. */
  public BigQuerySinkBuilder<T> destinationResolver(DestinationResolver<? super T> resolves) {
    resolver = Objects.requireNonNull(resolves, "destinationResolver");
    return this;
  }

  /** How records become rows; required. */
  public BigQuerySinkBuilder<T> serializer(BigQuerySerializationSchema<? super T> schema) {
    serializer = Objects.requireNonNull(schema, "serializer");
    return this;
  }

  /** What is done about records that cannot be stored; default: the job fails. */
  @Experimental
  public BigQuerySinkBuilder<T> failureHandler(FailureHandler<? super BigQueryFailure> handler) {
    failureHandler = Objects.requireNonNull(handler, "failureHandler");
    return this;
  }

  /** What happens when a table does not exist; default: it is created. */
  public BigQuerySinkBuilder<T> createDisposition(CreateDisposition disposition) {
    createDisposition = Objects.requireNonNull(disposition, "createDisposition");
    return this;
  }

  /** What tables are created with; default a plain table. */
  public BigQuerySinkBuilder<T> tableCreateOptions(TableCreateOptions options) {
    createOptions =
        new TableRules.SameCreateOptions(Objects.requireNonNull(options, "tableCreateOptions"));
    return this;
  }

  /** What each table is created with. */
  public BigQuerySinkBuilder<T> tableCreateOptionsProvider(TableCreateOptionsProvider provider) {
    createOptions = Objects.requireNonNull(provider, "tableCreateOptionsProvider");
    return this;
  }

  /** What may be changed about tables that exist; default nothing. */
  public BigQuerySinkBuilder<T> schemaUpdateOptions(SchemaUpdateOptions options) {
    schemaUpdates = Objects.requireNonNull(options, "schemaUpdateOptions");
    return this;
  }

  /**
   * Where the tables must lie, for example {@code EU}: a table elsewhere, or a dataset elsewhere in
   * which one is to be created, fails the job before its first row. Default: anywhere. The location
   * of requests and jobs is that of the table, which is read in any case.
   */
  public BigQuerySinkBuilder<T> location(String tableLocation) {
    if (tableLocation.isBlank()) {
      throw new IllegalArgumentException("location: '' (expected: a location such as EU)");
    }
    location = tableLocation;
    return this;
  }

  /**
   * Where a service account's key lies on the machines that run the sink; default: Application
   * Default Credentials. Only the path travels in the job graph.
   */
  public BigQuerySinkBuilder<T> serviceAccountKeyFile(String path) {
    access = access.withKeyFile(path);
    return this;
  }

  /** {@code host:port} of a stand-in's gRPC, plaintext; with {@link #emulatorRestEndpoint}. */
  public BigQuerySinkBuilder<T> emulatorEndpoint(String hostAndPort) {
    access = access.withEmulator(hostAndPort);
    return this;
  }

  /** {@code host:port} of a stand-in's REST v2; with {@link #emulatorEndpoint}. */
  public BigQuerySinkBuilder<T> emulatorRestEndpoint(String hostAndPort) {
    access = access.withEmulatorRest(hostAndPort);
    return this;
  }

  /** Makes records changes of rows, on the default stream only; default: they are rows. */
  @Experimental
  public BigQuerySinkBuilder<T> cdcOptions(CdcOptions<? super T> options) {
    cdcOptions = Objects.requireNonNull(options, "cdcOptions");
    return this;
  }

  /** What tables of changes are like; default: they exist with a key. */
  @Experimental
  public BigQuerySinkBuilder<T> cdcTableOptions(CdcTableOptions options) {
    cdcTableOptions =
        new TableRules.SameCdcOptions(Objects.requireNonNull(options, "cdcTableOptions"));
    return this;
  }

  /** What each table of changes is like. */
  @Experimental
  public BigQuerySinkBuilder<T> cdcTableOptionsProvider(CdcTableOptionsProvider provider) {
    cdcTableOptions = Objects.requireNonNull(provider, "cdcTableOptionsProvider");
    return this;
  }

  /** What happens to tables of changes that exist; default: they are compared only. */
  @Experimental
  public BigQuerySinkBuilder<T> cdcTableReconciliationPolicy(CdcTableReconciliationPolicy policy) {
    reconciliation = Objects.requireNonNull(policy, "cdcTableReconciliationPolicy");
    return this;
  }

  /** Options of {@link WriteMethod#STORAGE_API_AT_LEAST_ONCE}. */
  public BigQuerySinkBuilder<T> defaultStreamOptions(DefaultStreamOptions options) {
    defaultStreamOptions = Objects.requireNonNull(options, "defaultStreamOptions");
    return this;
  }

  /** Options of {@link WriteMethod#STORAGE_API_EXACTLY_ONCE}, which needs them. */
  public BigQuerySinkBuilder<T> bufferedStreamOptions(BufferedStreamOptions options) {
    bufferedStreamOptions = Objects.requireNonNull(options, "bufferedStreamOptions");
    return this;
  }

  /**
   * The sink.
   *
   * @throws IllegalStateException when something is missing, or does not go together
   */
  public Sink<T> build() {
    access.validate();
    require(
        !access.isEmulatorWithoutRest(),
        "emulatorEndpoint is set without emulatorRestEndpoint. The sink reads and creates tables"
            + " by REST: set emulatorRestEndpoint to the stand-in's REST host:port too.");
    checkCdc();
    return switch (writeMethod) {
      case STORAGE_API_AT_LEAST_ONCE -> new AtLeastOnceSink<>(spec(defaultStreamSettings()));
      case STORAGE_API_EXACTLY_ONCE -> new ExactlyOnceSink<>(spec(bufferedStreamSettings()));
    };
  }

  private StreamSettings defaultStreamSettings() {
    require(
        bufferedStreamOptions == null,
        "bufferedStreamOptions is set, and writeMethod is STORAGE_API_AT_LEAST_ONCE. Use"
            + " defaultStreamOptions, or another writeMethod.");
    return defaultStreamOptions == null
        ? DefaultStreamOptions.builder().build().settings()
        : defaultStreamOptions.settings();
  }

  private StreamSettings bufferedStreamSettings() {
    require(
        defaultStreamOptions == null,
        "defaultStreamOptions is set, and writeMethod is STORAGE_API_EXACTLY_ONCE. Use"
            + " bufferedStreamOptions, or another writeMethod.");
    require(
        cdcOptions == null,
        "cdcOptions is set, and writeMethod is STORAGE_API_EXACTLY_ONCE. BigQuery takes changes on"
            + " the default stream only: use STORAGE_API_AT_LEAST_ONCE.");
    return required(
            bufferedStreamOptions,
            "bufferedStreamOptions is missing, and writeMethod is STORAGE_API_EXACTLY_ONCE. Set"
                + " it, for example to BufferedStreamOptions.builder().build().")
        .settings();
  }

  private void checkCdc() {
    require(
        cdcTableOptions == null || cdcOptions != null,
        "cdcTableOptions is set without cdcOptions. Set cdcOptions too, or neither.");
    require(
        reconciliation == null || cdcOptions != null,
        "cdcTableReconciliationPolicy is set without cdcOptions. Set cdcOptions too, or neither.");
    boolean keyless =
        cdcTableOptions == null
            || (cdcTableOptions instanceof TableRules.SameCdcOptions same
                && same.options().primaryKeyColumns().isEmpty());
    require(
        reconciliation != CdcTableReconciliationPolicy.RECONCILE || !keyless,
        "cdcTableReconciliationPolicy is RECONCILE, and cdcTableOptions has no primaryKeyColumns."
            + " Name the key columns.");
  }

  private SinkSpec<T> spec(StreamSettings settings) {
    return new SinkSpec<>(
        required(
            resolver, "Neither table nor destinationResolver is set. Say where records go to."),
        required(serializer, "serializer is missing. Say how records become rows."),
        failureHandler,
        new TableRules(
            createDisposition,
            createOptions,
            schemaUpdates,
            cdcTableOptions,
            reconciliation == null ? CdcTableReconciliationPolicy.VERIFY_ONLY : reconciliation,
            location),
        cdcOptions,
        access,
        settings);
  }

  private static <V> V required(@Nullable V value, String message) {
    if (value == null) {
      throw new IllegalStateException(message);
    }
    return value;
  }

  private static void require(boolean met, String message) {
    if (!met) {
      throw new IllegalStateException(message);
    }
  }
}
