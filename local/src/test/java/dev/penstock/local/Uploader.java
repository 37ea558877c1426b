package dev.penstock.local;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Uploads as a client that writes its HTTP requests itself. */
final class Uploader {
  static final int UNIT = 256 << 10;

  private final HttpClient http = HttpClient.newHttpClient();
  private final String base;

  Uploader(LocalBigQuery local) {
    base = local.restUrl() + "/upload/bigquery/v2/projects/p/jobs";
  }

  /** Begins a session and answers its URI. */
  String begin(String job) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        send(
            HttpRequest.newBuilder(URI.create(base + "?uploadType=resumable"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(job)));
    return answer
        .headers()
        .firstValue("Location")
        .orElseThrow(() -> new IOException(answer.body()));
  }

  HttpResponse<String> put(String session, String range, byte[] bytes)
      throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(session))
            .header("Content-Range", range)
            .PUT(HttpRequest.BodyPublishers.ofByteArray(bytes)));
  }

  /** Sends a body whose length no header tells. */
  HttpResponse<String> stream(String session, String range, byte[] bytes)
      throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(session))
            .header("Content-Range", range)
            .PUT(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes))));
  }

  HttpResponse<String> cancel(String session) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(session)).DELETE());
  }

  /** One request with both parts. */
  HttpResponse<String> multipart(String job, byte[] media, String lineEnd, String end)
      throws IOException, InterruptedException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    String head =
        String.join(
            lineEnd,
            "--frontier",
            "content-type: application/json; charset=UTF-8",
            "",
            job,
            "--frontier",
            "content-type: */*",
            "",
            "");
    body.writeBytes(head.getBytes(StandardCharsets.UTF_8));
    body.writeBytes(media);
    body.writeBytes((lineEnd + "--frontier--" + end).getBytes(StandardCharsets.UTF_8));
    return send(
        HttpRequest.newBuilder(URI.create(base + "?uploadType=multipart"))
            .header("Content-Type", "multipart/related; boundary=frontier")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray())));
  }

  static Optional<String> range(HttpResponse<String> answer) {
    return answer.headers().firstValue("Range");
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
