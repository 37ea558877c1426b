package dev.penstock.benchmarks.crash;

import com.fasterxml.jackson.databind.JsonNode;
import dev.penstock.benchmarks.client.GoneException;
import dev.penstock.benchmarks.client.Rest;
import dev.penstock.benchmarks.client.Rest.Answer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Calls of jobs. */
final class JobCalls {
  private static final int NOT_FOUND = 404;
  private static final long POLL_MILLIS = 2;

  private JobCalls() {}

  static boolean isKnown(Rest rest, String id) throws GoneException, InterruptedException {
    Answer answer = rest.call("GET", "jobs/" + id, "");
    if (answer.status() != 200 && answer.status() != NOT_FOUND) {
      throw new IllegalStateException("job " + id + ": " + answer);
    }
    return answer.status() == 200;
  }

  /** Waits for the end of a job, which must be a good one. */
  static void await(Rest rest, String id) throws GoneException, InterruptedException {
    JsonNode status = rest.must("GET", "jobs/" + id, "").path("status");
    while (!status.path("state").asText().equals("DONE")) {
      Thread.sleep(POLL_MILLIS);
      status = rest.must("GET", "jobs/" + id, "").path("status");
    }
    if (status.has("errorResult")) {
      throw new IllegalStateException("job " + id + " failed: " + status);
    }
  }

  /** A load job of JSON lines into a table of the dataset {@code d}. */
  static String load(String id, String table, String disposition) {
    return job(
        id,
        "load",
        "\"sourceFormat\":\"NEWLINE_DELIMITED_JSON\",\"writeDisposition\":\"%s\","
                .formatted(disposition)
            + "\"destinationTable\":"
            + table(table));
  }

  static String table(String table) {
    return "{\"projectId\":\"p\",\"datasetId\":\"d\",\"tableId\":\"" + table + "\"}";
  }

  static String job(String id, String kind, String configuration) {
    return "{\"jobReference\":{\"jobId\":\"%s\"},\"configuration\":{\"%s\":{%s}}}"
        .formatted(id, kind, configuration);
  }

  /** Lines of {@code id} from 0 and the same {@code step}. */
  static String lines(int count, int step) {
    return IntStream.range(0, count)
        .mapToObj(id -> "{\"id\":" + id + ",\"step\":" + step + "}\n")
        .collect(Collectors.joining());
  }
}
