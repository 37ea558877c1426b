package dev.penstock.core.connection;

import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the addresses of an emulator from environment variables. */
final class EmulatorEnvironment {
  static final String REST = "BIGQUERY_EMULATOR_HOST";
  static final String GRPC = "BIGQUERY_STORAGE_EMULATOR_HOST";
  static final String STORAGE = "STORAGE_EMULATOR_HOST";

  private EmulatorEnvironment() {}

  static Optional<Endpoint> read(Map<String, String> environment) {
    String rest = environment.getOrDefault(REST, "").trim();
    String grpc = environment.getOrDefault(GRPC, "").trim();
    String storage = environment.getOrDefault(STORAGE, "").trim();
    if (rest.isEmpty() && grpc.isEmpty()) {
      return Optional.empty();
    }
    if (rest.isEmpty() || grpc.isEmpty()) {
      throw new IngestException(
          ErrorCode.INVALID_OPTION,
          (rest.isEmpty() ? REST : GRPC)
              + ": not set (expected: an address, since "
              + (rest.isEmpty() ? GRPC : REST)
              + " is set; an emulator needs both)");
    }
    URI restUri = uri(REST, rest);
    return Optional.of(
        new Endpoint.Emulator(
            restUri, authority(grpc), storage.isEmpty() ? restUri : uri(STORAGE, storage)));
  }

  private static URI uri(String variable, String value) {
    URI uri;
    try {
      uri = URI.create(value.contains("://") ? value : "http://" + value);
    } catch (IllegalArgumentException e) {
      throw notAnAddress(variable, value, e);
    }
    if (uri.getHost() == null) {
      throw notAnAddress(variable, value, null);
    }
    return uri;
  }

  private static String authority(String value) {
    URI uri = uri(GRPC, value);
    if (uri.getPort() < 0) {
      throw notAnAddress(GRPC, value, null);
    }
    return uri.getHost() + ":" + uri.getPort();
  }

  private static IngestException notAnAddress(
      String variable, String value, @Nullable Throwable cause) {
    return new IngestException(
        ErrorCode.INVALID_OPTION,
        variable + ": " + value + " (expected: host:port, for example 127.0.0.1:9050)",
        cause);
  }
}
