package dev.penstock.local.read;

import dev.penstock.local.catalog.Field;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** A page as Avro rows. One owner thread. */
final class AvroPage implements PageBuilder {
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

  AvroPage(List<Field> fields, int maxBytes) {
    this.columns = fields.stream().map(ValueEncoder::of).toList();
    this.maxBytes = maxBytes;
    this.buffer = new Buffer(Math.min(maxBytes, 1 << 16));
    this.out = EncoderFactory.get().directBinaryEncoder(buffer, null);
  }

  @Override
  public boolean add(ResultSet row) throws SQLException {
    int before = buffer.size();
    try {
      for (int i = 0; i < columns.size(); i++) {
        columns.get(i).write(row.getObject(i + 1), out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (rows > 0 && buffer.size() > maxBytes) {
      buffer.truncate(before);
      return false;
    }
    rows++;
    return true;
  }

  @Override
  public Page page() {
    return new Page(rows, buffer.toByteArray());
  }
}
