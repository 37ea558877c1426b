package dev.penstock.local.service;

import dev.penstock.local.catalog.TableId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A limit of the service on how often something may be done. Immutable.
 *
 * @param fact the id of the fact that states it
 * @param limit how many calls a window allows
 * @param per what is counted by itself: {@code table}, {@code project}, or the {@code user}, who is
 *     one here
 * @param methods the calls that count
 * @param code what a call above it is answered with: an HTTP code and reason, or a gRPC status
 * @param message in the service's words
 */
public record QuotaLimit(
    String name,
    String fact,
    long limit,
    Duration window,
    String per,
    List<String> methods,
    String code,
    String message,
    String source,
    String date) {
  /** Checks what it is counted by. */
  public QuotaLimit {
    methods = List.copyOf(methods);
    if (!List.of("table", "project", "user").contains(per)) {
      throw new IllegalArgumentException("per: " + per + " (expected: table, project or user)");
    }
  }

  /** What a call counts for; null when it counts for nothing here. */
  @Nullable String key(@Nullable TableId table) {
    return switch (per) {
      case "table" -> table == null ? null : table.toString();
      case "project" -> table == null ? "" : table.project();
      default -> "";
    };
  }
}
