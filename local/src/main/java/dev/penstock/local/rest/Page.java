package dev.penstock.local.rest;

import dev.penstock.local.catalog.ServiceException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a listing. Immutable.
 *
 * @param nextToken what to ask the next page with; null on the last page
 */
record Page<T>(List<T> items, @Nullable String nextToken) {
  /** The page that a request asks for by {@code maxResults} and {@code pageToken}. */
  static <T> Page<T> of(List<T> all, Request request, long most) {
    long max = request.number("maxResults", most);
    String token = request.query().getOrDefault("pageToken", "");
    int from = Math.min(all.size(), token.isEmpty() ? 0 : index(token));
    if (max < 0) {
      throw ServiceException.invalid("Invalid value for maxResults: " + max);
    }
    int to = (int) Math.min(all.size(), from + Math.min(most, max));
    return new Page<>(all.subList(from, to), to < all.size() && to > from ? "at" + to : null);
  }

  private static int index(String token) {
    try {
      return Math.max(0, Integer.parseInt(token.substring(2)));
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw ServiceException.invalid("Invalid page token: " + token);
    }
  }
}
