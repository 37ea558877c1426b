package dev.penstock.core.metrics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The names of all metrics of the engine, each with what it says and its unit. Immutable. */
public final class MetricNames {
  public static final String ROWS = "rows-total";
  public static final String BYTES = "bytes-total";
  public static final String REJECTED_ROWS = "rejected-rows-total";
  public static final String RETRIES = "retries-total";
  public static final String POSSIBLY_REPEATED_ROWS = "possibly-repeated-rows-total";
  public static final String APPEND_P50_MS = "append-p50-ms";
  public static final String APPEND_P99_MS = "append-p99-ms";
  public static final String APPEND_MAX_MS = "append-max-ms";
  public static final String IN_FLIGHT_REQUESTS = "in-flight-requests";
  public static final String IN_FLIGHT_BYTES = "in-flight-bytes";
  public static final String OLDEST_UNACKNOWLEDGED_MS = "oldest-unacknowledged-ms";
  public static final String LAST_ERROR = "last-error";
  public static final String STATE = "state";

  /** Each name with its meaning, in the order in which they are shown. */
  public static final Map<String, String> MEANINGS = meanings();

  private MetricNames() {}

  private static Map<String, String> meanings() {
    Map<String, String> meanings = new LinkedHashMap<>();
    meanings.put(ROWS, "Rows that the service acknowledged since the start.");
    meanings.put(BYTES, "Bytes of these rows as sent.");
    meanings.put(REJECTED_ROWS, "Rows that will never be stored, since the start.");
    meanings.put(RETRIES, "Batches that were sent again, since the start.");
    meanings.put(
        POSSIBLY_REPEATED_ROWS,
        "Rows that were sent again to a default stream without an answer to the first request: they"
            + " may be stored twice.");
    meanings.put(
        APPEND_P50_MS,
        "Milliseconds from a request to its answer over the last one to two minutes: the median.");
    meanings.put(APPEND_P99_MS, "The same: 99 of 100 requests took no longer.");
    meanings.put(APPEND_MAX_MS, "The same: the longest.");
    meanings.put(IN_FLIGHT_REQUESTS, "Requests that wait for an answer.");
    meanings.put(IN_FLIGHT_BYTES, "Bytes of rows that wait for an answer.");
    meanings.put(
        OLDEST_UNACKNOWLEDGED_MS,
        "Age of the oldest row without an answer in milliseconds; 0 when there is none.");
    meanings.put(LAST_ERROR, "The last failure: code, destination and cure; empty when none.");
    meanings.put(
        STATE, "RUNNING; RETRYING after a retry or failure until the next acknowledged rows.");
    return Collections.unmodifiableMap(meanings);
  }
}
