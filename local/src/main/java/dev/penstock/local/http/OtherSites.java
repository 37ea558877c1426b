package dev.penstock.local.http;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.penstock.local.catalog.ServiceException;
import java.io.IOException;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Refuses what a page of another site sends: a browser names that site in the header Origin, which
 * no other client sends. Without it such a page could run statements that it never sees the answers
 * of. Thread-safe.
 */
final class OtherSites extends Filter {
  @Override
  public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
    Headers headers = exchange.getRequestHeaders();
    String origin = headers.getFirst("Origin");
    if (origin == null || isOf(origin, headers.getFirst("Host"))) {
      chain.doFilter(exchange);
    } else {
      HttpRequests.readOver(exchange);
      HttpAnswers.fail(
          exchange,
          new ServiceException(
              403,
              "forbidden",
              "Refused: a page of "
                  + origin
                  + " sent this. Only the page of this server may call it from a browser."));
    }
  }

  private static boolean isOf(String origin, @Nullable String host) {
    try {
      return host != null && host.equalsIgnoreCase(URI.create(origin).getAuthority());
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  public String description() {
    return "no requests of other sites' pages";
  }
}
