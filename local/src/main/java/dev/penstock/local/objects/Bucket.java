package dev.penstock.local.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A bucket. Immutable as long as nobody changes its settings.
 *
 * @param settings what the client said of it, as REST writes it
 */
public record Bucket(
    String name,
    String project,
    long createdMillis,
    long updatedMillis,
    long metageneration,
    ObjectNode settings) {

  /** The same bucket with other settings. */
  Bucket changed(ObjectNode newSettings, long nowMillis) {
    return new Bucket(name, project, createdMillis, nowMillis, metageneration + 1, newSettings);
  }
}
