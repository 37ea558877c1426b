package dev.penstock.core.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DynamicMessage;
import dev.penstock.core.encode.RowFault;
import dev.penstock.core.encode.RowFaultException;
import dev.penstock.core.encode.RowReader;
import dev.penstock.core.error.ErrorCode;
import dev.penstock.core.error.IngestException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import dev.penstock.core.model.TableSchema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.CharBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class MapRowsTest {
  private static final TableSchema POINTS =
      new TableSchema(
          List.of(
              Column.of("id", ColumnType.INT64, ColumnMode.REQUIRED),
              Column.struct(
                  "point",
                  ColumnMode.NULLABLE,
                  List.of(
                      Column.nullable("x", ColumnType.FLOAT64),
                      Column.of("tags", ColumnType.STRING, ColumnMode.REPEATED)))));

  private static DynamicMessage written(TableSchema table, Map<String, ?> row) {
    MapRows rows = MapRows.of(table);
    return Rows.of(rows.schema(), table).message(rows.read(row));
  }

  private static @Nullable RowFault fault(TableSchema table, Map<String, ?> row) {
    MapRows rows = MapRows.of(table);
    RowReader reader;
    try {
      reader = rows.read(row);
    } catch (RowFaultException e) {
      return e.fault();
    }
    return Rows.of(rows.schema(), table).fault(reader);
  }

  static List<Arguments> scalars() {
    return List.of(
        Arguments.of(ColumnType.BOOL, true, true),
        Arguments.of(ColumnType.INT64, 7, 7L),
        Arguments.of(ColumnType.INT64, (byte) 7, 7L),
        Arguments.of(ColumnType.INT64, BigInteger.valueOf(Long.MIN_VALUE), Long.MIN_VALUE),
        Arguments.of(ColumnType.FLOAT64, 1, 1.0),
        Arguments.of(ColumnType.FLOAT64, 0.5f, 0.5),
        Arguments.of(ColumnType.FLOAT64, Double.NaN, Double.NaN),
        Arguments.of(ColumnType.STRING, 'x', "x"),
        Arguments.of(ColumnType.STRING, CharBuffer.wrap("abc"), "abc"),
        Arguments.of(ColumnType.JSON, "{}", "{}"),
        Arguments.of(ColumnType.GEOGRAPHY, "POINT(1 2)", "POINT(1 2)"),
        Arguments.of(ColumnType.INTERVAL, Duration.ofMillis(1_500), "0-0 0 0:0:1.500000"),
        Arguments.of(ColumnType.INTERVAL, "1-0 0 0:0:0", "1-0 0 0:0:0"),
        Arguments.of(ColumnType.DATE, LocalDate.EPOCH, 0),
        Arguments.of(ColumnType.TIMESTAMP, Instant.ofEpochSecond(1), 1_000_000L));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("scalars")
  void readsTheJavaTypesOfAColumn(ColumnType type, Object java, Object expected) {
    TableSchema table = new TableSchema(List.of(Column.nullable("c", type)));

    assertThat(written(table, Map.of("c", java)).getAllFields().values())
        .singleElement()
        .isEqualTo(expected);
  }

  @Test
  void readsDecimalsOfAnyNumberType() {
    TableSchema table = new TableSchema(List.of(Column.nullable("c", ColumnType.NUMERIC)));

    String expected = written(table, Map.of("c", new BigDecimal("2"))).toString();

    assertThat(written(table, Map.of("c", 2)).toString()).isEqualTo(expected);
    assertThat(written(table, Map.of("c", 2L)).toString()).isEqualTo(expected);
    assertThat(written(table, Map.of("c", BigInteger.TWO)).toString()).isEqualTo(expected);
  }

  @Test
  void readsNestedMapsAndLists() {
    Map<String, Object> point = new HashMap<>();
    point.put("x", null);
    point.put("tags", new String[] {"a", "b"});

    DynamicMessage row = written(POINTS, Map.of("id", 1, "point", point));

    assertThat(row.toString())
        .isEqualTo(
            """
            id: 1
            point {
              tags: "a"
              tags: "b"
            }
            """);
  }

  @Test
  void matchesNamesWithoutCase() {
    assertThat(written(POINTS, Map.of("ID", 1)).toString()).isEqualTo("id: 1\n");
  }

  static List<Arguments> faults() {
    return List.of(
        Arguments.of(
            Map.of("id", "1"),
            "id",
            "Field 'id' is INT64, and the row holds a java.lang.String there. Put a Long, Integer,"
                + " Short, Byte or BigInteger there."),
        Arguments.of(
            Map.of("id", BigInteger.TWO.pow(63)),
            "id",
            "Field 'id' is INT64, and its java.math.BigInteger is beyond any. Correct the value."),
        Arguments.of(
            Map.of("id", 1, "point", Map.of("x", (1L << 53) + 1)),
            "point.x",
            "Field 'point.x' is FLOAT64, and its java.lang.Long is beyond any. Correct the value."),
        Arguments.of(
            Map.of("id", 1, "point", Map.of("tags", List.of("a", 2))),
            "point.tags",
            "Field 'point.tags' is STRING, and the row holds a java.lang.Integer there. Put a"
                + " String, Character, enum constant or UUID there."),
        Arguments.of(
            Map.of("id", 1, "point", Map.of("tags", "a")),
            "point.tags",
            "Field 'point.tags' is STRING, and the row holds a java.lang.String there. Put a"
                + " Collection or an array there."),
        Arguments.of(
            Map.of("id", 1, "point", 2),
            "point",
            "Field 'point' is STRUCT, and the row holds a java.lang.Integer there. Put a Map whose"
                + " keys are the names of the fields there."),
        Arguments.of(
            Map.of("id", 1, "point", Map.of("y", 2)),
            "point.y",
            "The row has a field 'point.y' that the schema lacks. Add the column, or leave the"
                + " field out."),
        Arguments.of(
            Map.of("id", 1, "ID", 2),
            "id",
            "The row has field 'id' in two spellings that differ by case. Send it once."),
        Arguments.of(
            Map.of("id", 1, "point", Map.of(3, 2)),
            "point",
            "A map in field 'point' has a key that is a java.lang.Integer. Use the names of the"
                + " columns as keys."),
        Arguments.of(
            Map.of(),
            "id",
            "Column 'id' is INT64 NOT NULL, and the value is NULL. Correct it at the source, or"
                + " make the column NULLABLE if it is no key."));
  }

  @ParameterizedTest(name = "{2}")
  @MethodSource("faults")
  void namesPathAndBothTypes(Map<String, ?> row, String path, String message) {
    assertThat(fault(POINTS, row)).isEqualTo(new RowFault(ErrorCode.ROW_INVALID, path, message));
  }

  @Test
  void refusesNullElements() {
    RowFault fault =
        fault(POINTS, Map.of("id", 1, "point", Map.of("tags", Arrays.asList("a", null))));

    assertThat(fault).isNotNull().extracting(RowFault::column).isEqualTo("point.tags");
  }

  @Test
  void takesRangesAsMapsOfTheirBounds() {
    TableSchema table =
        new TableSchema(List.of(Column.range("r", ColumnMode.NULLABLE, ColumnType.DATE)));

    assertThat(written(table, Map.of("r", Map.of("start", LocalDate.EPOCH))).toString())
        .isEqualTo("r {\n  start: 0\n}\n");
  }

  @Test
  void refusesRangesOfNobodyKnowsWhat() {
    TableSchema table = new TableSchema(List.of(Column.nullable("r", ColumnType.RANGE)));

    assertThatThrownBy(() -> MapRows.of(table))
        .isInstanceOf(IngestException.class)
        .hasMessage("Column 'r' is RANGE, and the schema does not say of what. Say it.");
  }
}
