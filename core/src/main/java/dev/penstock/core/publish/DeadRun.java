package dev.penstock.core.publish;

import dev.penstock.core.append.FinishedStreams;
import dev.penstock.core.append.FinishedStreams.Part;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Destination;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the journal of a run that died tells.
 *
 * @param attempt what tells it from others with its id; empty in journals of earlier releases
 * @param publishes the index of the step that changes the rows of the target
 * @param createsTarget whether the run made the target before it had rows
 * @param begun the jobs of the steps that had begun, by index; empty for a step that is no job
 * @param ended the steps that were done
 * @param committing the loads whose rows had all gone out
 * @param sent the rows of an append by streams that had all gone out; null when there are none
 */
record DeadRun(
    String runId,
    String attempt,
    String place,
    Destination target,
    Destination staging,
    @Nullable String location,
    int publishes,
    boolean createsTarget,
    Map<Integer, String> begun,
    Set<Integer> ended,
    Set<Integer> committing,
    @Nullable SentRows sent) {

  /** The field of a journal, and the label of a staging table. */
  static final String ATTEMPT = PlanDraft.ATTEMPT_LABEL;

  /** The first line of a journal. */
  static Map<String, String> header(PublishPlan plan, String place, @Nullable String location) {
    PublishRequest request = plan.request();
    Map<String, String> header = new LinkedHashMap<>();
    header.put("version", Integer.toString(JournalFile.VERSION));
    header.put("run", request.runId());
    header.put("place", place);
    header.put("project", request.target().project());
    header.put("dataset", request.target().dataset());
    header.put("table", request.target().table());
    header.put("staging", request.staging().table());
    header.put("location", location == null ? "" : location);
    header.put("strategy", request.strategy().word());
    header.put("publishes", Integer.toString(plan.publishingStep()));
    header.put("creates_target", Boolean.toString(plan.createsTarget()));
    return header;
  }

  /**
   * Reads a journal. A last line without an end was being written when the run died, and does not
   * count.
   *
   * @throws IngestException NOT_SUPPORTED when a later release wrote it
   */
  static DeadRun read(String name, String text) throws IOException {
    List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
    lines.remove(lines.size() - 1);
    if (lines.isEmpty()) {
      throw new IOException("it has no first line");
    }
    Map<String, String> header = JournalFile.fields(lines.get(0));
    String version = header.getOrDefault("version", "");
    if (!version.equals(Integer.toString(JournalFile.VERSION))) {
      throw new IngestException(
          ErrorCode.NOT_SUPPORTED,
          "The journal "
              + name
              + " has version "
              + version
              + " and this release reads "
              + JournalFile.VERSION
              + ". Clean up with the release that wrote it, or drop the run's staging table and"
              + " delete the file.");
    }
    Map<Integer, String> begun = new LinkedHashMap<>();
    Set<Integer> ended = new HashSet<>();
    Set<Integer> committing = new HashSet<>();
    List<Part> parts = new ArrayList<>();
    SentRows sent = null;
    for (String line : lines.subList(1, lines.size())) {
      Map<String, String> event = JournalFile.fields(line);
      if (event.containsKey("begins")) {
        begun.put(number(event, "begins"), event.getOrDefault("job", ""));
      } else if (event.containsKey("stream")) {
        parts.add(new Part(required(event, "stream"), longNumber(event, "rows")));
      } else if (event.containsKey("commits")) {
        committing.add(number(event, "commits"));
        sent = parts.isEmpty() ? null : sent(event, table(header, "table"), parts);
      } else if (event.containsKey("ended")) {
        ended.add(number(event, "ended"));
      }
    }
    String location = header.getOrDefault("location", "");
    return new DeadRun(
        required(header, "run"),
        header.getOrDefault(ATTEMPT, ""),
        required(header, "place"),
        table(header, "table"),
        table(header, "staging"),
        location.isEmpty() ? null : location,
        number(header, "publishes"),
        Boolean.parseBoolean(header.get("creates_target")),
        begun,
        ended,
        committing,
        sent);
  }

  private static SentRows sent(Map<String, String> event, Destination target, List<Part> parts)
      throws IOException {
    return new SentRows(
        required(event, "source"),
        Boolean.parseBoolean(event.get("named")),
        longNumber(event, "table_created"),
        new FinishedStreams(target, parts));
  }

  /** Whether the rows of the target were changed for sure. */
  boolean isPublished() {
    return ended.contains(publishes);
  }

  private static Destination table(Map<String, String> header, String name) throws IOException {
    return new Destination(
        required(header, "project"), required(header, "dataset"), required(header, name));
  }

  private static String required(Map<String, String> fields, String name) throws IOException {
    String value = fields.getOrDefault(name, "");
    if (value.isEmpty()) {
      throw new IOException("it lacks '" + name + "'");
    }
    return value;
  }

  private static int number(Map<String, String> fields, String name) throws IOException {
    return (int) longNumber(fields, name);
  }

  private static long longNumber(Map<String, String> fields, String name) throws IOException {
    String value = required(fields, name);
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new IOException("'" + name + "' is no number", e);
    }
  }
}
