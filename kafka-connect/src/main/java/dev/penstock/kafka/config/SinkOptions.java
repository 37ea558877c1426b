package dev.penstock.kafka.config;

import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.connection.Endpoint.CredentialSource;
import dev.penstock.core.error.Secret;
import dev.penstock.core.write.WriterOptions;
import dev.penstock.kafka.config.Choices.DateTimeMapping;
import dev.penstock.kafka.config.Choices.JsonColumns;
import dev.penstock.kafka.config.Choices.KeySource;
import dev.penstock.kafka.config.Choices.RowPolicy;
import dev.penstock.kafka.read.ReadOptions;
import dev.penstock.kafka.read.ReadOptions.DecimalMapping;
import dev.penstock.kafka.read.ReadOptions.NullElements;
import dev.penstock.kafka.read.ReadOptions.OutOfRange;
import dev.penstock.kafka.read.UnavailableValue;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.config.types.Password;

/**
 * Everything a task needs to know, by concern. Immutable.
 *
 * @param connector the connector's name, {@code bigquery-sink} when the framework gave none
 * @param commitWait how long an offset commit waits for answers
 */
public record SinkOptions(
    String connector,
    int taskId,
    Endpoint endpoint,
    RoutingOptions routing,
    TableOptions tables,
    ChangeOptions changes,
    ReadOptions reading,
    WriterOptions writing,
    RowPolicy rowPolicy,
    Duration commitWait) {

  static SinkOptions from(Settings settings) {
    String connector = settings.given().getOrDefault("name", "bigquery-sink");
    int taskId = Integer.parseInt(settings.given().getOrDefault(Keys.TASK_ID, "0"));
    return new SinkOptions(
        connector,
        taskId,
        endpoint(settings, System.getenv()),
        RoutingOptions.from(settings),
        TableOptions.from(settings),
        ChangeOptions.from(settings),
        reading(settings),
        writing(settings, "penstock-kafka:" + connector + "-" + taskId),
        settings.choice(Keys.ROW_POLICY, RowPolicy.class),
        Duration.ofMillis(settings.number(Keys.COMMIT_WAIT_MS)));
  }

  private static Endpoint endpoint(Settings settings, Map<String, String> environment) {
    if (settings.isSet(Keys.REST_ENDPOINT)) {
      return new Endpoint.Emulator(
          URI.create(settings.text(Keys.REST_ENDPOINT)), settings.text(Keys.GRPC_ENDPOINT));
    }
    Password key = settings.secret(Keys.KEYFILE);
    if (key == null) {
      return Endpoint.fromEnvironment(environment)
          .orElseGet(() -> new Endpoint.Service(new CredentialSource.ApplicationDefault()));
    }
    boolean json = settings.choice(Keys.KEY_SOURCE, KeySource.class) == KeySource.JSON;
    return new Endpoint.Service(
        json
            ? new CredentialSource.KeyJson(Secret.of(key.value()))
            : new CredentialSource.KeyFile(Path.of(key.value())));
  }

  private static ReadOptions reading(Settings settings) {
    return new ReadOptions(
        settings.flag(Keys.SANITIZE_FIELD_NAMES),
        settings.choice(Keys.DECIMALS, DecimalMapping.class),
        settings.choice(Keys.VARIABLE_SCALE_DECIMALS, DecimalMapping.class),
        settings.choice(Keys.DATETIME_MAPPING, DateTimeMapping.class) == DateTimeMapping.DATETIME,
        settings.choice(Keys.JSON_COLUMNS, JsonColumns.class) == JsonColumns.JSON,
        settings.choice(Keys.OUT_OF_RANGE, OutOfRange.class),
        settings.choice(Keys.NULL_ELEMENTS, NullElements.class),
        new UnavailableValue(
            settings.text(Keys.UNAVAILABLE_PLACEHOLDER),
            settings.choice(Keys.UNAVAILABLE_VALUE, UnavailableValue.Policy.class)));
  }

  private static WriterOptions writing(Settings settings, String traceId) {
    return WriterOptions.builder(ChangeOptions.isEnabled(settings), traceId)
        .maxBatchBytes(settings.integer(Keys.BATCH_BYTES))
        .maxRequestBytes(settings.integer(Keys.REQUEST_MAX_BYTES))
        .maxInFlightBytes(settings.number(Keys.MAX_IN_FLIGHT_BYTES))
        .maxInFlightRequests(settings.integer(Keys.MAX_IN_FLIGHT_REQUESTS))
        .retryTimeout(Duration.ofMillis(settings.number(Keys.RETRY_TIMEOUT_MS)))
        .appendTimeout(Duration.ofMillis(settings.number(Keys.APPEND_TIMEOUT_MS)))
        .build();
  }
}
