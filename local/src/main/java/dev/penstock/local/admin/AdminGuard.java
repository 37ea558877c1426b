package dev.penstock.local.admin;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.penstock.local.catalog.ServiceException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keeps web pages of others away: they can make a browser send plain requests here, but none with
 * JSON or a header of its own. Thread-safe.
 */
final class AdminGuard {
  /** The header that a request without a JSON body needs to change something. */
  static final String HEADER = "X-Penstock";

  private static final Pattern JSON = Pattern.compile("application/json\\s*(?:;.*)?");

  private AdminGuard() {}

  /**
   * Lets a request in.
   *
   * @throws ServiceException 403 for one that a page of another site may have sent
   */
  static void check(HttpExchange exchange) {
    Headers headers = exchange.getRequestHeaders();
    boolean changes = !exchange.getRequestMethod().equals("GET");
    String type = headers.getFirst("Content-Type");
    boolean isJson = matches(JSON, type);
    if (changes && !isJson && !headers.containsKey(HEADER)) {
      throw refused(
          (type == null ? "A call without Content-Type" : "Content-Type " + type)
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
