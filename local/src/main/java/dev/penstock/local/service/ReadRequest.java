package dev.penstock.local.service;

import dev.penstock.local.catalog.TableId;
import dev.penstock.local.read.RowFormat;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A read session to be created. Immutable.
 *
 * @param project the project that pays and that the session's name is in
 * @param selectedFields dotted names of columns; empty for all
 * @param rowRestriction a GoogleSQL condition; empty for all rows
 * @param time as of when; null for now
 * @param format how rows are written
 * @param maxStreams the most streams; 0 lets the server choose
 * @param preferredMinStreams as many streams at least if there is enough to read; 0 for none
 */
public record ReadRequest(
    String project,
    TableId table,
    List<String> selectedFields,
    String rowRestriction,
    @Nullable Instant time,
    RowFormat format,
    int maxStreams,
    int preferredMinStreams) {
  /** Copies the fields. */
  public ReadRequest {
    selectedFields = List.copyOf(selectedFields);
  }
}
