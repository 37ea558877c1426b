package dev.penstock.local.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MultipartBodyTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "text", "ends with a return\r", "\r", "\n", "\r\n", "--b"})
  void aContentIsKeptWhateverItsEndAndThatOfLines(String content) throws IOException {
    assertThat(contentOf(content, "\n")).isEqualTo(content);
    assertThat(contentOf(content, "\r\n")).isEqualTo(content);
  }

  private static String contentOf(String content, String lineEnd) throws IOException {
    String body = String.join(lineEnd, "--b", "Content-Type: x/y", "", content, "--b--", "");
    MultipartBody parts =
        new MultipartBody(
            new ByteArrayInputStream(body.getBytes(StandardCharsets.ISO_8859_1)),
            "multipart/related; boundary=b");
    return new String(parts.next().content().readAllBytes(), StandardCharsets.ISO_8859_1);
  }
}
