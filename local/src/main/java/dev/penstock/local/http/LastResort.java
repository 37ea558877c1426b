package dev.penstock.local.http;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import dev.penstock.local.catalog.ServiceException;
import java.io.IOException;

/** Answers a request that nests deeper than the stack goes; its client would wait. Thread-safe. */
final class LastResort extends Filter {
  @Override
  public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
    try {
      chain.doFilter(exchange);
    } catch (StackOverflowError e) {
      HttpAnswers.fail(
          exchange, ServiceException.notSupported("a request that nests deeper than the stack"));
    }
  }

  @Override
  public String description() {
    return "an answer in any case";
  }
}
