package dev.penstock.kafka.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.Field;
import com.google.cloud.bigquery.StandardSQLTypeName;
import dev.penstock.testkit.LocalBigQueryExtension;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Values that PostgreSQL has and BigQuery has not, as Debezium sends them. */
class ValueCasesIT {
  @RegisterExtension
  static final LocalBigQueryExtension BIGQUERY = LocalBigQueryExtension.withDatasets();

  private final EventRecording recording = EventRecording.load("odd-values", "full");

  @Test
  void datesOutOfRangeAreDeadLettersThatNameTheColumn() {
    try (SinkCase sink = odd("range_fail")) {
      sink.send(operations(1, 6)).send(operations(12, 12));

      assertThat(sink.column("id")).containsExactly(12L);
      assertThat(sink.takeDeadLetters())
          .hasSize(6)
          .satisfiesExactlyInAnyOrder(
              message -> assertThat(message).contains("at"),
              message -> assertThat(message).contains("wall"),
              message -> assertThat(message).contains("day"),
              message -> assertThat(message).contains("clock"),
              message -> assertThat(message).contains("day"),
              message -> assertThat(message).contains("wall"));
    }
  }

  @Test
  void datesOutOfRangeBecomeNull() {
    try (SinkCase sink = odd("range_null").with("dateTimeOutOfRange", "NULL")) {
      sink.send(operations(1, 6));

      assertThat(sink.rows())
          .hasSize(6)
          .allSatisfy(
              row ->
                  assertThat(row)
                      .containsEntry("at", null)
                      .containsEntry("wall", null)
                      .containsEntry("day", null)
                      .containsEntry("clock", null));
    }
  }

  @Test
  void datesOutOfRangeBecomeTheNearestValue() {
    try (SinkCase sink = odd("range_clamp").with("dateTimeOutOfRange", "CLAMP")) {
      sink.send(operations(1, 6));

      assertThat(sink.row(1L)).containsEntry("at", Instant.parse("9999-12-31T23:59:59.999999Z"));
      assertThat(sink.row(2L)).containsEntry("wall", Instant.parse("0001-01-01T00:00:00Z"));
      assertThat(sink.row(3L)).containsEntry("day", LocalDate.of(1, 1, 1));
      assertThat(sink.row(4L)).containsEntry("clock", LocalTime.parse("23:59:59.999999"));
      assertThat(sink.row(5L)).containsEntry("day", LocalDate.of(9999, 12, 31));
      assertThat(sink.row(6L)).containsEntry("wall", Instant.parse("0001-01-01T00:00:00Z"));
    }
  }

  @Test
  void debeziumSendsNullForNaNNumerics() {
    try (SinkCase sink = odd("numeric_nan")) {
      sink.send(operations(7, 8));

      assertThat(sink.row(7L)).containsEntry("amount", null);
      assertThat(sink.row(8L)).containsEntry("free", null);
    }
  }

  @Test
  void digitsBeyondBigNumericBecomeText() {
    try (SinkCase sink = odd("numeric_wide")) {
      sink.send(operations(9, 10));

      assertThat(sink.row(9L))
          .containsEntry("wide", "9999999999999999999999999999999999999999.50000000000000000000");
      assertThat(sink.row(10L)).containsEntry("wide", "0.00000000000000000001");
    }
  }

  @Test
  void aNumberBeyondAnExistingBigNumericColumnIsADeadLetterAndItsNeighbourIsExact() {
    try (SinkCase sink = odd("numeric_column")) {
      Columns.createKeyed(
          BIGQUERY,
          "numeric_column",
          "odd",
          Columns.required("id", StandardSQLTypeName.INT64),
          Field.of("wide", StandardSQLTypeName.BIGNUMERIC));
      sink.send(operations(9, 10));

      assertThat(sink.rows()).hasSize(1);
      assertThat(sink.row(10L)).containsEntry("wide", new BigDecimal("0.00000000000000000001"));
      assertThat(sink.takeDeadLetters()).singleElement().asString().contains("wide");
    }
  }

  @Test
  void aNumberWithItsOwnScaleIsExact() {
    try (SinkCase sink = odd("numeric_free")) {
      sink.send(operations(12, 12));

      assertThat(sink.row(12L)).containsEntry("free", new BigDecimal("123.456"));
    }
  }

  @Test
  void nullElementsFollowTheirPolicy() {
    try (SinkCase refused = odd("elements_fail");
        SinkCase dropped = odd("elements_drop").with("nullArrayElements", "DROP");
        SinkCase replaced = odd("elements_default").with("nullArrayElements", "DEFAULT")) {
      refused.send(operations(11, 11));
      dropped.send(operations(11, 11));
      replaced.send(operations(11, 11));

      assertThat(refused.takeDeadLetters()).singleElement().asString().contains("tags");
      assertThat(dropped.row(11L)).containsEntry("tags", List.of("a", "b"));
      assertThat(replaced.row(11L)).containsEntry("tags", List.of("a", "", "b"));
    }
  }

  @Test
  void anExplicitNullIsNotReplacedByTheColumnDefault() {
    Schema withDefault = SchemaBuilder.int32().optional().defaultValue(5).build();
    TableEvents items = TableEvents.items(TableEvents.withId().field("level", withDefault));
    try (SinkCase sink = new SinkCase(BIGQUERY, "null_default")) {
      sink.send(items.upsert(1L, null));

      @Nullable Map<String, @Nullable Object> row = sink.row(1L);
      assertThat(row).containsEntry("level", null);
    }
  }

  private static SinkCase odd(String dataset) {
    return new SinkCase(BIGQUERY, dataset, "odd")
        .with("variableScaleDecimalHandlingMode", "NUMERIC");
  }

  private List<RecordedEvent> operations(int from, int to) {
    return IntStream.rangeClosed(from, to)
        .boxed()
        .flatMap(operation -> recording.of(operation).stream())
        .toList();
  }
}
