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
