package dev.penstock.core.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.api.services.bigquery.model.Table;
import com.google.api.services.bigquery.model.TableConstraints;
import com.google.api.services.bigquery.model.TableFieldSchema;
import com.google.api.services.bigquery.model.TableSchema;
import com.google.cloud.bigquery.storage.v1.StorageError.StorageErrorCode;
import com.google.rpc.Code;
import dev.penstock.core.append.Reply;
import dev.penstock.core.append.TextRow;
import dev.penstock.core.encode.SourceField;
import dev.penstock.core.encode.SourceSchema;
import dev.penstock.core.encode.ValueKind;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.ChangeType;
import dev.penstock.core.model.Destination;
import dev.penstock.core.model.RejectedRow;
import dev.penstock.core.sequence.SequenceNumber;
import dev.penstock.core.table.TablePolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a writer does about its table when rows are refused because of it. */
class TableRepairTest {
  private static final String MASKED =
      "Permission 'TABLES_GET' denied on resource 'projects/p/datasets/d/tables/t' (or it may not"
          + " exist).";

  private final WriterFixture fixture = WriterFixture.withDefaults();

  @AfterEach
  void close() {
    fixture.close();
  }

  private void dropTheName() {
    Table live = Objects.requireNonNull(fixture.tables.table("t"));
    live.getSchema().setFields(new ArrayList<>(live.getSchema().getFields().subList(0, 1)));
    fixture.tables.put("t", live);
  }

  private static Reply extraFields() {
    return Reply.refuse(
        Code.INVALID_ARGUMENT, StorageErrorCode.SCHEMA_MISMATCH_EXTRA_FIELDS, "extra");
  }

  @Test
  void addsAColumnAgainThatWasDroppedUnderneath() {
    TableWriter writer = fixture.writer("t");
    fixture.append(writer, 1, 1);
    fixture.drainUntilAcknowledged(1);
    dropTheName();
    fixture.server.script(request -> request.number() <= 3 ? extraFields() : Reply.ack());
    fixture.append(writer, 2, 2);

    fixture.drainUntilAcknowledged(2);

    assertThat(Objects.requireNonNull(fixture.tables.table("t")).getSchema().getFields())
        .extracting(field -> field.getName() + " " + field.getMode())
        .containsExactly("id REQUIRED", "name NULLABLE");
    // 30 s ±25 % after each of two refusals.
    assertThat(fixture.time.nanos())
        .isBetween(Duration.ofSeconds(45).toNanos(), Duration.ofSeconds(76).toNanos());
  }

  @Test
  void stopsWhenAColumnWasDroppedUnderneathAndNoneMayBeAdded() {
    TablePolicy fixed = TablePolicy.builder().createTable(true).primaryKey(List.of("id")).build();
    TableWriter writer = fixture.writers.writerFor(new Destination("p", "d", "t"), fixed);
    fixture.append(writer, 1, 1);
    fixture.drainUntilAcknowledged(1);
    dropTheName();
    fixture.server.script(request -> extraFields());
    fixture.append(writer, 2, 2);

    assertThatThrownBy(() -> fixture.drainUntilAcknowledged(2))
        .hasMessage(
            "Table p.d.t lost the columns [name] while rows with them were written:"
                + " INVALID_ARGUMENT: extra. Add the columns again, or restart to write without"
                + " them.");
  }

  @Test
  void stopsWhenColumnsStayUnknown() {
    fixture.append(fixture.writer("t"), 1, 1);
    fixture.server.script(request -> extraFields());

    assertThatThrownBy(() -> fixture.drainUntilAcknowledged(1))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SCHEMA_MISMATCH))
        .hasMessageStartingWith("Rows for p.d.t were sent again 30 times without success: ");
    // 30 s ±25 %, 30 times.
    assertThat(fixture.time.nanos())
        .isBetween(Duration.ofSeconds(675).toNanos(), Duration.ofSeconds(1126).toNanos());
  }

  private static TableFieldSchema field(String name, String type, String mode) {
    return new TableFieldSchema().setName(name).setType(type).setMode(mode);
  }

  private void putTableWhoseNameIs(String mode) {
    fixture.tables.put(
        "t",
        new Table()
            .setCreationTime(1L)
            .setSchema(
                new TableSchema()
                    .setFields(
                        new ArrayList<>(
                            List.of(
                                field("id", "INTEGER", "REQUIRED"),
                                field("name", "STRING", mode)))))
            .setTableConstraints(
                new TableConstraints()
                    .setPrimaryKey(
                        new TableConstraints.PrimaryKey()
                            .setColumns(new ArrayList<>(List.of("id"))))));
  }

  @Test
  void aColumnThatSomebodyRelaxedIsRefusedNoLonger() {
    putTableWhoseNameIs("REQUIRED");
    SourceSchema nameless = new SourceSchema(List.of(SourceField.of("id", ValueKind.LONG, false)));
    TableWriter writer = fixture.writer("t");
    fixture.append(writer, 1, 1);
    fixture.drainUntilAcknowledged(1);
    assertThatThrownBy(() -> appendNameless(writer, nameless, 2))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_TYPE));

    putTableWhoseNameIs("NULLABLE");
    fixture.server.script(request -> Reply.ackWith(told("REQUIRED", "NULLABLE")));
    fixture.append(writer, 3, 3);
    fixture.drainUntilAcknowledged(2);
    appendNameless(writer, nameless, 4);
    fixture.writers.flush();
    fixture.drainUntilAcknowledged(3);

    assertThat(fixture.completions.rejected).isEmpty();
  }

  private static void appendNameless(TableWriter writer, SourceSchema schema, long ticket) {
    boolean unused =
        writer.append(
            schema, new TextRow(ticket), ChangeType.UPSERT, SequenceNumber.of(ticket), ticket);
  }

  private static com.google.cloud.bigquery.storage.v1.TableSchema told(String... modes) {
    return com.google.cloud.bigquery.storage.v1.TableSchema.newBuilder()
        .addFields(
            told("id", com.google.cloud.bigquery.storage.v1.TableFieldSchema.Type.INT64, modes[0]))
        .addFields(
            told(
                "name",
                com.google.cloud.bigquery.storage.v1.TableFieldSchema.Type.STRING,
                modes[1]))
        .build();
  }

  private static com.google.cloud.bigquery.storage.v1.TableFieldSchema told(
      String name, com.google.cloud.bigquery.storage.v1.TableFieldSchema.Type type, String mode) {
    return com.google.cloud.bigquery.storage.v1.TableFieldSchema.newBuilder()
        .setName(name)
        .setType(type)
        .setMode(com.google.cloud.bigquery.storage.v1.TableFieldSchema.Mode.valueOf(mode))
        .build();
  }

  @Test
  void readsTheTableOnlyWhereAnAnswerTellsNews() {
    TableWriter writer = fixture.writer("t");
    fixture.server.script(request -> Reply.ackWith(told("REQUIRED", "NULLABLE")));
    fixture.append(writer, 1, 1);
    fixture.drainUntilAcknowledged(1);
    int before = fixture.tables.calls().size();

    fixture.append(writer, 2, 2);
    fixture.drainUntilAcknowledged(2);

    assertThat(fixture.tables.calls()).hasSize(before);
  }

  @Test
  void aDenialThatNamesRowsIsAboutTheRows() {
    fixture.append(fixture.writer("t"), 1, 1);
    fixture.drainUntilAcknowledged(1);
    int before = fixture.tables.calls().size();
    fixture.server.script(
        request ->
            request.number() == 2
                ? Reply.refuse(Code.PERMISSION_DENIED, MASKED).naming(List.of(0), "no")
                : Reply.ack());
    fixture.append(fixture.writer("t"), 2, 3);

    fixture.drainUntilAcknowledged(2);

    assertThat(fixture.completions.rejected).extracting(RejectedRow::ticket).containsExactly(2L);
    assertThat(fixture.tables.calls()).hasSize(before);
  }

  @Test
  void createsATableOfPlainRowsOnceInARepair() {
    try (WriterFixture plain =
        new WriterFixture(options -> WriterOptions.defaults(false, "penstock:test"))) {
      TableWriter writer =
          plain.writers.writerFor(
              new Destination("p", "d", "t"), TablePolicy.builder().createTable(true).build());
      plain.server.script(
          request -> {
            plain.tables.drop("t");
            return Reply.refuse(Code.PERMISSION_DENIED, "no word on whether it exists");
          });
      boolean unused =
          writer.append(WriterFixture.ROWS, new TextRow(1, "a"), ChangeType.APPEND, null, 1);
      plain.writers.flush();

      assertThatThrownBy(() -> plain.drainUntilAcknowledged(1))
          .hasMessageStartingWith("Table p.d.t was dropped while rows were written to it: ");
      assertThat(plain.tables.calls()).filteredOn(call -> call.startsWith("POST")).hasSize(2);
    }
  }

  @Test
  void aRepairThatFailsKeepsWhatItBeganWith() {
    fixture.append(fixture.writer("t"), 1, 1);
    fixture.drainUntilAcknowledged(1);
    fixture.server.script(
        request ->
            request.number() == 2
                ? Reply.refuse(Code.NOT_FOUND, "Requested entity was not found.")
                : Reply.refuse(Code.UNAUTHENTICATED, "expired"));
    fixture.append(fixture.writer("t"), 2, 2);

    assertThatThrownBy(() -> fixture.drainUntilAcknowledged(2))
        .hasMessageStartingWith("Rows for p.d.t are refused: UNAUTHENTICATED")
        .satisfies(
            e ->
                assertThat(e.getSuppressed())
                    .extracting(Throwable::getMessage)
                    .containsExactly(
                        "Rows for p.d.t were refused first: NOT_FOUND: Requested entity was not"
                            + " found."));
  }
}
