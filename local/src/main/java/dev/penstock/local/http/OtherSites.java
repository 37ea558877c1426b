package dev.penstock.local.http;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.penstock.local.catalog.ServiceException;
import java.io.IOException;
import java.net.URI;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Refuses what a page of another site sends. A browser names that site in the header Origin, which
 * no other client sends; and a name of its own that leads to this machine (DNS rebinding) stands in
 * the header Host. Without it such a page could run statements and read their answers. Thread-safe.
 */
final class OtherSites extends Filter {
  private static final Pattern LOOPBACK =
      Pattern.compile("(?:localhost|127(?:\\.\\d{1,3}){3}|\\[::1])(?::\\d+)?");

  private final boolean isLoopback;

  /**
   * A filter of a server.
   *
   * @param isLoopback whether it listens to this machine only; else any Host header does
   */
  OtherSites(boolean isLoopback) {
    this.isLoopback = isLoopback;
  }

  @Override
  public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
    Headers headers = exchange.getRequestHeaders();
    String host = headers.getFirst("Host");
    String origin = headers.getFirst("Origin");
    if (isLoopback && !isThisMachine(host)) {
      refuse(
          exchange,
          "Host "
              + host
              + " is not this machine. Call 127.0.0.1, or start the server with --host.");
    } else if (origin != null && !isOf(origin, host)) {
      refuse(
          exchange,
          "a page of "
              + origin
              + " sent this. Only the page of this server may call it from a browser.");
    } else {
      chain.doFilter(exchange);
    }
  }

  private static void refuse(HttpExchange exchange, String why) throws IOException {
    HttpRequests.readOver(exchange);
    HttpAnswers.fail(exchange, new ServiceException(403, "forbidden", "Refused: " + why));
  }

  private static boolean isThisMachine(@Nullable String host) {
    return host != null && LOOPBACK.matcher(host.toLowerCase(Locale.ROOT)).matches();
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
