package dev.penstock.flink.table;

import dev.penstock.core.encode.RowReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.table.data.GenericMapData;
import org.jspecify.annotations.Nullable;

/**
 * Makes maps of lists of structs of key and value; of equal keys the last counts. One owner thread.
 */
final class EntriesCell implements CellConverter {
  private final RowConverter entry;

  EntriesCell(RowConverter entry) {
    this.entry = entry;
  }

  @Override
  public Object convert(RowReader row, int ordinal) throws IOException {
    RowReader list = row.list(ordinal);
    Map<@Nullable Object, @Nullable Object> map = new HashMap<>();
    Map<ByteBuffer, byte[]> byContent = new HashMap<>();
    for (int i = 0; i < list.size(); i++) {
      RowReader pair = list.struct(i);
      Object key = entry.field(pair, 0);
      if (key instanceof byte[] bytes) {
        key = byContent.computeIfAbsent(ByteBuffer.wrap(bytes), first -> bytes);
      }
      map.put(key, entry.field(pair, 1));
    }
    return new GenericMapData(map);
  }
}
