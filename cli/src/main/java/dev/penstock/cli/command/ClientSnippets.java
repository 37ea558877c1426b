package dev.penstock.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** How clients reach a local BigQuery, ready to be copied. Thread-safe. */
final class ClientSnippets {
  private ClientSnippets() {}

  /**
   * The text.
   *
   * @param rest the address of REST, such as {@code http://127.0.0.1:9050}
   * @param grpc the address of gRPC, such as {@code 127.0.0.1:9060}
   */
  static String of(String rest, String grpc) {
    try (InputStream in = ClientSnippets.class.getResourceAsStream("snippets.txt")) {
      if (in == null) {
        throw new IllegalStateException("snippets.txt is missing in the artifact");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .replaceAll("\\bREST\\b", rest)
          .replaceAll("\\bGRPC\\b", grpc);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
