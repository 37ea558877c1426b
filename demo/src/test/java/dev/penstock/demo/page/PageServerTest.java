package dev.penstock.demo.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.penstock.demo.progress.Phase;
import dev.penstock.demo.progress.Progress;
import dev.penstock.demo.progress.Sample;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PageServerTest {
  private final Progress progress = new Progress(line -> {});
  private final PageServer server = PageServer.start(progress);
  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void pageNeedsNothingFromElsewhere() throws Exception {
    HttpResponse<String> page = get("");

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
    assertThat(Pattern.compile("(src|href)=\"(?!data:)").matcher(page.body()).find()).isFalse();
    assertThat(page.body()).doesNotContain("@import").doesNotContain("url(");
  }

  @Test
  void stateShowsWhatTheRunHasDone() throws Exception {
    progress.begin(Phase.LOAD);
    progress.add(new Sample(1.5, 2_000, 30, 4_000));
    progress.add(new Progress.OperationView(1, "insert", true));

    JsonNode state = new ObjectMapper().readTree(get("state").body());

    assertThat(state.at("/phases/2/title").asText()).isEqualTo("Load");
    assertThat(state.at("/phases/2/state").asText()).isEqualTo("running");
    assertThat(state.at("/samples/0/rowsPerSecond").asLong()).isEqualTo(2_000);
    assertThat(state.at("/operations/0/ok").asBoolean()).isTrue();
    assertThat(state.at("/outcome/line").asText()).isEmpty();
  }

  @Test
  void otherPathsDoNotExist() throws Exception {
    assertThat(get("favicon.ico").statusCode()).isEqualTo(404);
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(server.url() + path)).build(),
        HttpResponse.BodyHandlers.ofString());
  }
}
