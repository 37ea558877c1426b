package dev.penstock.core.encode;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.DynamicMessage;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnMode;
import dev.penstock.core.model.ColumnType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NestedRowsTest {
  private static final SourceField TEXT = SourceField.of("t", ValueKind.TEXT, true);
  private static final Column STRING = Column.nullable("t", ColumnType.STRING);

  private static Encoding structs(int depth) {
    SourceField field = TEXT;
    Column column = STRING;
    for (int i = 0; i < depth; i++) {
      field = SourceField.struct("s" + i, true, List.of(field));
      column = Column.struct("s" + i, ColumnMode.NULLABLE, List.of(column));
    }
    return Encoding.appending(List.of(field), List.of(column));
  }

  private static Object nested(int depth, String text) {
    Object value = text;
    for (int i = 0; i < depth; i++) {
      value = List.of(value);
    }
    return value;
  }

  private static Object innermost(DynamicMessage message) {
    Object value = message;
    while (value instanceof DynamicMessage inner) {
      value = inner.getAllFields().values().iterator().next();
    }
    return value;
  }

  @Test
  void writesAStructOfNullsAsAMessageWithoutContent() {
    Encoding encoding = structs(1);

    encoding.message(FakeRow.of(Arrays.asList((Object) null)));

    // Field 1, length 0.
    assertThat(Encoding.rowBytes(encoding.buffer, 0))
        .isEqualTo(ByteString.copyFrom(new byte[] {0x0A, 0x00}));
  }

  @Test
  void writesNothingForANullStruct() {
    Encoding encoding = structs(1);

    encoding.message(FakeRow.of((Object) null));

    assertThat(Encoding.rowBytes(encoding.buffer, 0)).isEqualTo(ByteString.EMPTY);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100, 125, 126, 127, 128, 200, 16_370, 16_384, 20_000, 2_097_160})
  void readsBackNestedTextsOfAnyLength(int length) {
    Encoding encoding = structs(14);
    String text = "x".repeat(length);

    assertThat(innermost(encoding.message(FakeRow.of(nested(14, text))))).isEqualTo(text);
  }

  @Test
  void readsBackLengthsThatChangeFromRowToRow() {
    Encoding encoding = structs(3);
    for (int length : new int[] {5, 300, 20_000, 0, 127, 128, 5, 2_100_000, 1}) {
      String text = "y".repeat(length);
      assertThat(innermost(encoding.message(FakeRow.of(nested(3, text))))).isEqualTo(text);
    }
    assertThat(encoding.buffer.rowCount()).isEqualTo(9);
  }

  @Test
  void readsBackListsOfStructsOfDifferentLengths() {
    SourceField element = SourceField.struct("element", false, List.of(TEXT));
    Encoding encoding =
        Encoding.appending(
            List.of(SourceField.list("l", true, element)),
            List.of(Column.struct("l", ColumnMode.REPEATED, List.of(STRING))));
    List<Object> elements = new ArrayList<>();
    for (int length : new int[] {0, 200, 3, 20_000, 127}) {
      elements.add(List.of("z".repeat(length)));
    }

    DynamicMessage message = encoding.message(FakeRow.of(elements));

    List<?> read = (List<?>) message.getAllFields().values().iterator().next();
    assertThat(read)
        .extracting(one -> ((String) innermost((DynamicMessage) one)).length())
        .containsExactly(0, 200, 3, 20_000, 127);
  }

  @Test
  void writesNothingForEmptyAndNullLists() {
    Encoding encoding =
        Encoding.appending(
            List.of(
                SourceField.list("a", true, SourceField.of("element", ValueKind.LONG, false)),
                SourceField.list("b", true, SourceField.of("element", ValueKind.LONG, false))),
            List.of(
                Column.of("a", ColumnType.INT64, ColumnMode.REPEATED),
                Column.of("b", ColumnType.INT64, ColumnMode.REPEATED)));

    assertThat(encoding.message(FakeRow.of(List.of(), null)).getAllFields()).isEmpty();
  }

  @Test
  void namesNestedColumnsByTheirPath() {
    Encoding encoding = structs(2);

    RowFault fault = encoding.fault(FakeRow.of(nested(2, "\uDC00")));

    assertThat(fault.column()).isEqualTo("s1.s0.t");
    assertThat(fault.message()).startsWith("Column 's1.s0.t' is STRING, and the value ");
  }
}
