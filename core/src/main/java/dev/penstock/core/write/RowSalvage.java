package dev.penstock.core.write;

import com.google.cloud.bigquery.storage.v1.RowError;
import dev.penstock.core.append.AppendBatch;
import dev.penstock.core.append.TicketRuns;
import dev.penstock.core.append.WriterSchema;
import dev.penstock.core.connection.Failure;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Destination;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Saves the good rows of a refused request: a request is atomic (WA-085), so one bad row holds up
 * all. Rows that the service names are taken out; where it names none, they are searched by halves.
 * One owner thread.
 */
final class RowSalvage {
  private static final String CURE =
      "Check that the table's columns are of the types that the rows have.";

  /** So many rows alone, and none stored between them: it is the request that is wrong. */
  private static final int MAX_REFUSED_IN_A_ROW = 24;

  private final Destination destination;
  private final RowBuffers buffers;
  private final Verdicts verdicts;
  private final IdentityHashMap<AppendBatch, Isolation> isolations = new IdentityHashMap<>();
  private @Nullable WriterSchema proven;

  /** Rows refused alone since one was stored. */
  private int refusedInARow;

  /** Carries out what was found. */
  interface Verdicts {
    /** A row will never be stored. */
    void reject(AppendBatch batch, int row, String message);

    /** Parts take the place of a batch; rows that are in none of them are done. */
    void replace(AppendBatch batch, List<AppendBatch> parts);
  }

  RowSalvage(Destination destination, RowBuffers buffers, Verdicts verdicts) {
    this.destination = destination;
    this.buffers = buffers;
    this.verdicts = verdicts;
  }

  /** Whether rows were ever stored. */
  boolean hasStored() {
    return proven != null;
  }

  /** Notes that a batch was stored: rows of its schema can be. */
  void stored(AppendBatch batch) {
    proven = batch.schema();
    refusedInARow = 0;
    Isolation isolation = isolations.remove(batch);
    if (isolation != null) {
      isolation.stored();
      conclude(isolation);
    }
  }

  /** Takes out the rows that the service names; without a usable name, searches them. */
  void removeRows(AppendBatch batch, Failure reason, List<RowError> rowErrors) {
    int rowCount = batch.rows().rowCount();
    Map<Integer, String> faults = new TreeMap<>();
    for (RowError error : rowErrors) {
      if (error.getIndex() >= 0 && error.getIndex() < rowCount) {
        faults.putIfAbsent((int) error.getIndex(), error.getMessage());
      }
    }
    if (faults.isEmpty()) {
      isolate(batch, reason);
      return;
    }
    faults.forEach((row, message) -> verdicts.reject(batch, row, message));
    if (faults.size() == rowCount) {
      replace(batch, List.of());
      return;
    }
    AppendBatch.Rows rest = newRows();
    for (int row = 0; row < rowCount; row++) {
      if (!faults.containsKey(row)) {
        copy(batch, row, row + 1, rest);
      }
    }
    replace(batch, List.of(batch.withRows(rest)));
  }

  /**
   * Searches the row that spoils the request.
   *
   * @throws IngestException when everything is refused, so that no row can be the reason
   */
  void isolate(AppendBatch batch, Failure reason) {
    Isolation isolation = isolations.computeIfAbsent(batch, key -> new Isolation());
    if (isolation.refusedInVain()) {
      throw reason.toException("Every request for " + destination + " is refused", CURE);
    }
    int rowCount = batch.rows().rowCount();
    if (rowCount == 1) {
      isolations.remove(batch);
      isolation.suspect(batch, reason);
      conclude(isolation);
      return;
    }
    AppendBatch.Rows left = newRows();
    AppendBatch.Rows right = newRows();
    copy(batch, 0, rowCount / 2, left);
    copy(batch, rowCount / 2, rowCount, right);
    isolation.split();
    replace(batch, List.of(batch.withRows(left), batch.withRows(right)));
  }

  private void conclude(Isolation isolation) {
    if (!isolation.isDone()) {
      return;
    }
    if (!isolation.isProven()) {
      refusedInARow += isolation.suspects().size();
    }
    for (Isolation.Suspect suspect : isolation.suspects()) {
      AppendBatch batch = suspect.batch();
      if (refusedInARow > MAX_REFUSED_IN_A_ROW) {
        throw suspect
            .failure()
            .toException("Row after row for " + destination + " is refused", CURE);
      }
      if (!isolation.isProven() && proven != batch.schema()) {
        throw suspect
            .failure()
            .toException(
                "Rows for " + destination + " are refused, and none of this form was ever stored",
                CURE);
      }
      verdicts.reject(batch, 0, suspect.failure().reason());
      verdicts.replace(batch, List.of());
    }
  }

  private void replace(AppendBatch batch, List<AppendBatch> parts) {
    Isolation isolation = isolations.remove(batch);
    if (isolation != null) {
      parts.forEach(part -> isolations.put(part, isolation));
    }
    verdicts.replace(batch, parts);
    if (isolation != null && parts.isEmpty()) {
      isolation.dropped();
      conclude(isolation);
    }
  }

  private AppendBatch.Rows newRows() {
    return new AppendBatch.Rows(buffers.take(), new TicketRuns());
  }

  private static void copy(AppendBatch from, int first, int end, AppendBatch.Rows to) {
    to.buffer().copyRows(from.rows(), first, end);
    for (int row = first; row < end; row++) {
      to.tickets().add(from.tickets().at(row));
    }
  }
}
