package dev.penstock.local;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Chromium without a window, driven by its keyboard over chromedriver's W3C protocol. */
final class Browser implements AutoCloseable {
  static final String TAB = "\uE004";
  static final String ENTER = "\uE007";
  static final String SPACE = " ";
  static final String CONTROL = "\uE009";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern STARTED = Pattern.compile("started successfully on port (\\d+)");

  /** Not those of the browser's own pages, which it has within itself. */
  private static final Pattern NETWORK = Pattern.compile("(?:https?|wss?|ftp):");

  private final HttpClient http = HttpClient.newHttpClient();
  private final Process driver;
  private final String base;
  private final String session;

  /** Starts one with a profile of its own. */
  Browser(Path profile) throws IOException, InterruptedException {
    driver = new ProcessBuilder("chromedriver", "--port=0").redirectErrorStream(true).start();
    base = "http://127.0.0.1:" + port(driver);
    ObjectNode match = JSON.createObjectNode();
    ObjectNode wanted = match.putObject("capabilities").putObject("alwaysMatch");
    wanted.putObject("goog:loggingPrefs").put("performance", "ALL");
    ArrayNode arguments = wanted.putObject("goog:chromeOptions").putArray("args");
    for (String argument :
        List.of(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--window-size=1200,900",
            "--user-data-dir=" + profile)) {
      arguments.add(argument);
    }
    session = "/session/" + send("POST", "/session", match).path("sessionId").asText();
  }

  private static String port(Process driver) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(driver.getInputStream(), StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Matcher started = STARTED.matcher(line);
      if (started.find()) {
        return started.group(1);
      }
    }
    throw new IOException("chromedriver ended before it listened");
  }

  private JsonNode send(String method, String path, ObjectNode body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(Duration.ofSeconds(30))
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body.toString()))
            .build();
    String answer = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    JsonNode value = JSON.readTree(answer).path("value");
    if (value.has("error")) {
      throw new IOException(answer);
    }
    return value;
  }

  private JsonNode post(String path, ObjectNode body) throws IOException, InterruptedException {
    return send("POST", session + path, body);
  }

  void open(String url) throws IOException, InterruptedException {
    post("/url", JSON.createObjectNode().put("url", url));
  }

  /** What an expression in JavaScript is worth in the page. */
  JsonNode value(String expression) throws IOException, InterruptedException {
    ObjectNode body = JSON.createObjectNode().put("script", "return " + expression);
    body.putArray("args");
    return post("/execute/sync", body);
  }

  /** The text that people see of the first element of a selector; empty for none. */
  String text(String selector) throws IOException, InterruptedException {
    String quoted = JSON.writeValueAsString(selector);
    return value("(document.querySelector(" + quoted + ") || {innerText: ''}).innerText").asText();
  }

  /** Waits until an expression is true. */
  void awaitTrue(String expression) {
    await(expression)
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> value(expression).asBoolean());
  }

  /** Presses keys one after the other; those of a chord together. */
  void press(String... keys) throws IOException, InterruptedException {
    ObjectNode body = JSON.createObjectNode();
    ObjectNode source = body.putArray("actions").addObject();
    ArrayNode actions = source.put("type", "key").put("id", "keyboard").putArray("actions");
    for (String key : keys) {
      actions.addObject().put("type", "keyDown").put("value", key);
      actions.addObject().put("type", "keyUp").put("value", key);
    }
    post("/actions", body);
  }

  void chord(String held, String key) throws IOException, InterruptedException {
    ObjectNode body = JSON.createObjectNode();
    ObjectNode source = body.putArray("actions").addObject();
    ArrayNode actions = source.put("type", "key").put("id", "keyboard").putArray("actions");
    actions.addObject().put("type", "keyDown").put("value", held);
    actions.addObject().put("type", "keyDown").put("value", key);
    actions.addObject().put("type", "keyUp").put("value", key);
    actions.addObject().put("type", "keyUp").put("value", held);
    post("/actions", body);
  }

  void type(String text) throws IOException, InterruptedException {
    press(text.split("(?!^)"));
  }

  /** Tabs on until the focus is where an expression on {@code e} is true. */
  void tabTo(String condition) throws IOException, InterruptedException {
    for (int i = 0; i < 60; i++) {
      if (value("(e => " + condition + ")(document.activeElement)").asBoolean()) {
        return;
      }
      press(TAB);
    }
    throw new AssertionError("No Tab leads to " + condition);
  }

  /** What the browser asked of a network since the last call, this machine included. */
  List<String> requests() throws IOException, InterruptedException {
    List<String> urls = new ArrayList<>();
    JsonNode entries = post("/se/log", JSON.createObjectNode().put("type", "performance"));
    for (JsonNode entry : entries) {
      JsonNode message = JSON.readTree(entry.path("message").asText()).path("message");
      if (message.path("method").asText().equals("Network.requestWillBeSent")) {
        String url = message.at("/params/request/url").asText();
        if (NETWORK.matcher(url).lookingAt()) {
          urls.add(url);
        }
      }
    }
    return urls;
  }

  /** Gives the page, not the window, a size. */
  void resize(int width, int height) throws IOException, InterruptedException {
    ObjectNode metrics = JSON.createObjectNode();
    metrics.put("cmd", "Emulation.setDeviceMetricsOverride");
    metrics
        .putObject("params")
        .put("width", width)
        .put("height", height)
        .put("deviceScaleFactor", 1)
        .put("mobile", false);
    post("/goog/cdp/execute", metrics);
  }

  /** Takes a picture of the page at a width, light or dark. */
  void picture(Path file, int width, boolean dark) throws IOException, InterruptedException {
    ObjectNode media = JSON.createObjectNode().put("cmd", "Emulation.setEmulatedMedia");
    media
        .putObject("params")
        .putArray("features")
        .addObject()
        .put("name", "prefers-color-scheme")
        .put("value", dark ? "dark" : "light");
    post("/goog/cdp/execute", media);
    resize(width, 900);
    String png = send("GET", session + "/screenshot", JSON.createObjectNode()).asText();
    Files.write(file, Base64.getDecoder().decode(png));
  }

  @Override
  public void close() throws IOException, InterruptedException {
    try {
      send("DELETE", session, JSON.createObjectNode());
    } finally {
      driver.destroy();
      driver.waitFor();
    }
  }
}
