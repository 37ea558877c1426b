package dev.penstock.kafka.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.penstock.testkit.history.Change;
import dev.penstock.testkit.history.ChangeHistory;
import dev.penstock.testkit.history.HistoryColumn;
import dev.penstock.testkit.history.HistoryTable;
import dev.penstock.testkit.history.Operation;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What PostgreSQL and Debezium did is what the history says they do. */
class RecordingTest {
  private final ChangeHistory history = ChangeHistory.load("customers-32");

  @Test
  void fullRowImagesAddUpToTheWrittenStateAfterEachOperation() {
    EventRecording recording = EventRecording.load("customers-32", "full");
    Map<String, Map<List<Object>, Map<String, @Nullable Object>>> replica = new LinkedHashMap<>();

    for (Operation operation : history.operations()) {
      recording.of(operation.number()).forEach(event -> apply(event, replica));
      for (HistoryTable table : history.tables()) {
        assertThat(replica.getOrDefault(table.name(), Map.of()))
            .as("%s after operation %d", table.name(), operation.number())
            .isEqualTo(
                history.stateAfter(operation.number(), history.profile("F")).rows(table.name()));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"full", "default", "default-nodefault"})
  void everyChangeOfTheHistoryIsOneEventAndATombstoneFollowsEachDelete(String variant) {
    EventRecording recording = EventRecording.load("customers-32", variant);

    for (Operation operation : history.operations()) {
      List<String> expected =
          operation.changes().stream()
              .flatMap(
                  change ->
                      change.type() == Change.Type.DELETE
                          ? List.of(line("d", change), line("tombstone", change)).stream()
                          : List.of(line("upsert", change)).stream())
              .toList();
      assertThat(recording.of(operation.number()))
          .as("operation %d", operation.number())
          .extracting(this::line)
          .containsExactlyElementsOf(expected);
    }
  }

  @Test
  void defaultReplicaIdentityHidesTheDeletedVersion() {
    assertThat(deletedVersion("full")).isEqualTo(2);
    assertThat(deletedVersion("default")).isEqualTo(1);
    assertThat(deletedVersion("default-nodefault")).isEqualTo(0);
  }

  @Test
  void defaultReplicaIdentityHidesLargeUnchangedValues() {
    Struct update = (Struct) EventRecording.load("customers-32", "default").of(30).get(1).value();

    assertThat(Objects.requireNonNull(update).getStruct("after").getString("bio"))
        .isEqualTo("__debezium_unavailable_value");
  }

  private static int deletedVersion(String variant) {
    Struct delete = (Struct) EventRecording.load("customers-32", variant).of(9).get(0).value();
    return Objects.requireNonNull(delete).getStruct("before").getInt32("version1");
  }

  private static String line(String kind, Change change) {
    return kind + " " + change.table() + change.key();
  }

  private String line(RecordedEvent event) {
    String kind = "tombstone";
    if (event.value() instanceof Struct envelope) {
      kind = envelope.getString("op").equals("d") ? "d" : "upsert";
    }
    HistoryTable table = table(event);
    return kind
        + " "
        + table.name()
        + table.keyOf(row(table, (Struct) Objects.requireNonNull(event.key())));
  }

  private void apply(
      RecordedEvent event, Map<String, Map<List<Object>, Map<String, @Nullable Object>>> replica) {
    if (!(event.value() instanceof Struct envelope)) {
      return;
    }
    HistoryTable table = table(event);
    Map<List<Object>, Map<String, @Nullable Object>> rows =
        replica.computeIfAbsent(table.name(), name -> new LinkedHashMap<>());
    if (envelope.getString("op").equals("d")) {
      rows.remove(table.keyOf(row(table, (Struct) Objects.requireNonNull(event.key()))));
      return;
    }
    Map<String, @Nullable Object> row = row(table, envelope.getStruct("after"));
    if (row.containsKey("phone")) {
      rows.values().forEach(other -> other.putIfAbsent("phone", null));
    }
    rows.put(table.keyOf(row), row);
  }

  private HistoryTable table(RecordedEvent event) {
    return history.table(event.topic().substring("shop.public.".length()));
  }

  private static Map<String, @Nullable Object> row(HistoryTable table, Struct struct) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    for (Field field : struct.schema().fields()) {
      HistoryColumn column = table.column(field.name());
      Object value = struct.getWithoutDefault(field.name());
      row.put(field.name(), value == null ? absent(column) : value(column, value));
    }
    return new LinkedHashMap<>(table.comparable(row));
  }

  private static @Nullable Object absent(HistoryColumn column) {
    return column.repeated() ? List.of() : null;
  }

  private static Object value(HistoryColumn column, Object value) {
    return switch (column.type()) {
      case INT64 -> ((Number) value).longValue();
      case TIMESTAMP ->
          value instanceof String text
              ? OffsetDateTime.parse(text).toInstant()
              : Instant.EPOCH.plus((Long) value, ChronoUnit.MICROS);
      case DATE -> LocalDate.ofEpochDay((Integer) value);
      case TIME -> LocalTime.ofNanoOfDay((Long) value * 1000);
      case BYTES -> ByteString.copyFrom(((ByteBuffer) value).duplicate());
      case STRING, JSON, BOOL, FLOAT64, NUMERIC -> value;
    };
  }
}
