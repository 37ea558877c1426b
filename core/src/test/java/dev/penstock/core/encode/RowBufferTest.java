package dev.penstock.core.encode;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.bigquery.storage.v1.ProtoRows;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.penstock.core.model.Column;
import dev.penstock.core.model.ColumnType;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RowBufferTest {
  private final Encoding encoding =
      Encoding.appending(
          List.of(SourceField.of("t", ValueKind.TEXT, true)),
          List.of(Column.nullable("t", ColumnType.STRING)));

  private void add(String... texts) {
    for (String text : texts) {
      assertThat(encoding.encode(FakeRow.of(text), null)).isNull();
    }
  }

  private List<Object> texts(RowBuffer buffer) {
    return IntStream.range(0, buffer.rowCount())
        .mapToObj(row -> Encoding.decode(encoding.descriptor, Encoding.rowBytes(buffer, row)))
        .map(message -> message.getAllFields().values().iterator().next())
        .toList();
  }

  @Test
  void holdsTheFramesOfProtoRows() throws InvalidProtocolBufferException {
    add("a", "b".repeat(300), "c");

    ProtoRows rows =
        ProtoRows.parseFrom(ByteBuffer.wrap(encoding.buffer.array(), 0, encoding.buffer.size()));

    assertThat(rows.getSerializedRowsList())
        .extracting(row -> row.size())
        .containsExactly(3, 303, 3);
  }

  @Test
  void copiesRangesOfRows() {
    add("a", "bb", "ccc", "dddd");
    RowBuffer other = new RowBuffer(1);

    other.copyRows(encoding.buffer, 1, 3);
    other.copyRows(encoding.buffer, 0, 1);
    other.copyRows(encoding.buffer, 2, 2);

    assertThat(texts(other)).containsExactly("bb", "ccc", "a");
  }

  @Test
  void isEmptyAfterClear() {
    add("a");

    encoding.buffer.clear();
    add("b");

    assertThat(texts(encoding.buffer)).containsExactly("b");
  }
}
