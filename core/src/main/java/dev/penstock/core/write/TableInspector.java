package dev.penstock.core.write;

import dev.penstock.core.append.StreamKind;
import dev.penstock.core.append.WriterSchema;
import dev.penstock.core.connection.Failure;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.table.LiveTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the table after a refusal that may be about it. A method returns when sending again can
 * help, and throws when it cannot. One owner thread; waits for table metadata only.
 */
final class TableInspector {
  private static final Logger LOG = LoggerFactory.getLogger(TableInspector.class);
  private static final String CURE_STREAM =
      "Restart: rows that are not committed are written again, to a new stream. Rows that were"
          + " committed to the old table are gone with it.";
  private static final String CURE_ACCESS =
      "Grant the credentials roles/bigquery.dataEditor on the table or dataset, then restart.";

  private final TablePlans plans;
  private final StreamKind kind;

  TableInspector(TablePlans plans, StreamKind kind) {
    this.plans = plans;
    this.kind = kind;
  }

  /** Whether columns that rows carry and the table lacks may be added to it. */
  boolean mayAddColumns() {
    return plans.mayAddColumns();
  }

  /** After "the table is missing, or hidden" before any stream of it was there. */
  void confirmNewTable(Failure failure) {
    Optional<LiveTable> found = plans.reread();
    if (found.isEmpty()) {
      createOrStop(failure);
    } else if (found.get().createdMillis() != plans.table().createdMillis()) {
      LOG.warn("Table {} was created again by somebody else; going on", plans.destination());
      plans.recreate();
    } else {
      LOG.debug("Table {} exists but is not known everywhere yet", plans.destination());
    }
  }

  /**
   * After "the table is missing, or hidden".
   *
   * @param acknowledged whether rows of this writer were stored before
   */
  void confirmTable(Failure failure, boolean acknowledged) {
    Optional<LiveTable> found = plans.reread();
    if (found.isEmpty()) {
      replaceOrStop(failure);
    } else if (found.get().createdMillis() != plans.table().createdMillis()) {
      acceptOrStop(failure);
    } else if (failure.masked() && acknowledged) {
      // The service knew the table, and it is still there: what is lost is the right to write.
      throw failure.withCode(ErrorCode.PERMISSION_DENIED).toException(refusal(), CURE_ACCESS);
    } else {
      LOG.debug("Table {} exists but is not known everywhere yet", plans.destination());
    }
  }

  private void replaceOrStop(Failure failure) {
    if (plans.isChange()) {
      throw failure.toException(
          "Table "
              + plans.destination()
              + " was dropped while changes were written to it. A new table would hold only later"
              + " changes, so none is made",
          "Restore the table, or load the source anew, then restart.");
    }
    if (kind != StreamKind.DEFAULT) {
      throw failure.toException(
          "Table "
              + plans.destination()
              + " was dropped while rows were written to a stream of it, and the stream with it",
          CURE_STREAM);
    }
    createOrStop(failure);
  }

  private void createOrStop(Failure failure) {
    if (!plans.maySetUpTable()) {
      throw failure.toException(
          "Table " + plans.destination() + " was dropped while rows were written to it",
          "Create it, or allow table creation, then restart.");
    }
    LOG.warn("Table {} disappeared; creating it again", plans.destination());
    plans.recreate();
  }

  private void acceptOrStop(Failure failure) {
    if (plans.isChange()) {
      throw failure.toException(
          "Table "
              + plans.destination()
              + " was dropped and created again while changes were written to it, so earlier"
              + " changes are missing",
          "Load the source anew, then restart.");
    }
    if (kind != StreamKind.DEFAULT) {
      throw failure.toException(
          "Table "
              + plans.destination()
              + " was dropped and created again while rows were written to a stream of it",
          CURE_STREAM);
    }
    LOG.warn("Table {} was created again by somebody else; going on", plans.destination());
    plans.recreate();
  }

  /** After "permission denied": tells a lost right from a lost table. */
  IngestException explainDenial(Failure failure) {
    try {
      if (plans.reread().isEmpty()) {
        return failure.toException(
            "Table " + plans.destination() + " is gone, or hidden from the credentials",
            "Restore the table or the right to see it, then restart.");
      }
    } catch (IngestException e) {
      return failure.toException(refusal() + " and its metadata may not be read", CURE_ACCESS);
    }
    return failure.toException(refusal(), CURE_ACCESS);
  }

  /** After "the rows have fields that the table lacks". */
  void confirmSchema(Failure failure, WriterSchema sent) {
    Optional<LiveTable> found = plans.reread();
    if (found.isEmpty()) {
      replaceOrStop(failure);
      return;
    }
    List<String> lost = new ArrayList<>();
    missing(sent.columns().columns(), found.get().schema().columns(), "", lost);
    if (!lost.isEmpty()) {
      throw failure.toException(
          "Table "
              + plans.destination()
              + " lost the columns "
              + lost
              + " while rows with them were written",
          "Add the columns again, or restart to write without them.");
    }
  }

  private static void missing(
      List<Column> sent, List<Column> live, String prefix, List<String> lost) {
    for (Column column : sent) {
      Optional<Column> match =
          live.stream().filter(other -> other.name().equalsIgnoreCase(column.name())).findFirst();
      if (match.isEmpty()) {
        lost.add(prefix + column.name());
      } else {
        missing(column.fields(), match.get().fields(), prefix + column.name() + ".", lost);
      }
    }
  }

  private String refusal() {
    return "Rows for " + plans.destination() + " are refused";
  }
}
