package dev.penstock.core.write;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.BigQuery;
import com.google.cloud.bigquery.FieldValue;
import com.google.cloud.bigquery.FieldValueList;
import com.google.cloud.bigquery.QueryJobConfiguration;
import com.google.cloud.bigquery.TableId;
import dev.penstock.core.append.TextRow;
import dev.penstock.core.connection.Endpoint;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.RejectedRow;
import dev.penstock.core.sequence.SequenceNumber;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What changes come to in any BigQuery: the same tests run on a local one and on the service. */
abstract class ChangeContract {
  /** A new table may stay unknown to the streaming side for a while (RT-046). */
  private static final Duration TIMEOUT = Duration.ofMinutes(3);

  private final String table = "contract_" + UUID.randomUUID().toString().replace('-', '_');
  private final LocalWriters task = new LocalWriters(place().endpoint(), place().project());

  /** Where the tests run. */
  record Place(Endpoint endpoint, String project, String dataset, BigQuery client) {}

  abstract Place place();

  @AfterEach
  void dropTable() {
    task.close();
    place().client().delete(TableId.of(place().project(), place().dataset(), table));
  }

  private TableWriter writer() {
    return task.writer(place().dataset(), table);
  }

  private void change(SourceSchema schema, ChangeType change, long sequence, long id, String text) {
    TextRow row =
        schema == WriterFixture.WIDER_ROWS ? new TextRow(id, text, "added") : new TextRow(id, text);
    tickets++;
    writer().append(schema, row, change, SequenceNumber.of(sequence), tickets);
  }

  private long tickets;

  private void upsert(long sequence, long id, String text) {
    change(WriterFixture.ROWS, ChangeType.UPSERT, sequence, id, text);
  }

  private void delete(long sequence, long id) {
    change(WriterFixture.ROWS, ChangeType.DELETE, sequence, id, "");
  }

  /** The rows as a query shows them, sorted by id. */
  private List<String> rows() throws InterruptedException {
    String sql =
        "SELECT * FROM `"
            + place().project()
            + "."
            + place().dataset()
            + "."
            + table
            + "` ORDER BY id";
    List<String> rows = new ArrayList<>();
    for (FieldValueList row : place().client().query(QueryJobConfiguration.of(sql)).iterateAll()) {
      rows.add(
          row.stream()
              .map(FieldValue::getValue)
              .map(String::valueOf)
              .collect(Collectors.joining(" | ")));
    }
    return rows;
  }

  @Test
  void theLargestSequenceNumberOfAKeyWinsWhateverComesLast() throws InterruptedException {
    upsert(10, 1, "first");
    upsert(30, 1, "newest");
    upsert(20, 1, "late");
    upsert(11, 2, "deleted");
    delete(12, 2);
    upsert(5, 2, "older than the delete");
    delete(13, 3);
    upsert(14, 4, "gone");
    delete(15, 4);
    upsert(16, 4, "back");
    task.drain(10, TIMEOUT);

    assertThat(rows()).containsExactly("1 | newest", "4 | back");
  }

  @Test
  void sentAgainChangesNothing() throws InterruptedException {
    for (int i = 0; i < 2; i++) {
      upsert(1, 1, "a");
      upsert(2, 1, "b");
      upsert(3, 2, "c");
      delete(4, 2);
    }
    task.drain(8, TIMEOUT);

    assertThat(rows()).containsExactly("1 | b");
  }

  @Test
  void aColumnIsAddedWhileRowsFlow() throws InterruptedException {
    upsert(1, 1, "a");
    task.drain(1, TIMEOUT);
    change(WriterFixture.WIDER_ROWS, ChangeType.UPSERT, 2, 2, "b");
    upsert(3, 3, "c");
    task.drain(3, TIMEOUT);

    assertThat(rows()).containsExactly("1 | a | null", "2 | b | added", "3 | c | null");
  }

  @Test
  void aRowThatIsTooLargeIsRejectedAndItsNeighboursAreStored() throws InterruptedException {
    upsert(1, 1, "before");
    upsert(2, 2, "x".repeat(21_000_000));
    upsert(3, 3, "after");
    task.drain(2, TIMEOUT);

    assertThat(rows()).containsExactly("1 | before", "3 | after");
    assertThat(task.completions.rejected)
        .extracting(RejectedRow::code)
        .containsExactly(ErrorCode.ROW_TOO_LARGE);
  }
}
