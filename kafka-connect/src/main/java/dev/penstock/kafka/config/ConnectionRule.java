package dev.penstock.kafka.config;

import dev.penstock.kafka.config.Choices.KeySource;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.apache.kafka.common.config.types.Password;

/** Where BigQuery is and how to be let in. */
final class ConnectionRule implements Rule {
  @Override
  public void check(Settings settings, Findings findings) {
    if (settings.text(Keys.PROJECT).isEmpty()) {
      findings.error(
          Keys.PROJECT,
          "project: missing (expected: the id of the Google Cloud project of the tables). Add"
              + " \"project\": \"...\" to the configuration.");
    }
    Password key = settings.secret(Keys.KEYFILE);
    boolean keyed = key != null;
    KeySource source = settings.choice(Keys.KEY_SOURCE, KeySource.class);
    if (keyed && source == KeySource.APPLICATION_DEFAULT) {
      findings.error(
          Keys.KEYFILE,
          "keyfile: set (expected: empty with keySource=APPLICATION_DEFAULT). Remove keyfile, or"
              + " set keySource to FILE or JSON.");
    }
    boolean emulated = settings.isSet(Keys.REST_ENDPOINT) || settings.isSet(Keys.GRPC_ENDPOINT);
    if (key != null && !emulated && source == KeySource.FILE && !isReadable(key.value())) {
      findings.error(
          Keys.KEYFILE,
          "keyfile: no file that can be read (expected: with keySource=FILE the path of a"
              + " credentials file on every worker). Correct the path or the permissions, or set"
              + " keySource=JSON if keyfile holds the text.");
    }
    checkEndpoints(settings, findings, keyed);
  }

  /** The value itself is never shown: it may be the key. */
  private static boolean isReadable(String path) {
    try {
      Path file = Path.of(path);
      return Files.isRegularFile(file) && Files.isReadable(file);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static void checkEndpoints(Settings settings, Findings findings, boolean keyed) {
    String rest = settings.text(Keys.REST_ENDPOINT);
    String grpc = settings.text(Keys.GRPC_ENDPOINT);
    if (rest.isEmpty() != grpc.isEmpty()) {
      String missing = rest.isEmpty() ? Keys.REST_ENDPOINT : Keys.GRPC_ENDPOINT;
      findings.error(
          missing,
          missing
              + ": missing (expected: set together with "
              + (rest.isEmpty() ? Keys.GRPC_ENDPOINT : Keys.REST_ENDPOINT)
              + "). An emulator needs both.");
    }
    if (!rest.isEmpty() && !isHttpUrl(rest)) {
      findings.error(
          Keys.REST_ENDPOINT,
          "restEndpoint: " + rest + " (expected: a URL such as http://127.0.0.1:9050)");
    }
    if (!grpc.isEmpty() && !grpc.matches("[^/\\s]+:\\d{1,5}")) {
      findings.error(
          Keys.GRPC_ENDPOINT, "grpcEndpoint: " + grpc + " (expected: host:port without a scheme)");
    }
    if (keyed && !(rest.isEmpty() && grpc.isEmpty())) {
      findings.error(
          Keys.KEYFILE,
          "keyfile: set (expected: empty with restEndpoint and grpcEndpoint, because an emulator is"
              + " spoken to in plaintext). Remove one or the other.");
    }
  }

  private static boolean isHttpUrl(String text) {
    try {
      URI uri = URI.create(text);
      return uri.getHost() != null
          && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
