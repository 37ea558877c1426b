package dev.penstock.local.admin;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.penstock.local.catalog.ServiceException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keeps web pages of others away. A page of another site can make a browser send plain requests
 * here, but none with JSON or a header of its own; and a name of its own that leads to this machine
 * (DNS rebinding) stands in the Host header. Thread-safe.
 */
final class AdminGuard {
  /** The header that a request without a JSON body needs to change something. */
  static final String HEADER = "X-Penstock";

  private static final Pattern JSON = Pattern.compile("application/json\\s*(?:;.*)?");

  private static final Pattern LOOPBACK =
      Pattern.compile("(?:localhost|127(?:\\.\\d{1,3}){3}|\\[::1])(?::\\d+)?");

  private final boolean isLoopback;

  /**
   * A guard of a server.
   *
   * @param isLoopback whether it listens to this machine only; else any Host header does
   */
  AdminGuard(boolean isLoopback) {
    this.isLoopback = isLoopback;
  }

  /**
   * Lets a request in.
   *
   * @throws ServiceException 403 for one that a page of another site may have sent
   */
  void check(HttpExchange exchange) {
    Headers headers = exchange.getRequestHeaders();
    String host = headers.getFirst("Host");
    if (isLoopback && !matches(LOOPBACK, host)) {
      throw refused(
          "Host " + host + " is not this machine. Call 127.0.0.1, or start the server with --host");
    }
    boolean changes = !exchange.getRequestMethod().equals("GET");
    String type = headers.getFirst("Content-Type");
    boolean isJson = matches(JSON, type);
    if (changes && !isJson && !headers.containsKey(HEADER)) {
      throw refused(
          "Content-Type "
              + type
              + " may come from a page of another site. Send application/json, or a header "
              + HEADER);
    }
  }

  private static boolean matches(Pattern pattern, @Nullable String text) {
    return text != null && pattern.matcher(text.toLowerCase(Locale.ROOT)).matches();
  }

  private static ServiceException refused(String why) {
    return new ServiceException(403, "forbidden", "Refused: " + why + ".");
  }
}
