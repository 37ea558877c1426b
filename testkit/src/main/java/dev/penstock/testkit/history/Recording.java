package dev.penstock.testkit.history;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;

/**
 * The change events that Debezium's PostgreSQL connector wrote for a history, as JSON. Thread-safe:
 * it has no state.
 *
 * <p>{@code schemas} is a list of Connect schemas in the form of Connect's JSON converter. An entry
 * of {@code records} has the {@code operation} number, {@code topic}, {@code key} and {@code
 * value}, and the positions {@code keySchema} and {@code valueSchema} in that list; a tombstone has
 * neither value nor valueSchema. {@code headers} holds name, schema and value. Bytes are base64;
 * decimals and floating-point numbers are texts.
 */
public final class Recording {
  private Recording() {}

  /**
   * Loads a recording.
   *
   * @param history for example {@code customers-32}
   * @param variant one of the history's {@link ChangeHistory#variants()}
   */
  public static JsonNode load(String history, String variant) {
    String name = "recordings/" + history + "-" + variant + ".json.gz";
    try (InputStream file = Recording.class.getResourceAsStream(name)) {
      if (file == null) {
        throw new IllegalArgumentException(
            "variant: " + variant + " (expected: a variant of the history " + history + ")");
      }
      try (InputStream json = new GZIPInputStream(file)) {
        return HistoryColumn.json().readTree(json);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
