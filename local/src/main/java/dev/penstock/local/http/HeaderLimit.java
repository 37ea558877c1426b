package dev.penstock.local.http;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Refuses requests whose headers have more than 16 KiB (QT-023). Thread-safe. */
final class HeaderLimit extends Filter {
  private static final int MAX_BYTES = 16 << 10;
  private static final int HEADERS_TOO_LARGE = 431;

  @Override
  public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
    if (bytes(exchange) <= MAX_BYTES) {
      chain.doFilter(exchange);
      return;
    }
    try (exchange) {
      HttpRequests.readOver(exchange);
      exchange.sendResponseHeaders(HEADERS_TOO_LARGE, -1);
    }
  }

  private static long bytes(HttpExchange exchange) {
    long bytes = 0;
    for (Map.Entry<String, List<String>> header : exchange.getRequestHeaders().entrySet()) {
      for (String value : header.getValue()) {
        bytes += header.getKey().length() + value.length();
      }
    }
    return bytes;
  }

  @Override
  public String description() {
    return "headers of 16 KiB";
  }
}
