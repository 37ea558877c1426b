package dev.penstock.local.read;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** Writes rows into one page until it is full. One owner thread. */
final class PageWriter {
  /** A buffer that can take its last bytes back. */
  private static final class Buffer extends ByteArrayOutputStream {
    Buffer(int capacity) {
      super(capacity);
    }

    void truncate(int size) {
      count = size;
    }
  }

  private final List<ValueEncoder> columns;
  private final int maxBytes;
  private final Buffer buffer;
  private final BinaryEncoder out;
  private int rows;

  PageWriter(List<ValueEncoder> columns, int maxBytes) {
    this.columns = columns;
    this.maxBytes = maxBytes;
    this.buffer = new Buffer(Math.min(maxBytes, 1 << 16));
    this.out = EncoderFactory.get().directBinaryEncoder(buffer, null);
  }

  /** Adds the current row; false if the page is full without it. A first row always fits. */
  boolean add(ResultSet row) throws SQLException, IOException {
    int before = buffer.size();
    for (int i = 0; i < columns.size(); i++) {
      columns.get(i).write(row.getObject(i + 1), out);
    }
    if (rows > 0 && buffer.size() > maxBytes) {
      buffer.truncate(before);
      return false;
    }
    rows++;
    return true;
  }

  Page page() {
    return new Page(rows, buffer.toByteArray());
  }
}
