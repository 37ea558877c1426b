package dev.penstock.local.admin;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.penstock.local.catalog.ServiceException;
import dev.penstock.local.http.HttpAnswers;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The page for people at {@code /}: three files, which ask the same APIs as everybody. Thread-safe.
 */
public final class WebPage {
  private static final String BASE = "/_penstock/page/";

  /** Nothing from elsewhere, and no script or style but the page's own files. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:;"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final Map<String, String> TYPES =
      Map.of(
          "index.html", "text/html; charset=UTF-8",
          "page.css", "text/css; charset=UTF-8",
          "page.js", "text/javascript; charset=UTF-8");

  private final HttpHandler others;

  private WebPage(HttpHandler others) {
    this.others = others;
  }

  /**
   * What serves it, by the beginning of the path.
   *
   * @param others what serves {@code /} to those who do not ask for a page
   */
  public static Map<String, HttpHandler> handlers(HttpHandler others) {
    WebPage page = new WebPage(others);
    HttpHandler root = page::handleRoot;
    HttpHandler files = page::handleFile;
    return Map.of("/", root, BASE, files);
  }

  private void handleRoot(HttpExchange exchange) throws IOException {
    String accepted = exchange.getRequestHeaders().getFirst("Accept");
    boolean asked =
        exchange.getRequestMethod().equals("GET")
            && exchange.getRequestURI().getPath().equals("/")
            && accepted != null
            && accepted.contains("text/html");
    if (asked) {
      send(exchange, "index.html");
    } else {
      others.handle(exchange);
    }
  }

  private void handleFile(HttpExchange exchange) throws IOException {
    send(exchange, exchange.getRequestURI().getPath().substring(BASE.length()));
  }

  private void send(HttpExchange exchange, String file) throws IOException {
    try {
      String type = TYPES.get(file);
      byte[] content = type == null ? null : read(file);
      if (type == null || content == null) {
        throw ServiceException.notFound("Not found: " + BASE + file);
      }
      Headers headers = exchange.getResponseHeaders();
      headers.set("Content-Security-Policy", POLICY);
      headers.set("X-Content-Type-Options", "nosniff");
      headers.set("Referrer-Policy", "no-referrer");
      headers.set("Cache-Control", "no-store");
      HttpAnswers.write(exchange, type, content);
    } catch (RuntimeException e) {
      HttpAnswers.fail(exchange, e);
    }
  }

  private static byte @Nullable [] read(String file) throws IOException {
    try (InputStream in = WebPage.class.getResourceAsStream(file)) {
      return in == null ? null : in.readAllBytes();
    }
  }
}
