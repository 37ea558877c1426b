package dev.penstock.demo.stack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Client of a Connect worker's REST interface. Thread-safe. */
public final class ConnectRest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration STATE_BOUND = Duration.ofMinutes(1);

  private final JsonHttp http;

  ConnectRest(URI base) {
    this.http = new JsonHttp(base);
  }

  URI base() {
    return http.base();
  }

  boolean answers() {
    return http.answers("/connectors");
  }

  /** Creates a connector or changes its configuration. */
  public void put(String connector, Map<String, String> config) {
    Wait.until(
        "connector " + connector + " is accepted",
        STATE_BOUND,
        () ->
            http.sendUnlessBusy(
                "PUT", "/connectors/" + connector + "/config", JSON.valueToTree(config)));
  }

  /**
   * Waits until the connector and this many tasks run; a failed task is an error with its trace.
   */
  public void awaitRunning(String connector, int tasks) {
    Wait.until(
        "connector " + connector + " runs with " + tasks + " tasks",
        STATE_BOUND,
        () -> isRunning(connector, tasks));
  }

  private boolean isRunning(String connector, int tasks) {
    JsonNode status = http.find("/connectors/" + connector + "/status");
    if (status == null) {
      return false;
    }
    requireNoFailure(connector, status);
    long running = 0;
    for (JsonNode task : status.path("tasks")) {
      running += task.path("state").asText().equals("RUNNING") ? 1 : 0;
    }
    return running == tasks && status.at("/connector/state").asText().equals("RUNNING");
  }

  /** Throws when the connector or a task has failed. */
  public void requireHealthy(String connector) {
    JsonNode status = http.find("/connectors/" + connector + "/status");
    if (status != null) {
      requireNoFailure(connector, status);
    }
  }

  private static void requireNoFailure(String connector, JsonNode status) {
    requireNotFailed(connector, "connector", status.path("connector"));
    for (JsonNode task : status.path("tasks")) {
      requireNotFailed(connector, "task " + task.path("id").asInt(), task);
    }
  }

  private static void requireNotFailed(String connector, String part, JsonNode state) {
    if (state.path("state").asText().equals("FAILED")) {
      throw new StackException(
          "Connector " + connector + ", " + part + " failed:\n" + state.path("trace").asText());
    }
  }

  /** Restarts one task. */
  public void restartTask(String connector, int task) {
    Wait.until(
        "task " + task + " of " + connector + " is restarted",
        STATE_BOUND,
        () ->
            http.sendUnlessBusy(
                "POST", "/connectors/" + connector + "/tasks/" + task + "/restart", null));
  }

  /** Stops a connector, so that its offsets may be changed, and waits until no task is left. */
  public void stop(String connector) {
    http.send("PUT", "/connectors/" + connector + "/stop", null);
    Wait.until(
        "connector " + connector + " is stopped",
        STATE_BOUND,
        () -> {
          JsonNode status = http.find("/connectors/" + connector + "/status");
          return status != null
              && status.at("/connector/state").asText().equals("STOPPED")
              && status.path("tasks").isEmpty();
        });
  }

  /** Starts a stopped connector again. */
  public void resume(String connector) {
    http.send("PUT", "/connectors/" + connector + "/resume", null);
  }

  /** The committed offsets: a list of objects with {@code partition} and {@code offset}. */
  public JsonNode offsets(String connector) {
    return http.load("/connectors/" + connector + "/offsets").path("offsets");
  }

  /** Changes the offsets of a stopped connector. */
  public void alterOffsets(String connector, List<Map<String, Object>> offsets) {
    Wait.until(
        "the offsets of " + connector + " are altered",
        STATE_BOUND,
        () ->
            http.sendUnlessBusy(
                "PATCH",
                "/connectors/" + connector + "/offsets",
                JSON.valueToTree(Map.of("offsets", offsets))));
  }
}
