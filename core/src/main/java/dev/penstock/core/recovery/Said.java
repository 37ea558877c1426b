package dev.penstock.core.recovery;

import dev.penstock.core.connection.Failure;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is said when something stops: what failed, and what to do. {@code {table}}, {@code {stream}}
 * and {@code {columns}} stand for names. Immutable.
 */
public enum Said {
  /** What failed is all there is to say. */
  NOTHING("", ""),
  /** The right to write is lost, whatever the service called it. */
  RIGHT_LOST("", Cures.GRANT, ErrorCode.PERMISSION_DENIED),
  MAYBE_HIDDEN(
      "",
      "Check that the table exists and that the credentials have roles/bigquery.dataEditor on it."),
  UNREADABLE(Texts.REFUSED + " and its metadata may not be read", Cures.GRANT),
  TABLE_GONE(
      "Table {table} was dropped while rows were written to it",
      "Create it, or allow table creation, then restart."),
  CHANGES_GONE(
      "Table {table} was dropped while changes were written to it. A new table would hold only"
          + " later changes, so none is made",
      "Restore the table, or load the source anew, then restart."),
  CHANGES_CUT(
      "Table {table} was dropped and created again while changes were written to it, so earlier"
          + " changes are missing",
      "Load the source anew, then restart."),
  STREAM_GONE(
      "Table {table} was dropped while rows were written to a stream of it, and the stream with it",
      Cures.WRITE_AGAIN),
  STREAM_CUT(
      "Table {table} was dropped and created again while rows were written to a stream of it",
      Cures.WRITE_AGAIN),
  COLUMNS_LOST(
      "Table {table} lost the columns {columns} while rows with them were written",
      "Add the columns again, or restart to write without them."),
  STREAM_ENDED(
      "Stream {stream} takes no more rows",
      "Restart from the last snapshot: what is not committed is written again to a new stream."),
  ROWS_UNREADABLE(
      "",
      "Rows of a stream that expired or was finalized before they were flushed or committed cannot"
          + " be read any more: write them again from an earlier position of the source."),
  ROLES(
      "",
      "Grant the credentials roles/bigquery.dataEditor on the dataset and roles/bigquery.jobUser on"
          + " the project."),
  KEY("", "Check that the key is valid and not disabled."),
  DATASET("", "Create the dataset, or correct its name."),
  QUOTA("", "Try later, or ask for more quota."),
  LATER("", "Check that BigQuery can be reached, or try later.");

  /** What failed where rows are refused and there is no more to say. */
  private static final class Texts {
    static final String REFUSED = "Rows for {table} are refused";
  }

  private static final class Cures {
    static final String GRANT =
        "Grant the credentials roles/bigquery.dataEditor on the table or dataset, then restart.";
    static final String WRITE_AGAIN =
        "Restart: rows that are not committed are written again, to a new stream. Rows that were"
            + " committed to the old table are gone with it.";
  }

  private final String what;
  private final String cure;
  private final @Nullable ErrorCode code;

  Said(String what, String cure) {
    this(what, cure, null);
  }

  Said(String what, String cure, @Nullable ErrorCode code) {
    this.what = what;
    this.cure = cure;
    this.code = code;
  }

  /** What to do, as a sentence; empty when there is nothing to say. */
  public String cure() {
    return cure;
  }

  /** Whether it says what failed, and needs no words of the caller. */
  public boolean isComplete() {
    return !what.isEmpty();
  }

  /**
   * The exception of a failure of rows.
   *
   * @param stream where they went; empty when nothing is said about it
   */
  public IngestException about(Failure failure, String table, String stream) {
    return about(failure, table, stream, List.of());
  }

  /**
   * The same.
   *
   * @param columns those that the table lost
   */
  public IngestException about(Failure failure, String table, String stream, List<String> columns) {
    String said =
        (what.isEmpty() ? Texts.REFUSED : what)
            .replace("{table}", table)
            .replace("{stream}", stream)
            .replace("{columns}", columns.toString());
    return (code == null ? failure : failure.withCode(code)).toException(said, cure);
  }
}
