package dev.penstock.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How the page is served. */
class WebPageTest {
  private static LocalBigQuery local;

  @BeforeAll
  static void start() {
    local = LocalBigQuery.start(LocalOptions.inMemory());
  }

  @AfterAll
  static void stop() {
    local.close();
  }

  private static HttpResponse<String> get(String path, String accept)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(local.restUrl() + path))
                .header("Accept", accept)
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void aBrowserGetsThePageWithNothingFromElsewhere() throws Exception {
    HttpResponse<String> page = get("/", "text/html,application/xhtml+xml,*/*;q=0.8");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html; charset=UTF-8");
    assertThat(page.headers().firstValue("Content-Security-Policy"))
        .hasValue(
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
                + " img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    assertThat(page.body()).contains("/_penstock/page/page.js").doesNotContain("http:", "https:");
    for (String file : new String[] {"page.js", "page.css"}) {
      HttpResponse<String> answer = get("/_penstock/page/" + file, "*/*");
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).doesNotContain("innerHTML", "://");
    }
  }

  @Test
  void otherClientsAreAnsweredAsBefore() throws Exception {
    HttpResponse<String> greeting = get("/", "application/json");
    assertThat(greeting.headers().firstValue("Content-Type"))
        .hasValue("application/json; charset=UTF-8");
    assertThat(greeting.body()).contains("Its REST v2 API is below /bigquery/v2/");
    assertThat(get("/projects", "text/html").body()).contains("bigquery#projectList");
  }

  @Test
  void pagesOfOtherSitesMayNotRunStatements() throws Exception {
    String query = "{\"query\":\"SELECT 1\",\"useLegacySql\":false}";
    String own = "http://" + URI.create(local.restUrl()).getAuthority();
    assertThat(statement(query, "https://other.example.com"))
        .contains("Refused: a page of https://other.example.com sent this.");
    assertThat(statement(query, "null")).contains("Refused: a page of null sent this.");
    assertThat(statement(query, own)).contains("\"kind\":\"bigquery#queryResponse\"");
  }

  private static String statement(String query, String origin) throws Exception {
    // The JDK's client sets no Origin unless it is told so, and a browser sends plain text unasked.
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(local.restUrl() + "/bigquery/v2/projects/p/queries"))
            .header("Origin", origin)
            .header("Content-Type", "text/plain")
            .POST(HttpRequest.BodyPublishers.ofString(query))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  @Test
  void noOtherFileIsServedAndNoOtherHostIsBelieved() throws Exception {
    assertThat(get("/_penstock/page/%2e%2e/prices.json", "*/*").statusCode()).isEqualTo(404);
    assertThat(get("/_penstock/page/AdminApi.class", "*/*").statusCode()).isEqualTo(404);
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), URI.create(local.restUrl()).getPort())) {
      String request =
          "GET / HTTP/1.1\r\nHost: rebound.example.com\r\nAccept: text/html\r\n"
              + "Connection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      InputStreamReader in =
          new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII);
      assertThat(new BufferedReader(in).readLine()).contains(" 403 ");
    }
  }
}
