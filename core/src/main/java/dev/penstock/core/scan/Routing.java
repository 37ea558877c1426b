package dev.penstock.core.scan;

import io.grpc.Metadata;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** The header by which the service finds the backend of a request. */
final class Routing {
  private static final Metadata.Key<String> KEY =
      Metadata.Key.of("x-goog-request-params", Metadata.ASCII_STRING_MARSHALLER);

  private Routing() {}

  static Metadata headers(String field, String value) {
    Metadata headers = new Metadata();
    headers.put(KEY, parameter(field, value));
    return headers;
  }

  static String parameter(String field, String value) {
    return field + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
