package dev.penstock.core.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.google.cloud.bigquery.storage.v1.StorageError.StorageErrorCode;
import com.google.protobuf.ByteString;
import com.google.rpc.Code;
import dev.penstock.core.append.Reply;
import dev.penstock.core.append.ScriptedWriteServer.Request;
import dev.penstock.core.append.TextRow;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.RejectedRow;
import dev.penstock.core.sequence.SequenceNumber;
import dev.penstock.core.table.TablePolicy;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a writer does about requests that the service refuses. */
class RefusalTest {
  private static final String MASKED =
      "Permission 'TABLES_GET' denied on resource 'projects/p/datasets/d/tables/t' (or it may not"
          + " exist).";

  private final WriterFixture fixture = WriterFixture.withDefaults();

  @AfterEach
  void close() {
    fixture.close();
  }

  private static boolean holds(Request request, String text) {
    ByteString wanted = ByteString.copyFromUtf8(text);
    return request.rows().stream().anyMatch(row -> indexOf(row, wanted) >= 0);
  }

  private static int indexOf(ByteString row, ByteString wanted) {
    for (int at = 0; at + wanted.size() <= row.size(); at++) {
      if (row.substring(at, at + wanted.size()).equals(wanted)) {
        return at;
      }
    }
    return -1;
  }

  @Test
  void handsOutTheRowsAtFaultAndStoresTheOthers() {
    fixture.server.script(
        request ->
            request.number() == 1
                ? Reply.refuseRows(
                    List.of(1, 3),
                    "Field name: STRING(3) has maximum length 3 but got a value with length 5 on"
                        + " field name. Entity: projects/p/datasets/d/tables/t/streams/_default")
                : Reply.ack());
    fixture.append(fixture.writer("t"), 11, 15);

    fixture.drainUntilAcknowledged(3);

    assertThat(fixture.completions.runs).containsExactly("11..11", "13..13", "15..15");
    assertThat(fixture.completions.rejected)
        .extracting(RejectedRow::ticket, RejectedRow::code, RejectedRow::column)
        .containsExactly(
            tuple(12L, ErrorCode.ROW_INVALID, "name"), tuple(14L, ErrorCode.ROW_INVALID, "name"));
    assertThat(fixture.completions.rejected.get(0).message())
        .isEqualTo(
            "The service refuses the row for column 'name': Field name: STRING(3) has maximum"
                + " length 3 but got a value with length 5 on field name.");
    assertThat(fixture.writers.unacknowledgedBytes()).isZero();
  }

  @Test
  void rejectsNoRowsOfAnAnswerThatNamesThemWhileTheServiceIsUnwell() {
    fixture.server.script(
        request ->
            request.number() == 1
                ? Reply.refuse(Code.UNAVAILABLE, "Try again").naming(List.of(0, 2), "no")
                : Reply.ack());
    fixture.append(fixture.writer("t"), 1, 3);

    fixture.drainUntilAcknowledged(3);

    assertThat(fixture.completions.rejected).isEmpty();
    assertThat(fixture.server.stored()).hasSize(3);
    assertThat(fixture.metrics.retried).containsExactly(ErrorCode.UNAVAILABLE);
  }

  @Test
  void rejectsNoRowsForColumnsThatAreAdded() {
    fixture.server.script(
        request ->
            request.number() == 1
                ? Reply.refuse(
                        Code.INVALID_ARGUMENT,
                        StorageErrorCode.SCHEMA_MISMATCH_EXTRA_FIELDS,
                        "extra fields: 'name'")
                    .naming(List.of(0), "extra fields")
                : Reply.ack());
    fixture.append(fixture.writer("t"), 1, 2);

    fixture.drainUntilAcknowledged(2);

    assertThat(fixture.completions.rejected).isEmpty();
    assertThat(fixture.metrics.retried).containsExactly(ErrorCode.SCHEMA_MISMATCH);
  }

  @Test
  void rejectsRowsForColumnsThatMayNotBeAdded() {
    fixture.server.script(
        request ->
            request.number() == 1
                ? Reply.refuse(
                        Code.INVALID_ARGUMENT,
                        StorageErrorCode.SCHEMA_MISMATCH_EXTRA_FIELDS,
                        "extra fields: 'name'")
                    .naming(List.of(0), "extra fields")
                : Reply.ack());
    TablePolicy fixed = TablePolicy.builder().createTable(true).primaryKey(List.of("id")).build();
    fixture.append(fixture.writers.writerFor(new Destination("p", "d", "t"), fixed), 1, 2);

    fixture.drainUntilAcknowledged(1);

    assertThat(fixture.completions.acknowledged).containsExactly(2L);
    assertThat(fixture.completions.rejected)
        .extracting(RejectedRow::ticket, RejectedRow::code)
        .containsExactly(tuple(1L, ErrorCode.ROW_INVALID));
  }

  @Test
  void findsTheRowThatSpoilsARequestWithoutRowErrors() {
    fixture.server.script(
        request ->
            holds(request, "row 37")
                ? Reply.refuse(Code.INVALID_ARGUMENT, "The request is not understood")
                : Reply.ack());
    fixture.append(fixture.writer("t"), 1, 100);

    fixture.drainUntilRejected(1);

    assertThat(fixture.completions.acknowledged).hasSize(99).doesNotContain(37L);
    assertThat(fixture.completions.rejected).extracting(RejectedRow::ticket).containsExactly(37L);
    assertThat(fixture.server.requests()).hasSizeLessThan(20);
  }

  @Test
  void stopsWhenEveryRequestIsRefusedInsteadOfRejectingEveryRow() {
    fixture.server.script(
        request -> Reply.refuse(Code.INVALID_ARGUMENT, "The proto field mismatched"));
    fixture.append(fixture.writer("t"), 1, 1_000);

    assertThatThrownBy(() -> fixture.drainUntilAcknowledged(1))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REQUEST_INVALID))
        .hasMessage(
            "Every request for p.d.t is refused: INVALID_ARGUMENT: The proto field mismatched."
                + " Check that the table's columns are of the types that the rows have.");
    assertThat(fixture.completions.rejected).isEmpty();
    assertThat(fixture.server.requests()).hasSizeLessThan(100);
  }

  @Test
  void stopsWhenEveryRequestIsRefusedAfterRowsWereStored() {
    fixture.server.script(
        request ->
            request.number() == 1
                ? Reply.ack()
                : Reply.refuse(Code.INVALID_ARGUMENT, "The proto field mismatched"));
    fixture.append(fixture.writer("t"), 1, 1);
    fixture.drainUntilAcknowledged(1);

    fixture.append(fixture.writer("t"), 2, 1_000);

    assertThatThrownBy(() -> fixture.drainUntilAcknowledged(2))
        .hasMessageStartingWith("Every request for p.d.t is refused");
    assertThat(fixture.completions.rejected).isEmpty();
  }

  @Test
  void stopsWhenRowAfterRowIsRefusedAlone() {
    fixture.server.script(
        request ->
            request.number() == 1
                ? Reply.ack()
                : Reply.refuse(Code.INVALID_ARGUMENT, "The proto field mismatched"));
    fixture.append(fixture.writer("t"), 1, 1);
    fixture.drainUntilAcknowledged(1);
    for (int ticket = 2; ticket <= 25; ticket++) {
      fixture.append(fixture.writer("t"), ticket, ticket);
      fixture.drainUntilRejected(ticket - 1);
    }

    fixture.append(fixture.writer("t"), 26, 26);

    assertThatThrownBy(() -> fixture.drainUntilRejected(25))
        .hasMessageStartingWith("Row after row for p.d.t is refused");
    assertThat(fixture.completions.rejected).hasSize(24);
  }

  @Test
  void waitsAndSendsAgainWhenTheQuotaIsUsedUp() {
    fixture.server.script(
        request ->
            request.number() <= 3
                ? Reply.refuse(Code.RESOURCE_EXHAUSTED, "Exceeds 'AppendRows throughput' quota")
                : Reply.ack());
    fixture.append(fixture.writer("t"), 1, 2);

    fixture.drainUntilAcknowledged(2);

    assertThat(fixture.metrics.retried)
        .containsExactly(
            ErrorCode.QUOTA_EXCEEDED, ErrorCode.QUOTA_EXCEEDED, ErrorCode.QUOTA_EXCEEDED);
    assertThat(fixture.server.connections()).isEqualTo(1);
  }

  @Test
  void waitsAtLeastAsLongAsTheServiceAsks() {
    fixture.server.script(
        request ->
            request.number() == 1
                ? Reply.refuse(Code.RESOURCE_EXHAUSTED, "Exceeds 'AppendRows throughput' quota")
                    .asking(Duration.ofSeconds(40))
                : Reply.ack());
    fixture.append(fixture.writer("t"), 1, 2);

    fixture.drainUntilAcknowledged(2);

    assertThat(fixture.time.nanos())
        .isBetween(Duration.ofSeconds(40).toNanos(), Duration.ofSeconds(50).toNanos());
  }

  @Test
  void waitsNoLongerThanABatchMayBeTried() {
    try (WriterFixture patient =
        new WriterFixture(
            options ->
                WriterOptions.builder(true, "penstock:test")
                    .retryTimeout(Duration.ofSeconds(50))
                    .build())) {
      patient.server.script(
          request -> Reply.refuse(Code.RESOURCE_EXHAUSTED, "no").asking(Duration.ofDays(1)));
      patient.append(patient.writer("t"), 1, 2);

      assertThatThrownBy(() -> patient.drainUntilAcknowledged(2))
          .isInstanceOfSatisfying(
              IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.QUOTA_EXCEEDED));
      assertThat(patient.time.nanos()).isLessThan(Duration.ofMinutes(2).toNanos());
    }
  }

  @Test
  void addsColumnsAndWaitsUntilTheStreamKnowsThem() {
    TableWriter writer = fixture.writer("t");
    fixture.append(writer, 1, 1);
    fixture.drainUntilAcknowledged(1);
    fixture.server.script(
        request ->
            request.number() <= 4
                ? Reply.refuse(
                    Code.INVALID_ARGUMENT,
                    StorageErrorCode.SCHEMA_MISMATCH_EXTRA_FIELDS,
                    "Input schema has more fields than BigQuery schema, extra fields: 'city'")
                : Reply.ack());

    writer.append(
        WriterFixture.WIDER_ROWS,
        new TextRow(2, "a", "b"),
        ChangeType.UPSERT,
        SequenceNumber.of(2),
        2);
    fixture.writers.flush();
    fixture.drainUntilAcknowledged(2);

    assertThat(Objects.requireNonNull(fixture.tables.table("t")).getSchema().getFields())
        .extracting(field -> field.getName() + " " + field.getMode())
        .containsExactly("id REQUIRED", "name NULLABLE", "city NULLABLE");
    // A stream may know the old schema for the life of its connection.
    assertThat(fixture.server.connections()).isGreaterThan(2);
    assertThat(fixture.metrics.retried).containsOnly(ErrorCode.SCHEMA_MISMATCH);
  }

  @Test
  void waitsForAYoungTableToBeKnown() {
    fixture.server.script(
        request ->
            request.number() <= 2 ? Reply.refuse(Code.PERMISSION_DENIED, MASKED) : Reply.ack());
    fixture.append(fixture.writer("t"), 1, 1);

    fixture.drainUntilAcknowledged(1);

    assertThat(fixture.metrics.retried).containsOnly(ErrorCode.TABLE_NOT_FOUND);
  }

  @Test
  void stopsWithinSecondsWhenTheRightToWriteIsLost() {
    TableWriter writer = fixture.writer("t");
    fixture.append(writer, 1, 1);
    fixture.drainUntilAcknowledged(1);
    fixture.server.script(request -> Reply.refuse(Code.PERMISSION_DENIED, MASKED));
    fixture.append(writer, 2, 2);
    long before = fixture.time.nanos();

    assertThatThrownBy(() -> fixture.drainUntilAcknowledged(2))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PERMISSION_DENIED))
        .hasMessage(
            "Rows for p.d.t are refused: PERMISSION_DENIED: "
                + MASKED
                + " Grant the credentials roles/bigquery.dataEditor on the table or dataset, then"
                + " restart.");
    assertThat(fixture.time.nanos() - before).isLessThan(Duration.ofSeconds(5).toNanos());
    assertThat(fixture.completions.acknowledged).containsExactly(1L);
  }

  @Test
  void stopsOnADenialThatEndsTheCall() {
    fixture.server.script(
        request -> Reply.end(Status.PERMISSION_DENIED.withDescription("no access")));
    fixture.append(fixture.writer("t"), 1, 1);

    assertThatThrownBy(() -> fixture.drainUntilAcknowledged(1))
        .hasMessageStartingWith("Rows for p.d.t are refused: PERMISSION_DENIED: no access.");
  }

  @Test
  void stopsWhenATableOfChangesIsDropped() {
    TableWriter writer = fixture.writer("t");
    fixture.append(writer, 1, 1);
    fixture.drainUntilAcknowledged(1);
    fixture.tables.drop("t");
    fixture.server.script(
        request -> Reply.refuse(Code.NOT_FOUND, "Requested entity was not found."));
    fixture.append(writer, 2, 2);

    assertThatThrownBy(() -> fixture.drainUntilAcknowledged(2))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TABLE_NOT_FOUND))
        .hasMessage(
            "Table p.d.t was dropped while changes were written to it. A new table would hold only"
                + " later changes, so none is made: NOT_FOUND: Requested entity was not found."
                + " Restore the table, or load the source anew, then restart.");
    assertThat(fixture.tables.table("t")).isNull();
  }

  @Test
  void keepsThrowingTheFirstFailureAndTakesNoMoreRows() {
    fixture.server.script(request -> Reply.refuse(Code.UNAUTHENTICATED, "expired"));
    TableWriter writer = fixture.writer("t");
    fixture.append(writer, 1, 1);
    assertThatThrownBy(() -> fixture.drainUntilAcknowledged(1)).isInstanceOf(IngestException.class);

    assertThatThrownBy(() -> fixture.append(writer, 2, 2))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CREDENTIALS));
  }

  @Test
  void looksAtTheTableOnceForAllRequestsThatAreRefusedTogether() {
    TableWriter writer = fixture.writer("t");
    fixture.append(writer, 1, 1);
    fixture.drainUntilAcknowledged(1);
    int before = fixture.tables.calls().size();
    fixture.server.script(
        request ->
            request.number() <= 6
                ? Reply.refuse(Code.NOT_FOUND, "Requested entity was not found.")
                : Reply.ack());
    for (int ticket = 2; ticket <= 6; ticket++) {
      fixture.append(writer, ticket, ticket);
    }
    Awaitility.await().until(() -> fixture.server.requests().size() == 6);

    fixture.drainUntilAcknowledged(6);

    assertThat(fixture.tables.calls()).hasSize(before + 1).endsWith("GET t");
    assertThat(fixture.completions.runs)
        .containsExactly("1..1", "2..2", "3..3", "4..4", "5..5", "6..6");
  }
}
