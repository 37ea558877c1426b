package dev.penstock.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.storage.BlobId;
import com.google.cloud.storage.BlobInfo;
import com.google.cloud.storage.BucketInfo;
import com.google.cloud.storage.Storage;
import dev.penstock.local.service.LoadOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objects on disk, and what clients see that write their requests themselves. */
class StorageDirectoryTest {
  private final HttpClient http = HttpClient.newHttpClient();

  @TempDir private Path directory;

  private HttpResponse<String> send(String url, String method, String body, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url))
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("objects"))) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void objectsSurviveARestartAndHalfOnesDoNot() throws Exception {
    long generation;
    try (LocalBigQuery local = LocalBigQuery.start(LocalOptions.in(directory));
        Storage storage = LocalClients.storage(local)) {
      storage.create(BucketInfo.newBuilder("kept").setLabels(Map.of("a", "b")).build());
      storage.create(BlobInfo.newBuilder("kept", "../x").build(), "old".getBytes(UTF_8));
      storage.create(BlobInfo.newBuilder("kept", "gone").build(), "gone".getBytes(UTF_8));
      storage.delete("kept", "gone");
      generation =
          storage
              .create(
                  BlobInfo.newBuilder("kept", "../x").setMetadata(Map.of("k", "v")).build(),
                  "new".getBytes(UTF_8))
              .getGeneration();
      assertThat(files()).containsExactly(Long.toString(generation));
    }
    Files.writeString(directory.resolve("objects").resolve("draft-of-a-killed-one"), "half");
    Files.writeString(directory.resolve("objects").resolve("123"), "without a row");

    try (LocalBigQuery local = LocalBigQuery.start(LocalOptions.in(directory));
        Storage storage = LocalClients.storage(local)) {
      assertThat(files()).containsExactly(Long.toString(generation));
      assertThat(storage.get("kept").getLabels()).isEqualTo(Map.of("a", "b"));
      assertThat(storage.get("kept", "../x").getMetadata()).isEqualTo(Map.of("k", "v"));
      assertThat(storage.readAllBytes(BlobId.of("kept", "../x"))).isEqualTo("new".getBytes(UTF_8));
      assertThat(storage.create(BlobInfo.newBuilder("kept", "y").build()).getGeneration())
          .isGreaterThan(generation);
    }
  }

  @Test
  void rangesMediaAndErrorsAreThoseOfTheJsonApi() throws Exception {
    LoadOptions small = new LoadOptions(1 << 20, 100);
    try (LocalBigQuery local = LocalBigQuery.start(LocalOptions.inMemory().withLoads(small))) {
      String api = local.restUrl() + "/storage/v1/b";
      String upload = local.restUrl() + "/upload/storage/v1/b/raw/o";
      String media = local.restUrl() + "/download/storage/v1/b/raw/o/";
      send(api + "?project=p", "POST", "{\"name\":\"raw\"}");

      HttpResponse<String> made =
          send(
              upload + "?uploadType=media&name=a%2Fb", "POST", "0123456789", "Content-Type", "x/y");
      assertThat(made.body())
          .contains("\"name\":\"a/b\"", "\"contentType\":\"x/y\"", "\"crc32c\":\"KAwGng==\"");

      HttpResponse<String> middle =
          send(media + "a%2Fb?alt=media", "GET", "", "Range", "bytes=2-4");
      assertThat(middle.statusCode()).isEqualTo(206);
      assertThat(middle.body()).isEqualTo("234");
      assertThat(middle.headers().firstValue("Content-Range")).contains("bytes 2-4/10");
      assertThat(middle.headers().firstValue("X-Goog-Stored-Content-Length")).contains("10");
      assertThat(middle.headers().allValues("X-Goog-Hash"))
          .containsExactly("crc32c=KAwGng==", "md5=eB5eJF1ptWaXm4bijSPyxw==");
      assertThat(send(api + "/raw/o/a%2Fb?alt=media", "GET", "", "Range", "bytes=-3").body())
          .isEqualTo("789");
      assertThat(send(media + "a%2Fb", "GET", "", "Range", "bytes=10-").statusCode())
          .isEqualTo(416);

      HttpResponse<String> missing = send(api + "/raw/o/none", "GET", "");
      assertThat(missing.statusCode()).isEqualTo(404);
      assertThat(missing.body())
          .contains("\"message\":\"No such object: raw/none\"", "\"reason\":\"notFound\"");
      assertThat(
              send(upload + "?uploadType=media&name=a%2Fb&ifGenerationMatch=0", "POST", "x").body())
          .contains("\"code\":412", "\"reason\":\"conditionNotMet\"");
      assertThat(send(upload + "?uploadType=media&name=big", "POST", "x".repeat(91)).body())
          .contains("\"code\":413", "option maxObjectBytes");
      assertThat(send(media + "a%2Fb", "GET", "", "x-goog-encryption-algorithm", "AES256").body())
          .contains("not supported by Penstock local: customer-supplied encryption keys");
    }
  }

  @Test
  void aWrongChecksumIsRefusedAndNothingIsStored() throws Exception {
    try (LocalBigQuery local = LocalBigQuery.start(LocalOptions.in(directory));
        Storage storage = LocalClients.storage(local)) {
      storage.create(BucketInfo.of("sums"));
      String body =
          "--x\r\nContent-Type: application/json\r\n\r\n{\"name\":\"o\",\"crc32c\":\"AAAAAA==\"}\r\n"
              + "--x\r\nContent-Type: text/plain\r\n\r\nx\r\n--x--\r\n";

      HttpResponse<String> refused =
          send(
              local.restUrl() + "/upload/storage/v1/b/sums/o?uploadType=multipart",
              "POST",
              body,
              "Content-Type",
              "multipart/related; boundary=x");

      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(refused.body())
          .contains("Provided CRC32C \\\"AAAAAA==\\\" doesn't match calculated CRC32C");
      assertThat(storage.get("sums", "o")).isNull();
      assertThat(files()).isEmpty();
    }
  }
}
