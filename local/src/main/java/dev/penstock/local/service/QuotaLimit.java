package dev.penstock.local.service;

import dev.penstock.local.catalog.TableId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A limit of the service on how often or how much something may be done. Immutable.
 *
 * @param fact the id of the fact that states it
 * @param limit how much a window allows
 * @param window zero for what lasts, of which so much may be at once
 * @param per what is counted by itself
 * @param methods the calls and uses that count
 * @param code what is above it is answered with: an HTTP code and reason, or a gRPC status; empty
 *     when the service refuses nothing
 * @param message in the service's words
 */
public record QuotaLimit(
    String name,
    String fact,
    long limit,
    Duration window,
    Per per,
    List<String> methods,
    String code,
    String message,
    String source,
    String date) {
  /** What is counted by itself. */
  public enum Per {
    TABLE("table"),
    UNPARTITIONED_TABLE("table without partitions"),
    PARTITIONED_TABLE("partitioned table"),
    INGESTION_TIME_TABLE("table by ingestion time"),
    COLUMN_PARTITIONED_TABLE("table by a column"),
    DATASET("dataset"),
    PROJECT("project"),
    PROJECT_IN_US_OR_EU("project in US or EU"),
    PROJECT_ELSEWHERE("project elsewhere"),
    /** There is one. */
    USER("user");

    private final String title;

    Per(String title) {
      this.title = title;
    }

    /** As the data file names it. */
    public String title() {
      return title;
    }

    /** The one of a title. */
    static Per of(String title) {
      for (Per per : values()) {
        if (per.title.equals(title)) {
          return per;
        }
      }
      throw new IllegalArgumentException("per: " + title + " (expected: one of Per)");
    }
  }

  /** Copies the methods. */
  public QuotaLimit {
    methods = List.copyOf(methods);
  }

  /** Whether it is of what lasts, and not of a time. */
  boolean isAtOnce() {
    return window.isZero();
  }

  /** The window of a time. */
  long window(long millis) {
    return isAtOnce() ? 0 : millis / window.toMillis();
  }

  /** What a call counts for; null when it counts for nothing here. */
  @Nullable String key(@Nullable TableId table, TableTraits traits) {
    if (per == Per.USER) {
      return "";
    }
    if (per == Per.PROJECT) {
      return table == null ? "" : table.project();
    }
    if (table == null || !applies(table, traits)) {
      return null;
    }
    return switch (per) {
      case DATASET -> table.project() + "." + table.dataset();
      case PROJECT_IN_US_OR_EU, PROJECT_ELSEWHERE, PROJECT, USER -> table.project();
      case TABLE,
          UNPARTITIONED_TABLE,
          PARTITIONED_TABLE,
          INGESTION_TIME_TABLE,
          COLUMN_PARTITIONED_TABLE ->
          table.table().isEmpty() ? null : table.toString();
    };
  }

  private boolean applies(TableId table, TableTraits traits) {
    return switch (per) {
      case UNPARTITIONED_TABLE -> traits.layout(table) == TableTraits.Layout.NONE;
      case PARTITIONED_TABLE -> traits.layout(table) != TableTraits.Layout.NONE;
      case INGESTION_TIME_TABLE -> traits.layout(table) == TableTraits.Layout.INGESTION_TIME;
      case COLUMN_PARTITIONED_TABLE -> traits.layout(table) == TableTraits.Layout.COLUMN;
      case PROJECT_IN_US_OR_EU -> traits.isInUsOrEu(table);
      case PROJECT_ELSEWHERE -> !traits.isInUsOrEu(table);
      case TABLE, DATASET, PROJECT, USER -> true;
    };
  }
}
