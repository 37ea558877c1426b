package dev.penstock.core.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DynamicMessage;
import dev.penstock.core.encode.RowFault;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@SuppressWarnings({"JavaUtilDate", "ArrayRecordComponent"}) // Users have both.
final class RecordRowsTest {
  private enum Colour {
    RED,
    GREEN
  }

  private record Primitives(
      boolean flag, byte tiny, short small, int middle, long large, float single, double number) {}

  private record Scalars(
      @Nullable Boolean flag,
      @Nullable Integer middle,
      @Nullable Double number,
      @Nullable BigDecimal amount,
      @Nullable BigInteger count,
      @Nullable String name,
      @Nullable Colour colour,
      @Nullable UUID id,
      byte @Nullable [] bytes,
      @Nullable ByteBuffer more) {}

  private record Times(
      LocalDate date,
      LocalTime time,
      LocalDateTime calendar,
      Instant instant,
      OffsetDateTime offset,
      ZonedDateTime zoned,
      Date old,
      Duration duration,
      Period period) {}

  private record Point(int x, @Nullable String label) {}

  private record Nested(
      Point point,
      List<Point> points,
      Collection<? extends String> names,
      long[] numbers,
      Map<String, Point> byName) {}

  private record Node(String name, List<Node> children) {}

  private record Refused(Object any, List<?> unknown, List<List<String>> lists, Node node) {}

  private static <R extends Record> DynamicMessage written(Class<R> type, R row) {
    RecordRows<R> rows = RecordRows.of(type);
    return Rows.of(rows.schema(), rows.tableSchema()).message(rows.read(row));
  }

  private static List<Object> values(DynamicMessage message) {
    return List.copyOf(message.getAllFields().values());
  }

  private static List<String> types(Class<? extends Record> type) {
    return RecordRows.of(type).tableSchema().columns().stream()
        .map(column -> column.name() + " " + column.type() + " " + column.mode())
        .toList();
  }

  @Test
  void readsPrimitives() {
    DynamicMessage row =
        written(
            Primitives.class,
            new Primitives(true, (byte) -1, (short) 2, 3, Long.MIN_VALUE, 0.5f, -0.0));

    assertThat(values(row)).containsExactly(true, -1L, 2L, 3L, Long.MIN_VALUE, 0.5, -0.0);
  }

  @Test
  void readsObjectsAndLeavesOutNulls() {
    UUID id = UUID.fromString("7e57ab1e-0000-4000-8000-000000000001");
    DynamicMessage row =
        written(
            Scalars.class,
            new Scalars(
                false,
                7,
                1.5,
                new BigDecimal("2"),
                BigInteger.ONE,
                "",
                Colour.GREEN,
                id,
                new byte[] {1},
                ByteBuffer.wrap(new byte[] {1, 2}, 1, 1)));

    assertThat(row.getAllFields()).hasSize(10);
    assertThat(row.toString()).contains("colour: \"GREEN\"", "id: \"" + id, "more: \"\\002\"");
    Scalars nothing = new Scalars(null, null, null, null, null, null, null, null, null, null);
    assertThat(written(Scalars.class, nothing).getAllFields()).isEmpty();
  }

  @Test
  void readsTimesToTheMicrosecond() {
    Instant before = Instant.parse("1969-12-31T23:59:59.999999999Z");
    DynamicMessage row =
        written(
            Times.class,
            new Times(
                LocalDate.of(1969, 12, 31),
                LocalTime.of(0, 0, 1, 2_999),
                LocalDateTime.of(1970, 1, 1, 0, 0, 1),
                before,
                before.atOffset(ZoneOffset.ofHours(5)),
                before.atZone(ZoneOffset.ofHours(-5)),
                new Date(-1),
                Duration.ofSeconds(-61),
                Period.of(1, 2, -3)));

    long date1970 = (1970L << 9) | (1 << 5) | 1;
    assertThat(values(row))
        .containsExactly(
            -1,
            (1L << 20) | 2,
            (date1970 << 37) | (1L << 20),
            -1L,
            -1L,
            -1L,
            -1_000L,
            "0-0 0 -0:1:1",
            "1-2 -3 0:0:0");
  }

  @Test
  void readsNestedRecordsListsArraysAndMaps() {
    DynamicMessage row =
        written(
            Nested.class,
            new Nested(
                new Point(1, "one"),
                List.of(new Point(2, null), new Point(3, "three")),
                new ArrayDeque<>(List.of("a", "b")),
                new long[] {4, 5},
                Map.of("k", new Point(6, null))));

    assertThat(row.toString())
        .isEqualTo(
            """
            point {
              x: 1
              label: "one"
            }
            points {
              x: 2
            }
            points {
              x: 3
              label: "three"
            }
            names: "a"
            names: "b"
            numbers: 4
            numbers: 5
            byName {
              key: "k"
              value {
                x: 6
              }
            }
            """);
  }

  @Test
  void makesColumns() {
    assertThat(types(Scalars.class))
        .containsExactly(
            "flag BOOL NULLABLE",
            "middle INT64 NULLABLE",
            "number FLOAT64 NULLABLE",
            "amount BIGNUMERIC NULLABLE",
            "count NUMERIC NULLABLE",
            "name STRING NULLABLE",
            "colour STRING NULLABLE",
            "id STRING NULLABLE",
            "bytes BYTES NULLABLE",
            "more BYTES NULLABLE");
    assertThat(types(Times.class))
        .containsExactly(
            "date DATE NULLABLE",
            "time TIME NULLABLE",
            "calendar DATETIME NULLABLE",
            "instant TIMESTAMP NULLABLE",
            "offset TIMESTAMP NULLABLE",
            "zoned TIMESTAMP NULLABLE",
            "old TIMESTAMP NULLABLE",
            "duration INTERVAL NULLABLE",
            "period INTERVAL NULLABLE");
    assertThat(types(Nested.class))
        .containsExactly(
            "point STRUCT NULLABLE",
            "points STRUCT REPEATED",
            "names STRING REPEATED",
            "numbers INT64 REPEATED",
            "byName STRUCT REPEATED");
  }

  @Test
  void refusesAllComponentsThatNoColumnHoldsAtOnce() {
    assertThatThrownBy(() -> RecordRows.of(Refused.class))
        .isInstanceOfSatisfying(
            IngestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_TYPE))
        .hasMessageContaining("Component 'any' is a java.lang.Object, which has no column type.")
        .hasMessageContaining("Component 'unknown' is a ?, which has no column type.")
        .hasMessageContaining("Component 'lists' is a list of lists")
        .hasMessageContaining(
            "Component 'node.children' is a "
                + Node.class.getName()
                + " inside of a "
                + Node.class.getName());
  }

  @Test
  @SuppressWarnings("unchecked") // The wrong element is what is tested.
  void namesPathAndBothTypesOfAWrongElement() {
    RecordRows<Nested> rows = RecordRows.of(Nested.class);
    Collection<String> names = (Collection<String>) (Collection<?>) Set.of(5);
    Nested row = new Nested(new Point(1, null), List.of(), names, new long[0], Map.of());

    RowFault fault = Rows.of(rows.schema(), rows.tableSchema()).fault(rows.read(row));

    assertThat(fault)
        .isEqualTo(
            new RowFault(
                ErrorCode.ROW_INVALID,
                "names",
                "Field 'names' is TEXT, and the row holds a java.lang.Integer there. Put a String,"
                    + " Character, enum constant or UUID there."));
  }

  @Test
  void refusesAnInstantThatMicrosecondsCannotTell() {
    RecordRows<Times> rows = RecordRows.of(Times.class);
    Times row =
        new Times(
            LocalDate.EPOCH,
            LocalTime.MIN,
            LocalDateTime.MAX,
            Instant.EPOCH,
            OffsetDateTime.MIN,
            Instant.EPOCH.atZone(ZoneOffset.UTC),
            new Date(0),
            Duration.ZERO,
            Period.ZERO);

    RowFault fault = Rows.of(rows.schema(), rows.tableSchema()).fault(rows.read(row));

    assertThat(fault)
        .isEqualTo(
            new RowFault(
                ErrorCode.ROW_INVALID,
                "calendar",
                "Field 'calendar' is DATETIME, and its java.time.LocalDateTime is beyond any."
                    + " Correct the value."));
  }

  @Test
  void makesNoObjectForARow() {
    RecordRows<Primitives> rows = RecordRows.of(Primitives.class);
    Primitives row = new Primitives(true, (byte) 1, (short) 1000, 1 << 20, 1L << 40, 1, 2);

    long bytes = Rows.of(rows.schema(), rows.tableSchema()).bytesAllocatedFor(() -> rows.read(row));

    assertThat(bytes).isZero();
  }
}
