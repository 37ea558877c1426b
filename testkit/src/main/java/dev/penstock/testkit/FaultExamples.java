package dev.penstock.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Fault scripts of what the service was seen to do, for {@code FaultScript.add} or {@code POST
 * /_penstock/faults}. They are about any table; copy one to make it about yours. Thread-safe.
 */
public final class FaultExamples {
  /** All of them. */
  public static final List<String> NAMES =
      List.of(
          "anonymous-result-dropped-early",
          "copy-fails-at-level-2",
          "delete-staged-object",
          "deny-first-create-write-streams",
          "deny-first-flush-rows",
          "drop-response-after-apply",
          "expire-session-after-6-hours",
          "expire-stream-after-7-days",
          "finalize-stream-under-writer",
          "five-of-sixteen-creates",
          "hang-append-then-apply",
          "load-job-fails-after-running",
          "memory-protection-burst",
          "schema-propagation-2h",
          "schema-propagation-35s",
          "statusless-duplicate-job",
          "view-error",
          "wrong-location");

  private FaultExamples() {}

  /**
   * A script in JSON.
   *
   * @throws IllegalArgumentException for a name that is not in {@link #NAMES}
   */
  public static String load(String name) {
    if (!NAMES.contains(name)) {
      throw new IllegalArgumentException(
          "name: " + name + " (expected: one of " + String.join(", ", NAMES) + ")");
    }
    try (InputStream in = FaultExamples.class.getResourceAsStream("faults/" + name + ".json")) {
      if (in == null) {
        throw new IllegalStateException("faults/" + name + ".json is missing in the artifact");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
