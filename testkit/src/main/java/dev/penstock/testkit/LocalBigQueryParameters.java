package dev.penstock.testkit;

import com.google.cloud.bigquery.BigQuery;
import com.google.cloud.bigquery.BigQueryException;
import com.google.cloud.bigquery.BigQueryOptions;
import com.google.cloud.bigquery.DatasetId;
import com.google.cloud.bigquery.DatasetInfo;
import com.google.cloud.bigquery.storage.v1.BigQueryReadSettings;
import com.google.cloud.bigquery.storage.v1.BigQueryWriteSettings;
import dev.penstock.local.FaultScript;
import dev.penstock.local.LocalOptions;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** What {@link LocalBigQuery} does. */
final class LocalBigQueryParameters
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(LocalBigQueryParameters.class);

  /** By name, because Cloud Storage's client may be absent. */
  private static final Map<String, Function<Running, Object>> PARAMETERS =
      Map.of(
          dev.penstock.local.LocalBigQuery.class.getName(),
          Running::server,
          FaultScript.class.getName(),
          running -> running.server().faults(),
          BigQueryOptions.class.getName(),
          Running::bigQuery,
          BigQuery.class.getName(),
          running -> running.bigQuery().getService(),
          BigQueryWriteSettings.class.getName(),
          running -> Connections.writes(running.server().grpcTarget()),
          BigQueryReadSettings.class.getName(),
          running -> Connections.reads(running.server().grpcTarget()),
          "com.google.cloud.storage.StorageOptions",
          running -> StorageConnection.options(running.server().restUrl(), running.project()),
          "com.google.cloud.storage.Storage",
          running ->
              StorageConnection.options(running.server().restUrl(), running.project())
                  .getService());

  /** A server for as long as the tests of a class run. */
  private record Running(dev.penstock.local.LocalBigQuery server, String project)
      implements AutoCloseable {
    BigQueryOptions bigQuery() {
      return Connections.bigQuery(server.restUrl(), project);
    }

    @Override
    public void close() {
      server.close();
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    LocalBigQuery wanted = wanted(context);
    LocalOptions options = options(wanted);
    for (String example : wanted.faults()) {
      String unused = faults(example);
    }
    Running running =
        new Running(dev.penstock.local.LocalBigQuery.start(options), wanted.project());
    context.getStore(NAMESPACE).put(Running.class, running);
    running.server().enforceQuotas(wanted.enforceQuotas());
    BigQuery client = running.bigQuery().getService();
    for (String dataset : wanted.datasets()) {
      create(client, DatasetId.of(wanted.project(), dataset));
    }
  }

  static LocalOptions options(LocalBigQuery wanted) {
    LocalOptions options = LocalOptions.inMemory();
    if (wanted.clock().isEmpty()) {
      return options;
    }
    try {
      return options.withClock(InstantSource.fixed(Instant.parse(wanted.clock())));
    } catch (DateTimeParseException e) {
      throw refused("clock", wanted.clock(), "day, time and zone, such as 2026-01-01T00:00:00Z", e);
    }
  }

  static String faults(String example) {
    try {
      return FaultExamples.load(example);
    } catch (IllegalArgumentException e) {
      throw refused("faults", example, "one of " + String.join(", ", FaultExamples.NAMES), e);
    }
  }

  static void create(BigQuery client, DatasetId dataset) {
    try {
      client.create(DatasetInfo.of(dataset));
    } catch (BigQueryException e) {
      throw refused(
          "datasets",
          dataset.getDataset(),
          "the name of a dataset, once, such as shop: " + e.getMessage(),
          e);
    }
  }

  private static IllegalArgumentException refused(
      String parameter, String value, String expected, RuntimeException cause) {
    return new IllegalArgumentException(
        "@LocalBigQuery(%s = \"%s\") (expected: %s)".formatted(parameter, value, expected), cause);
  }

  private static LocalBigQuery wanted(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(context.getRequiredTestClass(), LocalBigQuery.class)
        .or(
            () ->
                AnnotationSupport.findAnnotation(
                    context.getRequiredTestClass().getEnclosingClass(), LocalBigQuery.class))
        .orElseThrow();
  }

  private static Running running(ExtensionContext context) {
    return context.getStore(NAMESPACE).get(Running.class, Running.class);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    for (String example : wanted(context).faults()) {
      running(context).server().faults().add(faults(example));
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    running(context).server().faults().clear();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return PARAMETERS.containsKey(parameter.getParameter().getType().getName());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Function<Running, Object> made = PARAMETERS.get(parameter.getParameter().getType().getName());
    if (made == null) {
      throw new IllegalStateException(parameter + " is not supported");
    }
    try {
      return made.apply(running(context));
    } catch (NoClassDefFoundError e) {
      throw new ParameterResolutionException(
          parameter.getParameter().getType().getName()
              + " needs com.google.cloud:google-cloud-storage with all that it depends on (expected:"
              + " that dependency in your build; penstock-testkit does not bring it)",
          e);
    }
  }
}
